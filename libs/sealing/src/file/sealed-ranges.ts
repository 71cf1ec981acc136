import { concat, exactly, free, randomBytes, type Bytes } from '../crypto/bytes';
import { sealChunk, type BodyKeys } from './body';
import { chunkSize, encodeHeader, prefixSize, saltSize, sealedChunkSize, sealedSize, type FileRef } from './format';
import { wholeFileKeys } from './prefix';

/** Chunks that are sealed at once: 1 MiB of memory. */
const batchChunks = 64;

/** Reads exactly the content bytes from `start` to `end` (exclusive), into memory that is freed once they are sealed. */
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
  const keys = await wholeFileKeys(fileKey, file, salt);
  const prefix = concat(encodeHeader(file), salt, keys.commitment);
  const content = { keys, size: contentSize, read };

  async function* seal(start: number, end: number): AsyncGenerator<Bytes> {
    if (start < prefixSize) yield prefix.slice(start, end);
    yield* sealChunkRange(content, Math.max(0, start - prefixSize), end - prefixSize);
  }

  return { size: sealedSize(contentSize), seal };
}

/**
 * Seals a range of the chunks of a content. @param size bytes of content @param start of the range, from the first chunk
 * @param end exclusive; nothing if it is before the start
 */
export async function* sealChunkRange(
  { keys, size, read }: { keys: BodyKeys; size: number; read: ReadContent },
  start: number,
  end: number,
): AsyncGenerator<Bytes> {
  const last = Math.floor((end - 1) / sealedChunkSize);
  for (let first = Math.floor(start / sealedChunkSize); first <= last; first += batchChunks) {
    const count = Math.min(batchChunks, last - first + 1);
    const [from, to] = [first * chunkSize, Math.min((first + count) * chunkSize, size)];
    const content = exactly(await read(from, to), to - from);
    const sealed = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        sealChunk(keys, first + at, content.subarray(at * chunkSize, (at + 1) * chunkSize)),
      ),
    );
    free(content);
    for (const [at, piece] of sealed.entries()) {
      const offset = (first + at) * sealedChunkSize;
      yield piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    }
  }
}
