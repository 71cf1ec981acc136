import { PartSlots } from '@tradepost/client/api/part-slots';
import { uploadNumberedParts, type PartUpload } from '@tradepost/client/api/part-upload';
import { abortUpload, isUploadGone } from '@tradepost/client/api/resumable-upload';
import { defaultRetry } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import { routes } from '@tradepost/contracts/routes';
import type { FileView } from '@tradepost/contracts/storage';
import { client, clientOver, inSession } from './client';
import { isPause } from './pause';
import { withUploadProgress, type UploadOptions } from './upload';

/** A browser opens six connections to a server: the other calls of the page need some. */
const slots = new PartSlots({ most: 4 });

/** For as long as the page lives. */
const storeWay = new StoreWay();

/** Adds the bytes of all calls that are under way to those that were sent. */
function totalProgress(onProgress: (bytes: number) => void) {
  const sending = new Map<symbol, number>();
  let sent = 0;
  const report = () => onProgress([...sending.values()].reduce((sum, bytes) => sum + bytes, sent));
  return {
    transport: (url: string, init: RequestInit): Promise<Response> => {
      const call = Symbol();
      const track = withUploadProgress((loaded) => {
        sending.set(call, loaded);
        report();
      });
      return track(url, init).finally(() => sending.delete(call));
    },
    onSent(bytes: number) {
      sent = bytes;
      report();
    },
  };
}

const storageKeyOf = (key: string) => `upload ${key}`;

/** Lets the server drop the parts of an upload that nobody resumes. Those of a call that fails, it removes after a day. */
export function discardUpload(key: string): void {
  const address = localStorage.getItem(storageKeyOf(key));
  if (!address) return;
  localStorage.removeItem(storageKeyOf(key));
  abortUpload(client, address).catch(() => undefined);
}

/**
 * Sends a file in numbered parts. An interrupted upload resumes with the parts that the server does not have, also when the same bytes are sent
 * again within a day.
 * @param key identifies these bytes @param canRestart false for a sealed file: another upload of it needs another key
 * @throws ApiError; the signal's reason when cancelled, after which the server drops the parts, or paused
 */
export async function resumableUpload(
  file: PartUpload,
  { key, canRestart }: { key: string; canRestart: boolean },
  { onProgress, signal }: UploadOptions = {},
): Promise<FileView> {
  signal?.throwIfAborted();
  const { size } = file;
  const storageKey = storageKeyOf(key);
  let address = localStorage.getItem(storageKey);
  const { transport, onSent } = totalProgress((bytes) => onProgress?.(Math.min(size, bytes), size));
  const calls = clientOver(transport, {
    retryPolicy: defaultRetry,
    storeWay: storeWay.over(transport),
    ...(signal && { signal }),
  });
  const send = () =>
    uploadNumberedParts(calls, file, {
      slots,
      resume: address ? { address, sent: new Map() } : undefined,
      onCreated: (created) => localStorage.setItem(storageKey, (address = created)),
      onProgress: onSent,
    });
  const sendOrRestart = async () => {
    try {
      return await send();
    } catch (error) {
      if (!isUploadGone(error)) throw error;
      localStorage.removeItem(storageKey);
      if (!address || !canRestart) throw error;
      address = null;
      return send();
    }
  };
  try {
    const uploaded = await inSession(routes.createUpload, sendOrRestart());
    localStorage.removeItem(storageKey);
    return uploaded;
  } catch (error) {
    if (signal?.aborted && !isPause(signal)) discardUpload(key);
    throw error;
  }
}
