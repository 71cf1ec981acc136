import { predictLength } from 'client-zip';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { download } from '../workers/content-worker';
import type { Download, DownloadOptions } from '../workers/sealing.worker';
import { openSink } from './save';

export { downloadError } from './refusals';

/** Bytes of the ZIP that is made of these. */
export const zipLength = (entries: Pick<PlannedEntry, 'name' | 'size'>[]): number =>
  Number(predictLength(entries.map(({ name, size }) => ({ name, size }))));

export interface Saving extends DownloadOptions {
  /** Of the file that is written. */
  name: string;
  /** Of it, in bytes. */
  length: number;
}

/** Fetches, opens, verifies and saves; a failed download leaves nothing behind. */
export async function saveDownload(planned: Download, { name, length, ...options }: Saving): Promise<void> {
  const sink = await openSink(name, length);
  let saveError: Error | undefined;
  const saved = sink.finished.catch((error: Error) => {
    saveError = error;
  });
  try {
    await download(planned, sink.output, options);
    await saved;
  } catch (error) {
    // a cancelled transfer of pieces has its cause in the sink's error
    throw (error as Error).name === 'AbortError' && !options.signal?.aborted && saveError ? saveError : error;
  } finally {
    sink.close?.();
  }
  if (saveError) throw saveError;
}
