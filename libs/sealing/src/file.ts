import { concat, exactly, randomBytes, split, utf8, type Bytes } from './bytes';
import { bodyKeys, checkCommitment, openChunk, openChunks, sealChunks, type BodyKeys } from './body';
import { SealingError } from './errors';
import {
  checkHeader,
  chunkCount,
  chunkSize,
  commitmentSize,
  contentSize,
  encodeHeader,
  headerSize,
  prefixSize,
  saltSize,
  sealedChunkSize,
  sealedSpan,
  type FileRef,
} from './format';
import type { Turns } from './gather';
import { hkdfSha256 } from './primitives';

/** A new content key: 32 random bytes, for one version of one file. */
export const newFileKey = (): Bytes => randomBytes(32);

async function keysFor(fileKey: Bytes, file: FileRef, salt: Bytes): Promise<BodyKeys> {
  return bodyKeys(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/body')), salt, encodeHeader(file));
}

/** Checks the first `prefixSize` bytes of a sealed file and gives the keys of its chunks. */
async function readPrefix(fileKey: Bytes, file: FileRef, prefix: Uint8Array): Promise<BodyKeys> {
  if (prefix.length !== prefixSize) throw new SealingError('TRUNCATED');
  const [header, salt, commitment] = split(prefix, headerSize, saltSize, commitmentSize);
  checkHeader(header!, file);
  const keys = await keysFor(fileKey, file, salt!);
  checkCommitment(keys, commitment!);
  return keys;
}

/**
 * Content in, the sealed file out: `sealedSize(n)` bytes for n of content. Memory does not grow with the file.
 * @param fileKey 32 bytes of `newFileKey`, used for nothing but this version of this file
 */
export function sealFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let chunks: Turns;
  return new TransformStream<Uint8Array, Bytes>({
    async start(controller) {
      const salt = randomBytes(saltSize);
      const keys = await keysFor(fileKey, file, salt);
      chunks = sealChunks(keys);
      controller.enqueue(concat(encodeHeader(file), salt, keys.commitment));
    },
    transform: (bytes, controller) => chunks.transform(bytes, controller),
    flush: (controller) => chunks.flush(controller),
  });
}

/**
 * The sealed file in, its content out, authentic byte for byte. Memory does not grow with the file. Fails with MALFORMED,
 * UNSUPPORTED, WRONG_FILE, WRONG_KEY, TAMPERED or TRUNCATED; what came out before then must be thrown away, for the content is
 * whole only when the stream has ended well.
 */
export function openFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let prefix: Bytes = new Uint8Array();
  let chunks: Turns | undefined;
  return new TransformStream<Uint8Array, Bytes>({
    async transform(bytes, controller) {
      if (chunks) return chunks.transform(bytes, controller);
      const missing = prefixSize - prefix.length;
      prefix = concat(prefix, bytes.subarray(0, missing));
      if (prefix.length < prefixSize) return;
      chunks = openChunks(await readPrefix(fileKey, file, prefix));
      await chunks.transform(bytes.subarray(missing), controller);
    },
    flush(controller) {
      if (!chunks) throw new SealingError('TRUNCATED');
      return chunks.flush(controller);
    },
  });
}

/** A sealed file that can be read anywhere; `read` gives exactly `length` bytes from `offset` on. */
export interface SealedSource {
  size: number;
  read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** A file opened for random access. */
export interface FileReader {
  /** Bytes of content; authenticated. */
  size: number;
  /** Content bytes `start` to `end` (not included, at most `size`), authentic. Holds the range in memory. */
  read: (start: number, end: number) => Promise<Bytes>;
  /** For going on where a download stopped: sealed bytes from chunk `first` on in, content from `first * 16384` on out. */
  openFrom: (first: number) => TransformStream<Uint8Array, Bytes>;
}

/** Opens a sealed file for random access: its beginning and its last chunk are read and checked, so a cut or lengthened file is refused at once. */
export async function readFile(fileKey: Bytes, file: FileRef, source: SealedSource): Promise<FileReader> {
  const size = contentSize(source.size);
  const keys = await readPrefix(fileKey, file, await source.read(0, prefixSize));
  const last = chunkCount(size) - 1;
  const chunkAt = async (chunk: number): Promise<Bytes> => {
    const offset = prefixSize + chunk * sealedChunkSize;
    return openChunk(
      keys,
      chunk,
      new Uint8Array(await source.read(offset, Math.min(sealedChunkSize, source.size - offset))),
    );
  };
  await chunkAt(last);

  return {
    size,
    async read(start, end) {
      if (!Number.isSafeInteger(start) || start < 0 || end < start || end > size) throw new SealingError('MALFORMED');
      const { firstChunk, offset, length } = sealedSpan(start, end);
      const sealed = new Uint8Array(await source.read(offset, Math.min(length, source.size - offset)));
      const opened = await Promise.all(
        Array.from({ length: Math.ceil(sealed.length / sealedChunkSize) }, (_, index) =>
          openChunk(keys, firstChunk + index, sealed.subarray(index * sealedChunkSize, (index + 1) * sealedChunkSize)),
        ),
      );
      const skipped = start - firstChunk * chunkSize;
      return concat(...opened).slice(skipped, skipped + end - start);
    },
    openFrom: (first) => new TransformStream(openChunks(keys, first)),
  };
}
