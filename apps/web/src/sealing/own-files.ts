import type { CallOptions } from '@tradepost/client/api/api-client';
import { defaultRetry } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import { openOwnFile, ownSealedBytes } from '@tradepost/client/transfers/own-files';
import type { WorkOptions } from '@tradepost/client/crypto/crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { SendInput } from '@tradepost/contracts/values/wire';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fetchBytes } from '../api/bytes';
import { client, inSession } from '../api/client';
import { send } from '../api/send';
import { requireVault } from '../vault/vault';
import { contentWorker } from '../workers/content-worker';
import { explained, Refusal } from './refusals';
import { t } from '../i18n/t';

/** The API in the session of the page. */
export const source = {
  retryPolicy: defaultRetry,
  /** For as long as the page lives. */
  storeWay: new StoreWay(),
  send: <R extends Route>(route: R, input: SendInput<R>, options?: CallOptions) =>
    inSession(route, client.send(route, input, options)),
  sendForResponse: <R extends Route>(route: R, input: SendInput<R>, options?: CallOptions) =>
    inSession(route, client.sendForResponse(route, input, options)),
};

/** A version of an own file, as it was listed. */
interface ListedVersion {
  folderId: string;
  fileId: string;
  version: number;
  name: string;
  contentType: string;
  size: number;
}

/** Opens the bytes of the version that the sealed file states. */
const opened = (file: OwnSealedFile, { folderId, ...listed }: ListedVersion, options: WorkOptions): Promise<Blob> =>
  explained(async () => {
    const sizes = { size: listed.size, sealedSize: file.sealedSize };
    const stored = () => ownSealedBytes(source, { folderId, ...listed }, sizes, options);
    return openOwnFile(contentWorker, await requireVault(), stored, file, listed, options);
  });

/** The content of an own file, sealed or managed. */
export async function ownContent(
  folderId: string,
  { id: fileId, name, mode, version: listed }: Pick<FileView, 'id' | 'name' | 'mode' | 'version'>,
  options: WorkOptions & { first?: number } = {},
): Promise<Blob> {
  const { signal, first } = options;
  if (mode === 'managed')
    return fetchBytes(routes.fileContent, { folderId, fileId }, { ...(signal && { signal }), ...(first && { first }) });
  const { sealed, mimetype, size } = await send(routes.file, { folderId, fileId }, signal && { signal });
  if (!sealed) throw new Refusal(t('The key of {name} is missing on the server.', { name }));
  // a newer version may have come since it was listed; an earlier one is an old answer
  const version = Math.max(listed, sealed.version);
  return opened(sealed, { folderId, fileId, version, name, contentType: mimetype, size }, options);
}

/** The content of an earlier version. */
export async function ownVersionContent(
  folderId: string,
  fileId: string,
  name: string,
  {
    version,
    sealed,
    mimetype,
    size,
  }: { version: number; sealed: OwnSealedFile | null; mimetype: string; size: number },
): Promise<Blob> {
  const of = { folderId, fileId, version };
  if (!sealed) return fetchBytes(routes.versionContent, of);
  return opened(sealed, { ...of, name, contentType: mimetype, size }, {});
}
