import { openOwnFile } from '@tradepost/client/transfers/own-files';
import type { CatalogueEntry } from '@tradepost/client/transfers/sealed-content';
import type { WorkOptions } from '@tradepost/client/crypto/crypto';
import { routes } from '@tradepost/contracts/routes';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fetchBytes, fetchStream } from '../api/bytes';
import { send } from '../api/send';
import { requireVault } from '../vault/vault';
import { contentWorker } from '../workers/content-worker';
import { explained, Refusal } from './refusals';
import { t } from '../i18n/t';

const opened = (
  stored: () => Promise<ReadableStream<Bytes>>,
  file: OwnSealedFile,
  listed: CatalogueEntry & FileRef,
  options: WorkOptions,
): Promise<Blob> =>
  explained(async () => openOwnFile(contentWorker, await requireVault(), stored, file, listed, options));

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
  return opened(
    () => fetchStream(routes.fileContent, { folderId, fileId }, signal && { signal }),
    sealed,
    // a newer version may have come since it was listed; an earlier one is an old answer
    { fileId, version: Math.max(listed, sealed.version), name, contentType: mimetype, size },
    options,
  );
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
  return opened(
    () => fetchStream(routes.versionContent, of),
    sealed,
    { fileId, version, name, contentType: mimetype, size },
    {},
  );
}
