import { queryOptions } from '@tanstack/react-query';
import type { AskForRanges } from '@tradepost/client/api/direct-ranges';
import type { TransferFile } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';
import { t } from '../../i18n/t';

/** The transfer behind a download link. */
export const transferQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['transfer', id],
    queryFn: ({ signal }) => send(routes.transfer, { id: id ?? '' }, { signal }),
    enabled: id !== null && id !== '',
  });

const uuidPrefix = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-/i;

/** A file's name without a generated prefix and without `.octet-stream`. */
export const displayName = ({ name, key }: Pick<TransferFile, 'name' | 'key'>): string =>
  (name || (key.split('/').at(-1) ?? '')).replace(uuidPrefix, '').replace(/\.octet-stream$/, '');

/** A new URL of the archive, valid for five minutes. */
export const archiveUrl = async (id: string) => (await send(routes.transfer, { id })).archive.url;

/** @throws Error when the file is no longer part of the transfer */
export async function fileUrl(id: string, fileId: string): Promise<string> {
  const { files } = await send(routes.transfer, { id });
  const found = files.find((file) => file.fileId === fileId);
  if (!found) throw new Error(t('This file is no longer part of the transfer.'));
  return found.url;
}

/** Asks for addresses of ranges of a sealed file in the object store; the answer names none where the installation does not offer it. */
export const rangesOf =
  (transferId: string, fileId: string): AskForRanges =>
  async (ranges) =>
    (await send(routes.transferRanges, { transferId, fileId, ranges })).urls;

/** As `rangesOf`, for ranges of the archive. */
export const archiveRangesOf =
  (transferId: string): AskForRanges =>
  async (ranges) =>
    (await send(routes.archiveRanges, { transferId, ranges })).urls;

/** Path of a transfer's link in this app. The link also has the public origin. */
export const pathOf = (url: string) => {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
};
