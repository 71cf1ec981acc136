import { predictLength } from 'client-zip';
import { runJob, type JobOptions } from './client';
import type { DownloadJob, PlannedEntry } from './jobs';
import { openSink } from './save';

export { downloadWords } from './refusals';

/** Bytes of the ZIP that is made of these. */
export const zipLength = (entries: Pick<PlannedEntry, 'name' | 'size'>[]): number => Number(predictLength(entries.map(({ name, size }) => ({ name, size }))));

export interface Saving extends JobOptions {
  /** Of the file that is written. */
  name: string;
  /** Of it, in bytes. */
  length: number;
}

/** Fetches, opens, checks and saves; a download that fails leaves nothing behind. */
export async function saveDownload(job: Omit<DownloadJob, 'kind' | 'output'>, { name, length, ...options }: Saving): Promise<void> {
  const sink = await openSink(name, length);
  try {
    await Promise.all([runJob({ kind: 'download', ...job, output: sink.output }, options), sink.finished]);
  } finally {
    sink.close?.();
  }
}
