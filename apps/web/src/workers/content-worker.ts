import type { Crypto, WorkOptions } from '@tradepost/client/crypto/crypto';
import type { CutContent } from '@tradepost/client/segments/cut-content';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { transfer, wrap, type Remote } from 'comlink';
import { unlessCrashed } from './in-worker';
import type { Download, DownloadOptions, SealingWork } from './sealing.worker';
import { servePieces } from './pieces';
import { endCall } from './transfer';
import { t } from '../i18n/t';

/** Its proxy lives as long as it: comlink disconnects a worker when its proxy is collected. */
let running: { worker: Worker; remote: Remote<SealingWork> } | undefined;

/** Started with the first call, because most pages seal nothing. */
function sealingWorker() {
  if (running) return running;
  const worker = new Worker(new URL('./sealing.worker.ts', import.meta.url), { type: 'module', name: 'sealing' });
  const started = { worker, remote: wrap<SealingWork>(worker) };
  worker.addEventListener('error', () => (running = undefined), { once: true });
  return (running = started);
}

async function run<R, O extends WorkOptions>(
  options: O,
  call: (remote: Remote<SealingWork>, options: O) => PromiseLike<R>,
): Promise<R> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { worker, remote } = sealingWorker();
  const sent = { ...options };
  try {
    return await unlessCrashed(worker, t('The encryption worker could not be started. Please reload the page.'), () =>
      call(remote, sent),
    );
  } catch (error) {
    // the same reason, not its copy from the worker
    signal?.throwIfAborted();
    throw error;
  } finally {
    endCall(sent);
  }
}

/** Seals and opens contents in the worker, which never has more than a few MiB in memory. */
export const contentWorker: Pick<Crypto, 'seal' | 'open'> = {
  seal: (content, fileKey, file, given = {}) =>
    run(given, (remote, options) => remote.seal(content, fileKey, file, options)),
  open: (sealed, fileKey, file, type, given = {}) =>
    run(given, (remote, options) => {
      const { port1: near, port2: far } = new MessageChannel();
      // the worker gets the same error, and the call fails with it
      servePieces(sealed, near).catch(() => undefined);
      return remote.open(transfer(far, [far]), fileKey, file, type, options);
    }),
};

/** Fetches, opens and verifies objects in the worker. @param output gets the pieces @throws SealingError, ApiError; the signal's reason */
export const download = (planned: Download, output: MessagePort, given: DownloadOptions): Promise<void> =>
  run(
    { ...given, address: async (failure?: Error) => new URL(await given.address(failure), location.origin).href },
    (remote, options) => remote.download(planned, transfer(output, [output]), options),
  );

/** The SHA-256 of a content, computed in the worker. @throws the signal's reason; errors of reading */
export const contentSha256 = (content: Blob, given: WorkOptions = {}): Promise<string> =>
  run(given, (remote, options) => remote.contentSha256(content, options));

/** Cuts a content into segments in the worker. @throws the signal's reason; errors of reading */
export const cutInWorker = (content: Blob, secret: Bytes, given: WorkOptions = {}): Promise<CutContent> =>
  run(given, (remote, options) => remote.cut(content, secret, options));

/** Seals a range of a planned upload in the worker. @param memory of an earlier result, used again if it is large enough @throws errors of reading */
export const sealRange: SealingWork['sealRange'] = (content, key, range, memory) =>
  run({}, (remote) => remote.sealRange(content, key, range, memory && transfer(memory, [memory])));
