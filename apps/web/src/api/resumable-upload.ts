import { patient } from '@tradepost/client/retry';
import { dropParts, uploadInParts, type PartedUpload } from '@tradepost/client/uploads-in-parts';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { client, clientOver, inSession } from './client';
import { telling, type UploadOptions } from './upload';

/**
 * Sends a file in parts. A part that was cut off is continued where the server has it, also when the same bytes are sent again
 * within a day.
 * @param key names these very bytes
 * @throws ApiError; the signal's reason when cancelled, and then the server forgets the parts
 */
export async function resumableUpload(
  file: PartedUpload,
  key: string,
  { onProgress, signal }: UploadOptions = {},
): Promise<FileView> {
  signal?.throwIfAborted();
  const { size } = file.content;
  const place = `upload ${key}`;
  let begun = localStorage.getItem(place);
  let arrived = 0;
  const calls = clientOver(
    telling((loaded) => onProgress?.(arrived + loaded, size)),
    { patience: patient, ...(signal && { signal }) },
  );
  const onBegun = (address: string) => localStorage.setItem(place, (begun = address));
  const tell = (sent: number) => onProgress?.((arrived = sent), size);
  try {
    const stored = await inSession(
      routes.createUpload,
      uploadInParts(calls, file, { begun, onBegun, onProgress: tell }),
    );
    localStorage.removeItem(place);
    return stored;
  } catch (error) {
    if (signal?.aborted && begun) {
      localStorage.removeItem(place);
      // Parts nobody finishes are removed by the server after a day.
      dropParts(client, begun).catch(() => undefined);
    }
    throw error;
  }
}
