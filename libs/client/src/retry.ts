import { ApiError } from './api-error';

/** How patient a client is. */
export interface Patience {
  /** Calls in all, the first one included. */
  attempts: number;
  /** Milliseconds: the longest pause after the first failure; it doubles with each further one. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** Told before each pause. */
  onPause?: (error: ApiError) => void;
}

export const patient: Patience = { attempts: 6, firstPauseMs: 500, longestPauseMs: 20_000 };
export const impatient: Patience = { attempts: 1, firstPauseMs: 0, longestPauseMs: 0 };

/** What may pass by itself: no answer, or a part that is down. Storage that is full is not. */
export const mayPass = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.status !== 507;

/** The call met an earlier attempt of its own, which is still under way or came further than was known. */
const metItself = ({ code, status }: ApiError) =>
  code === 'IN_PROGRESS' || code === 'OFFSET_CONFLICT' || status === 423;

/**
 * Whether the same call may be made again. A call that was refused for coming too often was not carried out; of any other
 * failure nobody knows, so only a call that may be repeated is.
 */
const mayRepeat = (error: unknown, isRepeatable: boolean): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 429 ? error.retryAfter !== undefined : isRepeatable && (mayPass(error) || metItself(error)));

/**
 * Does it again while it fails in a way that passes, after a random pause that doubles ("full jitter"), or as long as the
 * server asks for.
 * @throws whatever the last attempt threw; the signal's reason when aborted, also in a pause
 */
export async function retrying<T>(
  call: () => Promise<T>,
  { attempts, firstPauseMs, longestPauseMs, onPause }: Patience,
  { isRepeatable, signal }: { isRepeatable: boolean; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || !mayRepeat(error, isRepeatable)) throw error;
      const asked = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
      if (asked !== undefined && asked > longestPauseMs) throw error;
      onPause?.(error);
      await pause(asked ?? Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const over = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(over);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
