/**
 * Aborts after a time, or with another signal; to be aborted when it is not needed any more.
 * `AbortSignal.any` does not work here: nothing references its timeout, which is then garbage-collected before it fires
 * (https://github.com/nodejs/node/issues/57736).
 */
export function deadlineOf(...ends: AbortSignal[]): AbortController {
  const deadline = new AbortController();
  const end = () => deadline.abort();
  for (const signal of ends) signal.addEventListener('abort', end, { once: true, signal: deadline.signal });
  if (ends.some(({ aborted }) => aborted)) end();
  return deadline;
}

/** The promise, rejected when the signal aborts. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
    promise.then(resolve, reject);
  });
}
