import { concat, exactly, randomBytes, split, utf8, type Bytes } from '../crypto/bytes';
import { bodyKeys, checkCommitment, openChunk, openChunks, sealChunks, type BodyKeys } from './body';
import { SealingError } from '../errors';
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
import type { BatchTransformer } from '../crypto/batch-transform';
import { hkdfSha256 } from '../crypto/primitives';

/** Creates a file key: 32 random bytes, for one version of one file. */
export const newFileKey = (): Bytes => randomBytes(32);

async function keysFor(fileKey: Bytes, file: FileRef, salt: Bytes): Promise<BodyKeys> {
  return bodyKeys(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/body')), salt, encodeHeader(file));
}

/** Checks the first `prefixSize` bytes of a sealed file and derives the keys of its chunks. */
export async function readPrefix(fileKey: Bytes, file: FileRef, prefix: Uint8Array): Promise<BodyKeys> {
  if (prefix.length !== prefixSize) throw new SealingError('TRUNCATED');
  const [header, salt, commitment] = split(prefix, headerSize, saltSize, commitmentSize);
  checkHeader(header!, file);
  const keys = await keysFor(fileKey, file, salt!);
  checkCommitment(keys, commitment!);
  return keys;
}

/**
 * Seals content: outputs `sealedSize(n)` bytes for n bytes. Constant memory.
 * @param fileKey 32 bytes from `newFileKey`, used only for this version of this file
 */
export function sealFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let chunks: BatchTransformer;
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
 * Opens a sealed file: outputs authentic content. Constant memory. The content is complete only when the stream ends without an error;
 * discard it otherwise.
 * @throws in the stream: SealingError MALFORMED, UNSUPPORTED, WRONG_FILE, WRONG_KEY, TAMPERED, TRUNCATED
 */
export function openFile(fileKey: Bytes, file: FileRef): TransformStream<Uint8Array, Bytes> {
  let prefix: Bytes = new Uint8Array();
  let chunks: BatchTransformer | undefined;
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
