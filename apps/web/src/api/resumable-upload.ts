import { defaultRetry } from '@tradepost/client/api/retry';
import { abortUpload, uploadInParts, type ResumableUpload } from '@tradepost/client/api/resumable-upload';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { client, clientOver, inSession } from './client';
import { withUploadProgress, type UploadOptions } from './upload';

/**
 * Sends a file in parts. An interrupted upload resumes at the server's offset, also when the same bytes are sent again within
 * a day.
 * @param key identifies these bytes
 * @throws ApiError; the signal's reason when cancelled, after which the server drops the parts
 */
export async function resumableUpload(
  file: ResumableUpload,
  key: string,
  { onProgress, signal }: UploadOptions = {},
): Promise<FileView> {
  signal?.throwIfAborted();
  const { size } = file.content;
  const storageKey = `upload ${key}`;
  let uploadUrl = localStorage.getItem(storageKey);
  let arrived = 0;
  const calls = clientOver(
    withUploadProgress((loaded) => onProgress?.(arrived + loaded, size)),
    { retryPolicy: defaultRetry, ...(signal && { signal }) },
  );
  const onBegun = (address: string) => localStorage.setItem(storageKey, (uploadUrl = address));
  const report = (sent: number) => onProgress?.((arrived = sent), size);
  try {
    const stored = await inSession(
      routes.createUpload,
      uploadInParts(calls, file, { resumeUrl: uploadUrl, onCreated: onBegun, onProgress: report }),
    );
    localStorage.removeItem(storageKey);
    return stored;
  } catch (error) {
    if (signal?.aborted && uploadUrl) {
      localStorage.removeItem(storageKey);
      // The server removes unfinished parts after a day.
      abortUpload(client, uploadUrl).catch(() => undefined);
    }
    throw error;
  }
}
