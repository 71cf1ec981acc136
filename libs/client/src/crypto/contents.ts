import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import { openFile, sealFile } from '@tradepost/sealing/file/file';
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

const counted = (stream: ReadableStream<Bytes>, options: WorkOptions) =>
  stream.pipeThrough(counting(options), options.signal ? { signal: options.signal } : {});

const blobOf = (stream: ReadableStream<Uint8Array>, type: string) =>
  new Response(stream as ReadableStream<Bytes>, { headers: { 'Content-Type': type } }).blob();

/** Seals and opens contents in this thread. */
export const contents: Pick<Crypto, 'seal' | 'open'> = {
  async seal(content, fileKey, file, options = {}) {
    const hash = await hashStream();
    const sealed = counted(content.stream(), options).pipeThrough(hash.stream).pipeThrough(sealFile(fileKey, file));
    return { sealed: await blobOf(sealed, 'application/octet-stream'), sha256: hash.digest() };
  },

  async open(sealed, fileKey, file, type, options = {}) {
    const hash = await hashStream();
    const content = counted(sealed, options).pipeThrough(openFile(fileKey, file)).pipeThrough(hash.stream);
    return { content: await blobOf(content, type), sha256: hash.digest() };
  },
};
