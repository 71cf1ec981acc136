import {
  ownFileKey as unwrapped,
  verifiedMeta,
  sealedFields,
  type CatalogueEntry,
  type SealedFields,
} from '@tradepost/client/transfers/sealed-content';
import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import { checkMeta, type NewFileMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { fetchBytes } from '../api/bytes';
import { send } from '../api/send';
import { requireVault } from '../vault/vault';
import { runJob, type JobOptions } from './client';
import { Refusal } from './refusals';

/** A sealed file to upload: its bytes and the fields of the upload. */
export interface SealedUpload {
  body: Blob;
  fields: SealedFields;
}

/** Seals a file under its own key, which only the vault can unwrap. @param about `name`: the name in the catalogue */
export async function sealUpload(
  content: Blob,
  about: Pick<NewFileMeta, 'name' | 'mime' | 'folderId'>,
  file: FileRef,
  options: JobOptions,
): Promise<SealedUpload> {
  const vault = await requireVault();
  const fileKey = newFileKey();
  const { sealed, sha256 } = await runJob({ kind: 'seal', content, fileKey, file }, options);
  const fields = await sealedFields(vault, fileKey, file, { ...about, size: content.size, sha256 });
  fileKey.fill(0);
  return { body: sealed, fields };
}

/** The key of an own file. @throws Refusal when it belongs to replaced keys */
export async function ownFileKey(vault: Vault, file: OwnSealedFile, name: string): Promise<Bytes> {
  if (file.ownerId !== vault.userId)
    throw new Refusal(`${name} was encrypted by another person in your company, and only they can open it.`);
  try {
    return await unwrapped(vault, file);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(
      `${name} can’t be opened with your current keys. It was encrypted before you created new keys, or its key was changed on the server.`,
    );
  }
}

async function openOwn(
  sealedBytes: Blob,
  sealed: OwnSealedFile,
  entry: CatalogueEntry,
  options: JobOptions,
): Promise<Blob> {
  const fileKey = await ownFileKey(await requireVault(), sealed, entry.name);
  const file = { fileId: sealed.fileId, version: sealed.version };
  try {
    const meta = await verifiedMeta(fileKey, sealed, entry);
    const { content, sha256 } = await runJob(
      { kind: 'open', sealed: sealedBytes, fileKey, file, type: entry.contentType },
      options,
    );
    checkMeta(meta, { size: content.size, sha256 });
    return content;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(`${entry.name} was changed on the server after you encrypted it. Nothing was opened or saved.`);
  }
}

/** The content of an own file, sealed or managed. */
export async function ownContent(
  folderId: string,
  { id: fileId, name, mode }: Pick<FileView, 'id' | 'name' | 'mode'>,
  options: JobOptions & { first?: number } = {},
): Promise<Blob> {
  const { signal, first } = options;
  if (mode === 'managed')
    return fetchBytes(routes.fileContent, { folderId, fileId }, { ...(signal && { signal }), ...(first && { first }) });
  const { sealed, mimetype, size } = await send(routes.file, { folderId, fileId }, signal && { signal });
  if (!sealed) throw new Refusal(`The key of ${name} is missing on the server.`);
  return openOwn(
    await fetchBytes(routes.fileContent, { folderId, fileId }, signal && { signal }),
    sealed,
    { name, contentType: mimetype, size },
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
  const bytes = await fetchBytes(routes.versionContent, { folderId, fileId, version });
  return sealed ? openOwn(bytes, sealed, { name, contentType: mimetype, size }, {}) : bytes;
}
