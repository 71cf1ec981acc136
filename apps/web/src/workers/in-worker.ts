import { wrap, type Remote } from 'comlink';
import './transfer';
import { t } from '../i18n/t';

/** A worker could not start, or has crashed. The message is for people. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

/** Waits for a call of a worker. One that cannot start, or crashes, ends the call: comlink would wait forever. @throws NotLoaded with `failure` as its message */
export async function unlessCrashed<R>(worker: Worker, failure: string, call: () => PromiseLike<R>): Promise<R> {
  const over = new AbortController();
  const crashed = new Promise<never>((_, reject) =>
    worker.addEventListener('error', () => reject(new NotLoaded(failure)), { once: true, signal: over.signal }),
  );
  try {
    return await Promise.race([call(), crashed]);
  } finally {
    over.abort();
  }
}

/** Makes one call in a new worker and terminates it, which frees its memory. */
export async function inNewWorker<T, R>(worker: Worker, call: (remote: Remote<T>) => PromiseLike<R>): Promise<R> {
  const failure = t('This part of the app could not be loaded. Check your connection and try again.');
  try {
    return await unlessCrashed(worker, failure, () => call(wrap<T>(worker)));
  } finally {
    worker.terminate();
  }
}
