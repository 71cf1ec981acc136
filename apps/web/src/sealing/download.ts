import { predictLength } from 'client-zip';
import { runJob, type JobOptions } from './client';
import type { DownloadJob, PlannedEntry } from './jobs';
import { openSink } from './save';

export { downloadWords } from './refusals';

/** Bytes of the ZIP that is made of these. */
export const zipLength = (entries: Pick<PlannedEntry, 'name' | 'size'>[]): number =>
  Number(predictLength(entries.map(({ name, size }) => ({ name, size }))));

export interface Saving extends JobOptions {
  /** Of the file that is written. */
  name: string;
  /** Of it, in bytes. */
  length: number;
}

/** Fetches, opens, checks and saves; a download that fails leaves nothing behind. */
export async function saveDownload(
  job: Omit<DownloadJob, 'kind' | 'output'>,
  { name, length, ...options }: Saving,
): Promise<void> {
  const sink = await openSink(name, length);
  let notKept: Error | undefined;
  const kept = sink.finished.catch((error: Error) => {
    notKept = error;
  });
  try {
    await runJob({ kind: 'download', ...job, output: sink.output }, options);
    await kept;
  } catch (error) {
    // pieces that nobody takes are cancelled: why, the sink knows
    throw (error as Error).name === 'AbortError' && !options.signal?.aborted && notKept ? notKept : error;
  } finally {
    sink.close?.();
  }
  if (notKept) throw notKept;
}
