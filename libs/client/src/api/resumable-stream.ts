import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { networkError, errorFromResponse, type ApiError } from './api-error';
import { noRetry, isTransient, withRetry, type RetryPolicy } from './retry';

export interface ResumableStreamOptions {
  /** Total size in bytes. */
  size: number;
  /** Offset of the first byte to read. */
  from?: number;
  /** Attempts count only while no bytes arrive. */
  retryPolicy?: RetryPolicy;
  signal?: AbortSignal;
  /** @param loaded bytes loaded so far, including `from` */
  onProgress?: (loaded: number) => void;
  /** Called when all retries failed; resumes when it resolves. Absent: the stream fails. */
  confirmResume?: (failure: ApiError) => Promise<void>;
}

/**
 * A stream that resumes after a broken connection at the byte reached (HTTP `Range`).
 * @param request makes one request; called for every attempt, because signed URLs expire after minutes
 * @throws in the stream: errors of `request`; ApiError; SealingError TRUNCATED when the server has fewer bytes than `size`, TAMPERED
 * when it has more or the content has changed
 */
export function resumableStream(
  request: (init: RequestInit) => Promise<Response>,
  { size, from = 0, retryPolicy = noRetry, signal, onProgress, confirmResume }: ResumableStreamOptions,
): ReadableStream<Bytes> {
  let loaded = from;
  let etag: string | null = null;
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  /** Whether the current response has delivered bytes. */
  let hasDelivered = false;

  /** Discards the rest of the response. */
  const discard = () => reader?.cancel().catch(() => undefined);

  const open = async () => {
    const headers: Record<string, string> =
      loaded > 0 ? { range: `bytes=${loaded}-`, ...(etag && { 'if-range': etag }) } : {};
    const response = await request({ headers, ...(signal && { signal }) });
    if (response.status === 416) throw new SealingError('TRUNCATED');
    if (!response.ok) throw await errorFromResponse(response);
    if (loaded > 0 && response.status !== 206) {
      await response.body?.cancel();
      throw new SealingError('TAMPERED');
    }
    etag = response.headers.get('etag');
    hasDelivered = false;
    return response.body?.getReader();
  };

  const read = async (): Promise<Bytes> => {
    try {
      reader ??= await open();
      const piece = await reader?.read().catch(() => {
        signal?.throwIfAborted();
        throw networkError();
      });
      if (piece?.value) return piece.value;
      throw hasDelivered ? networkError() : new SealingError('TRUNCATED');
    } catch (error) {
      reader = undefined;
      throw error;
    }
  };

  const next = async (): Promise<Bytes> => {
    for (;;) {
      try {
        return await withRetry(read, retryPolicy, { isRepeatable: true, signal });
      } catch (error) {
        if (!confirmResume || !isTransient(error)) throw error;
        await confirmResume(error);
      }
    }
  };

  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        if (loaded < size) {
          const bytes = await next();
          hasDelivered = true;
          loaded += bytes.length;
          if (loaded > size) {
            void discard();
            throw new SealingError('TAMPERED');
          }
          onProgress?.(loaded);
          controller.enqueue(bytes);
        }
        if (loaded < size) return;
        void discard();
        controller.close();
      },
      async cancel(reason) {
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
