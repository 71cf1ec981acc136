import { ApiError } from './api-error';

/** When and how often a failed call is repeated. */
export interface RetryPolicy {
  /** Maximum number of calls, including the first. */
  attempts: number;
  /** Maximum delay after the first failure, in milliseconds; it doubles with each further failure. */
  baseDelayMs: number;
  /** Upper limit of a delay, in milliseconds. A longer `Retry-After` ends the retries. */
  maxDelayMs: number;
  /** Called before each delay. */
  onRetry?: (error: ApiError) => void;
}

export const defaultRetry: RetryPolicy = { attempts: 6, baseDelayMs: 500, maxDelayMs: 20_000 };
export const noRetry: RetryPolicy = { attempts: 1, baseDelayMs: 0, maxDelayMs: 0 };

/** Whether a failure is temporary: no answer, or a status of 500 and above except 507 (quota exceeded). */
export const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.status !== 507;

/** The call collided with its own earlier attempt, which is still in progress or got further than the client knew. */
const metOwnEarlierAttempt = ({ code, status }: ApiError) =>
  code === 'IN_PROGRESS' || code === 'OFFSET_CONFLICT' || status === 423;

/**
 * Whether the same call can be repeated. A call that was rate-limited (429) had no effect. After any other failure the effect is
 * unknown, so only repeatable calls are retried.
 */
const canRetry = (error: unknown, isRepeatable: boolean): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 429
    ? error.retryAfter !== undefined
    : isRepeatable && (isTransient(error) || metOwnEarlierAttempt(error)));

/**
 * Repeats a call after temporary failures, with exponential back-off and full jitter, or after the server's `Retry-After`.
 * @throws the error of the last attempt; the signal's reason when aborted, also during a delay
 */
export async function withRetry<T>(
  call: () => Promise<T>,
  { attempts, baseDelayMs, maxDelayMs, onRetry }: RetryPolicy,
  { isRepeatable, signal }: { isRepeatable: boolean; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= attempts || !canRetry(error, isRepeatable)) throw error;
      const retryAfterMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
      if (retryAfterMs !== undefined && retryAfterMs > maxDelayMs) throw error;
      onRetry?.(error);
      await delay(retryAfterMs ?? Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)), signal);
    }
  }
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
