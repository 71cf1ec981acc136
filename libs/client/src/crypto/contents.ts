import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import { openFile, sealFile } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { Crypto, WorkOptions } from './crypto';

const progressIntervalMs = 100;

/** Reports the progress of the stream that passes through it. */
function counting({ onProgress }: WorkOptions): TransformStream<Bytes, Bytes> {
  let loaded = 0;
  let reportedAt = 0;
  return new TransformStream<Bytes, Bytes>({
    transform(bytes, controller) {
      loaded += bytes.length;
      const now = performance.now();
      if (now - reportedAt >= progressIntervalMs) {
        reportedAt = now;
        onProgress?.(loaded);
      }
      controller.enqueue(bytes);
    },
    flush: () => void onProgress?.(loaded),
  });
}

/** Reports the progress of a stream, and ends with the signal. */
export const counted = (stream: ReadableStream<Bytes>, options: WorkOptions): ReadableStream<Bytes> =>
  stream.pipeThrough(counting(options), options.signal ? { signal: options.signal } : {});

/** The SHA-256 of a content, lower-case hex. Reads it once, in constant memory. */
export async function contentSha256(content: Blob, options: WorkOptions = {}): Promise<string> {
  const hash = await hashStream();
  await counted(content.stream(), options).pipeThrough(hash.stream).pipeTo(new WritableStream());
  return hash.digest();
}

/** @throws errors of the stream: Chromium replaces them by `Failed to fetch` */
async function blobOf(stream: ReadableStream<Uint8Array>, type: string): Promise<Blob> {
  const reader = (stream as ReadableStream<Bytes>).getReader();
  let failure: unknown;
  const read = () =>
    reader.read().catch((error: unknown) => {
      failure = error;
      throw error;
    });
  const watched = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  try {
    return await new Response(watched, { headers: { 'Content-Type': type } }).blob();
  } catch (error) {
    throw failure ?? error;
  }
}

/**
 * Seals a content as it is read, in constant memory.
 * @returns `sha256` of the content, lower-case hex, once the stream has ended
 */
export async function sealingStream(
  content: Blob,
  fileKey: Bytes,
  file: FileRef,
  options: WorkOptions = {},
): Promise<{ sealed: ReadableStream<Bytes>; sha256: () => string }> {
  const hash = await hashStream();
  const sealed = counted(content.stream(), options).pipeThrough(hash.stream).pipeThrough(sealFile(fileKey, file));
  return { sealed, sha256: hash.digest };
}

/** Seals and opens contents in this thread. The results are Blobs: a browser may store them on disk, Node holds them in memory. */
export const contents: Pick<Crypto, 'seal' | 'open'> = {
  async seal(content, fileKey, file, options = {}) {
    const { sealed, sha256 } = await sealingStream(content, fileKey, file, options);
    return { sealed: await blobOf(sealed, 'application/octet-stream'), sha256: sha256() };
  },

  async open(sealed, fileKey, file, type, options = {}) {
    const hash = await hashStream();
    const content = counted(sealed, options).pipeThrough(openFile(fileKey, file)).pipeThrough(hash.stream);
    return { content: await blobOf(content, type), sha256: hash.digest() };
  },
};
