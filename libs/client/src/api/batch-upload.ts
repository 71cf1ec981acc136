import { routes } from '@tradepost/contracts/routes';
import type { BatchResult, FileView } from '@tradepost/contracts/storage';
import { maxBatchFiles, maxBatchTermsBytes } from '@tradepost/contracts/values/upload-sizes';
import type { ApiClient, CallOptions } from './api-client';
import { ApiError, problemOf } from './api-error';

/** Bytes. Larger files gain nothing from a batch. */
export const maxBytesInBatch = 1024 * 1024;
/** Bytes of the files that are sent together: what a broken connection costs, and what the sender holds in memory. */
const batchBytes = 8 * 1024 * 1024;

/** A new small file. `terms`: the fields of a single upload, including those of a sealed file. */
export interface BatchFile {
  name: string;
  content: Blob;
  terms: Record<string, unknown>;
}

/** Splits files into batches, in their order. `termsBytes`: what a file has in addition, like a preview. */
export function batchesOf<T extends { size: number; termsBytes?: number }>(files: readonly T[]): T[][] {
  const batches: T[][] = [];
  let [bytes, termsBytes] = [0, 0];
  for (const file of files) {
    const last = batches.at(-1);
    bytes += file.size;
    termsBytes += file.termsBytes ?? 0;
    if (last && last.length < maxBatchFiles && bytes <= batchBytes && termsBytes <= maxBatchTermsBytes / 2) {
      last.push(file);
      continue;
    }
    batches.push([file]);
    [bytes, termsBytes] = [file.size, file.termsBytes ?? 0];
  }
  return batches;
}

/** The result for each file of a batch, in order: the stored file or the file's error. */
export const filesOrErrors = (count: number, results: readonly BatchResult[]): (FileView | ApiError)[] =>
  Array.from({ length: count }, (_, at) => {
    const { file, status = 502, error } = results[at] ?? {};
    if (file) return file;
    const { message = 'The server did not report the result for this file', ...problem } = problemOf(error);
    return new ApiError(message, { ...problem, status });
  });

/** Uploads new small files in one call. @returns for each, in order, the stored file or its error @throws ApiError for the call as a whole */
export async function uploadBatch(
  client: ApiClient,
  folderId: string,
  files: readonly BatchFile[],
  options: CallOptions = {},
): Promise<(FileView | ApiError)[]> {
  const terms = JSON.stringify(files.map((file) => file.terms));
  const file = files.map(({ name, content }) => ({ name, content }));
  const { results } = (await client.sendForm(routes.uploadFiles, { folderId }, { terms }, { file }, options)) as {
    results: BatchResult[];
  };
  return filesOrErrors(files.length, results);
}
