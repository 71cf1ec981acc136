import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import { openFile, sealFile } from '@tradepost/sealing/file/file';
import type { Crypto, WorkOptions } from './crypto';

const progressIntervalMs = 100;

/** Reports the progress of the stream that passes through it. */
function counting(total: number, { onProgress }: WorkOptions): TransformStream<Uint8Array, Uint8Array> {
  let loaded = 0;
  let reportedAt = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      loaded += bytes.length;
      const now = performance.now();
      if (loaded === total || now - reportedAt >= progressIntervalMs) {
        reportedAt = now;
        onProgress?.(loaded);
      }
      controller.enqueue(bytes);
    },
  });
}

const counted = (blob: Blob, options: WorkOptions) =>
  blob.stream().pipeThrough(counting(blob.size, options), options.signal ? { signal: options.signal } : {});

const blobOf = (stream: ReadableStream<Uint8Array>, type: string) =>
  new Response(stream as ReadableStream<Bytes>, { headers: { 'Content-Type': type } }).blob();

/** Seals and opens contents in this thread. */
export const contents: Pick<Crypto, 'seal' | 'open'> = {
  async seal(content, fileKey, file, options = {}) {
    const hash = await hashStream();
    const sealed = counted(content, options).pipeThrough(hash.stream).pipeThrough(sealFile(fileKey, file));
    return { sealed: await blobOf(sealed, 'application/octet-stream'), sha256: hash.digest() };
  },

  async open(sealed, fileKey, file, type, options = {}) {
    const hash = await hashStream();
    const content = counted(sealed, options).pipeThrough(openFile(fileKey, file)).pipeThrough(hash.stream);
    return { content: await blobOf(content, type), sha256: hash.digest() };
  },
};
