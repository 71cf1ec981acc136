import { queryOptions } from '@tanstack/react-query';
import type { TransferFile } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { send } from '../../api/send';

const buildingPollMs = 1_000;

/** The transfer; asked again while its archive is being built. */
export const transferQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['transfer', id],
    queryFn: ({ signal }) => send(routes.transfer, { id: id ?? '' }, { signal }),
    enabled: id !== null && id !== '',
    refetchInterval: ({ state }) => (state.data?.archive.status === 'building' ? buildingPollMs : false),
  });

const uuidPrefix = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-/i;

/** A file's name as people know it: without a generated prefix and without `.octet-stream`. */
export const displayName = ({ name, key }: Pick<TransferFile, 'name' | 'key'>): string =>
  (name || (key.split('/').at(-1) ?? '')).replace(uuidPrefix, '').replace(/\.octet-stream$/, '');

/**
 * Reads the archive to its end, telling how far it has come, and hands it to the browser to save.
 * @throws Error when the answer is not the archive or ends early
 */
export async function downloadArchive(url: string, size: number, onProgress: (loaded: number) => void): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error('The archive could not be downloaded. Please try again.');
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    loaded += value.length;
    onProgress(loaded);
  }
  if (loaded !== size) throw new Error('The download ended early. Please try again.');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(pieces, { type: 'application/zip' }));
  link.download = `download_${Date.now()}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
