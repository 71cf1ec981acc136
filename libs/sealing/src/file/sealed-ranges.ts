import { concat, exactly, randomBytes, utf8, type Bytes } from '../crypto/bytes';
import { hkdfSha256 } from '../crypto/primitives';
import { bodyKeys, openChunks, sealChunk } from './body';
import { readPrefix } from './file';
import { chunkSize, encodeHeader, prefixSize, saltSize, sealedChunkSize, sealedSize, type FileRef } from './format';

/** Chunks that are sealed at once: 1 MiB of memory. */
const batchChunks = 64;

/** Reads exactly the content bytes from `start` to `end` (exclusive). */
export type ReadContent = (start: number, end: number) => Promise<Bytes>;

export interface RangeSealer {
  /** Bytes of the whole sealed file. */
  size: number;
  /** The bytes of the sealed file from `start` to `end` (exclusive), in pieces. */
  seal: (start: number, end: number) => AsyncGenerator<Bytes>;
}

export const newSalt = (): Bytes => randomBytes(saltSize);

/**
 * Seals ranges of a file in any order: the result is what `sealFile` writes with this salt, because the place of each chunk is known.
 * The same content gives the same bytes. If the content changes under one salt, what was sealed before and after must not both be
 * published: two contents under one nonce reveal each other. Callers compare the hash of a range before they send it again.
 * @param fileKey 32 bytes from `newFileKey` @param contentSize bytes of content
 */
export async function rangeSealer(
  fileKey: Bytes,
  file: FileRef,
  salt: Bytes,
  contentSize: number,
  read: ReadContent,
): Promise<RangeSealer> {
  const header = encodeHeader(file);
  const keys = await bodyKeys(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/body')), salt, header);
  const prefix = concat(header, salt, keys.commitment);
  const size = sealedSize(contentSize);
  const chunkAt = (offset: number) => Math.floor((offset - prefixSize) / sealedChunkSize);

  async function* seal(start: number, end: number): AsyncGenerator<Bytes> {
    if (start < prefixSize) yield prefix.slice(start, end);
    const last = chunkAt(end - 1);
    for (let first = Math.max(0, chunkAt(start)); first <= last; first += batchChunks) {
      const count = Math.min(batchChunks, last - first + 1);
      const content = await read(first * chunkSize, Math.min((first + count) * chunkSize, contentSize));
      const sealed = await Promise.all(
        Array.from({ length: count }, (_, at) =>
          sealChunk(keys, first + at, content.subarray(at * chunkSize, (at + 1) * chunkSize)),
        ),
      );
      for (const [at, piece] of sealed.entries()) {
        const offset = prefixSize + (first + at) * sealedChunkSize;
        yield piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
      }
    }
  }

  return { size, seal };
}

export interface RangeOpener {
  /**
   * Takes the sealed bytes of whole chunks from number `first` on, outputs the content from byte `first * 16384`. The caller counts the bytes:
   * the end of a stream says nothing about missing chunks.
   * @param hasLast the range goes to the end of the file
   */
  open: (first: number, hasLast: boolean) => TransformStream<Uint8Array, Bytes>;
}

/** Opens ranges of a sealed file in any order. @param prefix its first `prefixSize` bytes @throws SealingError, as `openFile` */
export async function rangeOpener(fileKey: Bytes, file: FileRef, prefix: Uint8Array): Promise<RangeOpener> {
  const keys = await readPrefix(fileKey, file, prefix);
  return { open: (first, hasLast) => new TransformStream(openChunks(keys, first, hasLast)) };
}
