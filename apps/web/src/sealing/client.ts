import type { FromWorker, Job, Results, ToWorker } from './jobs';
import { heard, tell } from './told-error';

export interface JobOptions {
  /** Bytes in, of those there are. */
  onProgress?: (loaded: number) => void;
  signal?: AbortSignal | undefined;
  /** For downloads: where to fetch from. `failure`: several attempts brought nothing. */
  address?: (failure?: Error) => Promise<string>;
}

let worker: Worker | undefined;

/** Loaded with the first job: pages that seal nothing do without. */
const sealingWorker = () =>
  (worker ??= new Worker(new URL('./sealing.worker.ts', import.meta.url), { type: 'module', name: 'sealing' }));

/**
 * Work on bytes in the worker, which never holds more than a few MiB of them.
 * @throws SealingError, ApiError; the signal's reason when it was cancelled
 */
export function runJob<J extends Job>(
  job: J,
  { onProgress, signal, address }: JobOptions = {},
): Promise<Results[J['kind']]> {
  signal?.throwIfAborted();
  const { port1: port, port2 } = new MessageChannel();
  const say = (said: ToWorker) => port.postMessage(said);
  const abort = (reason: unknown) => say({ kind: 'abort', error: tell(reason) });
  const onAbort = () => abort(signal?.reason);
  const over = new AbortController();
  signal?.addEventListener('abort', onAbort, { signal: over.signal });
  return new Promise<Results[J['kind']]>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FromWorker<J['kind']>>) => {
      if (data.kind === 'progress') return onProgress?.(data.loaded);
      if (data.kind === 'done') return resolve(data.result);
      if (data.kind === 'failed') return reject(signal?.aborted ? signal.reason : heard(data.error));
      address?.(data.failure && heard(data.failure)).then(
        (url) => say({ kind: 'address', url: new URL(url, location.origin).href }),
        abort,
      );
    };
    const inHand = sealingWorker();
    const onCrash = () => {
      worker = undefined;
      reject(new Error('The part of this page that encrypts could not be started. Please load the page again.'));
    };
    inHand.addEventListener('error', onCrash, { once: true, signal: over.signal });
    inHand.postMessage(job, [port2, ...('output' in job ? [job.output] : [])]);
  }).finally(() => {
    over.abort();
    port.close();
  });
}
