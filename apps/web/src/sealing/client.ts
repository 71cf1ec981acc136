import type { FromWorker, Job, Results, ToWorker } from './worker/jobs';
import { deserializeError, serializeError } from './worker/serialized-error';

export interface JobOptions {
  /** Bytes processed and bytes in total. */
  onProgress?: (loaded: number) => void;
  signal?: AbortSignal | undefined;
  /** For downloads: the URL to fetch from. `failure`: why several attempts failed. */
  address?: (failure?: Error) => Promise<string>;
}

let worker: Worker | undefined;

/** Loaded with the first job, because most pages seal nothing. */
const sealingWorker = () =>
  (worker ??= new Worker(new URL('./worker/sealing.worker.ts', import.meta.url), { type: 'module', name: 'sealing' }));

/**
 * Runs a job in the worker, which never has more than a few MiB in memory.
 * @throws SealingError, ApiError; the signal's reason when it was cancelled
 */
export function runJob<J extends Job>(
  job: J,
  { onProgress, signal, address }: JobOptions = {},
): Promise<Results[J['kind']]> {
  signal?.throwIfAborted();
  const { port1: port, port2 } = new MessageChannel();
  const post = (message: ToWorker) => port.postMessage(message);
  const abort = (reason: unknown) => post({ kind: 'abort', error: serializeError(reason) });
  const onAbort = () => abort(signal?.reason);
  const over = new AbortController();
  signal?.addEventListener('abort', onAbort, { signal: over.signal });
  return new Promise<Results[J['kind']]>((resolve, reject) => {
    port.onmessage = ({ data }: MessageEvent<FromWorker<J['kind']>>) => {
      if (data.kind === 'progress') return onProgress?.(data.loaded);
      if (data.kind === 'done') return resolve(data.result);
      if (data.kind === 'failed') return reject(signal?.aborted ? signal.reason : deserializeError(data.error));
      address?.(data.failure && deserializeError(data.failure)).then(
        (url) => post({ kind: 'address', url: new URL(url, location.origin).href }),
        abort,
      );
    };
    const inHand = sealingWorker();
    const onCrash = () => {
      worker = undefined;
      reject(new Error('The encryption worker could not be started. Please reload the page.'));
    };
    inHand.addEventListener('error', onCrash, { once: true, signal: over.signal });
    inHand.postMessage(job, [port2, ...('output' in job ? [job.output] : [])]);
  }).finally(() => {
    over.abort();
    port.close();
  });
}
