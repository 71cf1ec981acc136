import { concat, randomBytes, type Bytes } from '../crypto/bytes';
import { openChunk, openChunks, sealChunks } from './body';
import { SealingError } from '../errors';
import {
  chunkCount,
  chunkSize,
  contentSize,
  encodeHeader,
  layoutOf,
  prefixSize,
  saltSize,
  sealedChunkSize,
  sealedSpan,
  type FileRef,
} from './format';
import type { BatchTransformer } from '../crypto/batch-transform';
import { openSegments } from './layout';
import { readPrefix, wholeFileKeys } from './prefix';
import { frontSizeOf } from './segments';

/** Creates a file key: 32 random bytes, for one version of one file. */
export const newFileKey = (): Bytes => randomBytes(32);

/**
 * Seals content: outputs `sealedSize(n)` bytes for n bytes. Constant memory.
 * @param fileKey 32 bytes from `newFileKey`, used only for this version of this file
 */
export function sealFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let chunks: BatchTransformer;
  return new TransformStream<Uint8Array, Bytes>({
    async start(controller) {
      const salt = randomBytes(saltSize);
      const keys = await wholeFileKeys(fileKey, file, salt);
      chunks = sealChunks(keys);
      controller.enqueue(concat(encodeHeader(file), salt, keys.commitment));
    },
    transform: (bytes, controller) => chunks.transform(bytes, controller),
    flush: (controller) => chunks.flush(controller),
  });
}

/**
 * Opens a sealed file of either layout: outputs authentic content. Constant memory. The content is complete only when the stream ends without
 * an error; discard it otherwise.
 * @throws in the stream: SealingError MALFORMED, UNSUPPORTED, WRONG_FILE, WRONG_KEY, TAMPERED, TRUNCATED
 */
export function openFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let front: Bytes = new Uint8Array();
  let chunks: BatchTransformer | undefined;
  return new TransformStream<Uint8Array, Bytes>({
    async transform(bytes, controller) {
      let at = 0;
      while (!chunks) {
        const missing = frontSizeOf(front) - front.length;
        const taken = bytes.subarray(at, at + missing);
        front = concat(front, taken);
        at += taken.length;
        if (taken.length < missing) return;
        if (front.length === frontSizeOf(front)) chunks = await openContent(fileKey, file, front);
      }
      await chunks.transform(bytes.subarray(at), controller);
    },
    flush(controller) {
      if (!chunks) throw new SealingError('TRUNCATED');
      return chunks.flush(controller);
    },
  });
}

/** @param front exactly the bytes before the content */
const openContent = async (fileKey: Bytes, file: FileRef, front: Bytes): Promise<BatchTransformer> =>
  layoutOf(front) === 'whole' ? openChunks(await readPrefix(fileKey, file, front)) : openSegments(fileKey, file, front);

/** Random access to the bytes of a sealed file; `read` returns exactly `length` bytes from `offset`. */
export interface SealedSource {
  size: number;
  read: (offset: number, length: number) => Promise<Uint8Array>;
}

/** Random access to the content of a sealed file. */
export interface FileReader {
  /** Bytes of content; authenticated. */
  size: number;
  /** Authentic content bytes from `start` to `end` (exclusive, at most `size`). Holds the range in memory. */
  read: (start: number, end: number) => Promise<Bytes>;
}

/** Opens a sealed file for random access. Reads and checks the header and the last chunk, so a truncated or extended file fails at once. */
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
  };
}
