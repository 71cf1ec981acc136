import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { networkError, errorFromResponse, type ApiError } from './api-error';
import { noRetry, isTransient, withRetry, type RetryPolicy } from './retry';

/** Which state of a content was read. Streams of its ranges share it. */
export interface ContentVersion {
  /** Entity tag of the first answer; null if it had none, undefined before it. */
  etag?: string | null;
}

export interface ResumableStreamOptions {
  /** Bytes of the whole content. */
  size: number;
  /** Offset of the first byte to read. */
  from?: number;
  /** Offset after the last byte to read; absent: to the end. */
  to?: number;
  version?: ContentVersion;
  /** Attempts count only while no bytes arrive. */
  retryPolicy?: RetryPolicy;
  signal?: AbortSignal;
  /** @param loaded offset that is reached */
  onProgress?: (loaded: number) => void;
  /** Called when all retries failed; resumes when it resolves. Absent: the stream fails. */
  confirmResume?: (failure: ApiError) => Promise<void>;
}

/** The headers of a request for these bytes, in the state that was read before. */
export function rangeHeaders(
  { from, to, size }: { from: number; to: number; size: number },
  { etag }: ContentVersion,
): Record<string, string> {
  if (from === 0 && to === size) return {};
  // If-Range compares strongly (RFC 9110, 13.1.5)
  const isStrong = etag && !etag.startsWith('W/');
  return { range: `bytes=${from}-${to < size ? to - 1 : ''}`, ...(isStrong && { 'if-range': etag }) };
}

/** Whether the answer begins at `from`, and is of a content of this size in the state that was read before. */
function isExpected(
  { headers, status }: Response,
  { from, size }: { from: number; size: number },
  version: ContentVersion,
): boolean {
  const etag = headers.get('etag');
  if (version.etag !== undefined && version.etag !== etag) return false;
  version.etag = etag;
  if (status !== 206) return from === 0;
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  return start === String(from) && (total === '*' || total === String(size));
}

/**
 * A stream that resumes after a broken connection at the byte reached (HTTP `Range`).
 * @param request makes one request; called for every attempt, because signed URLs expire after minutes
 * @throws in the stream: errors of `request`; ApiError; SealingError TRUNCATED when the server has fewer bytes, TAMPERED when it has more,
 * sends others than requested, or the content has changed
 */
export function resumableStream(
  request: (init: RequestInit) => Promise<Response>,
  {
    size,
    from = 0,
    to = size,
    version = {},
    retryPolicy = noRetry,
    signal,
    onProgress,
    confirmResume,
  }: ResumableStreamOptions,
): ReadableStream<Bytes> {
  let loaded = from;
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  /** Whether the current response has delivered bytes. */
  let hasDelivered = false;

  /** Discards the rest of the response. */
  const discard = () => reader?.cancel().catch(() => undefined);

  const open = async () => {
    const headers = rangeHeaders({ from: loaded, to, size }, version);
    const response = await request({ headers, ...(signal && { signal }) });
    if (response.status === 416) throw new SealingError('TRUNCATED');
    if (!response.ok) throw await errorFromResponse(response);
    if (!isExpected(response, { from: loaded, size }, version)) {
      await response.body?.cancel();
      throw new SealingError('TAMPERED');
    }
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
        if (loaded < to) {
          const bytes = await next();
          hasDelivered = true;
          loaded += bytes.length;
          if (loaded > to) {
            void discard();
            throw new SealingError('TAMPERED');
          }
          onProgress?.(loaded);
          controller.enqueue(bytes);
        }
        if (loaded < to) return;
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
