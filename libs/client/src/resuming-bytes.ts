import type { Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { networkError, refusalIn, type ApiError } from './api-error';
import { impatient, mayPass, retrying, type Patience } from './retry';

export interface WantedBytes {
  /** Of all of them. */
  size: number;
  /** The first one that is wanted. */
  from?: number;
  /** Counts attempts in a row that brought nothing. */
  patience?: Patience;
  signal?: AbortSignal;
  /** @param loaded the byte reached */
  onProgress?: (loaded: number) => void;
  /** Asked when patience is at its end, which is the end of it all without: goes on once it resolves. */
  goOn?: (failure: ApiError) => Promise<void>;
}

/**
 * The bytes as they come. A connection that breaks is taken up at the byte reached (`Range`).
 * @param ask makes the call, each time anew: a signed address lives for minutes
 * @throws in the stream: whatever `ask` throws; ApiError; SealingError TRUNCATED when the server has fewer bytes, TAMPERED when it
 * has more or these are not the bytes of before any more
 */
export function resumingBytes(
  ask: (init: RequestInit) => Promise<Response>,
  { size, from = 0, patience = impatient, signal, onProgress, goOn }: WantedBytes,
): ReadableStream<Bytes> {
  let loaded = from;
  let etag: string | null = null;
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  /** Whether the present answer held any. */
  let brought = false;

  /** Whatever more there may be is of no interest. */
  const leave = () => reader?.cancel().catch(() => undefined);

  const open = async () => {
    const headers: Record<string, string> =
      loaded > 0 ? { range: `bytes=${loaded}-`, ...(etag && { 'if-range': etag }) } : {};
    const response = await ask({ headers, ...(signal && { signal }) });
    if (response.status === 416) throw new SealingError('TRUNCATED');
    if (!response.ok) throw await refusalIn(response);
    if (loaded > 0 && response.status !== 206) {
      await response.body?.cancel();
      throw new SealingError('TAMPERED');
    }
    etag = response.headers.get('etag');
    brought = false;
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
      throw brought ? networkError() : new SealingError('TRUNCATED');
    } catch (error) {
      reader = undefined;
      throw error;
    }
  };

  const next = async (): Promise<Bytes> => {
    for (;;) {
      try {
        return await retrying(read, patience, { isRepeatable: true, signal });
      } catch (error) {
        if (!goOn || !mayPass(error)) throw error;
        await goOn(error);
      }
    }
  };

  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        if (loaded < size) {
          const bytes = await next();
          brought = true;
          loaded += bytes.length;
          if (loaded > size) {
            void leave();
            throw new SealingError('TAMPERED');
          }
          onProgress?.(loaded);
          controller.enqueue(bytes);
        }
        if (loaded < size) return;
        void leave();
        controller.close();
      },
      async cancel(reason) {
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
