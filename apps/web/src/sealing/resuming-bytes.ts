import { SealingError } from '@tradepost/sealing/errors';
import { ApiError, errorOf, networkError } from '@tradepost/client/api-error';

type Bytes = Uint8Array<ArrayBuffer>;

const pausesMs = [500, 1_000, 2_000, 4_000];
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** What may pass by itself: no answer, or a part that is down. */
const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export interface ResumingBytes {
  size: number;
  /** A fresh address for each attempt: they live for minutes. `failure`: several attempts in a row brought nothing. */
  address: (failure?: Error) => Promise<string>;
  onProgress?: (loaded: number) => void;
  signal?: AbortSignal;
  pauses?: number[];
}

/**
 * `size` bytes as they come. A connection that breaks is taken up at the byte reached (`Range`). Fails with TRUNCATED when the
 * server ends early and has no more, with TAMPERED when these are not the bytes of before any more.
 */
export function resumingBytes({ size, address, onProgress, signal, pauses = pausesMs }: ResumingBytes): ReadableStream<Bytes> {
  let loaded = 0;
  let etag: string | null = null;
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  let failures = 0;
  /** Bytes the present answer brought. */
  let brought = 0;

  const open = async (failure?: Error) => {
    const url = await address(failure);
    const headers: Record<string, string> = loaded > 0 ? { Range: `bytes=${loaded}-`, ...(etag && { 'If-Range': etag }) } : {};
    const response = await fetch(url, { headers, signal: signal ?? null }).catch(() => {
      signal?.throwIfAborted();
      throw networkError();
    });
    if (response.status === 416) throw new SealingError('TRUNCATED');
    if (!response.ok) throw errorOf(response.status, await response.text(), (name) => response.headers.get(name));
    if (loaded > 0 && response.status !== 206) throw new SealingError('TAMPERED');
    etag = response.headers.get('etag');
    brought = 0;
    return response.body?.getReader();
  };

  const read = async (failure?: Error): Promise<Bytes> => {
    reader ??= await open(failure);
    const piece = await reader?.read().catch(() => {
      signal?.throwIfAborted();
      throw networkError();
    });
    if (piece?.value) return piece.value;
    if (brought === 0) throw new SealingError('TRUNCATED');
    throw networkError();
  };

  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        if (loaded === size) return controller.close();
        for (let failure: Error | undefined; ; ) {
          try {
            const bytes = await read(failure);
            failures = 0;
            brought += bytes.length;
            loaded += bytes.length;
            if (loaded > size) throw new SealingError('TAMPERED');
            onProgress?.(loaded);
            controller.enqueue(bytes);
            if (loaded === size) {
              void reader?.cancel();
              controller.close();
            }
            return;
          } catch (error) {
            reader = undefined;
            if (!mayPass(error) || signal?.aborted) throw error;
            const pause = pauses[failures++];
            failure = pause === undefined ? (error as Error) : undefined;
            if (pause === undefined) failures = 0;
            else await wait(pause);
          }
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
