import {
  ownFileKey as unwrapped,
  provenMeta,
  sealedFields,
  type CatalogueEntry,
  type SealedFields,
} from '@tradepost/client/sealed-content';
import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile } from '@tradepost/contracts/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import type { Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey } from '@tradepost/sealing/file';
import type { FileRef } from '@tradepost/sealing/format';
import { checkMeta } from '@tradepost/sealing/meta';
import type { Vault } from '@tradepost/sealing/vault';
import { fetchBytes } from '../api/bytes';
import { send } from '../api/send';
import { requireVault } from '../vault/vault';
import { runJob, type JobOptions } from './client';
import { Refusal } from './refusals';

/** A sealed file on its way up: its bytes, and what an upload says beside them. */
export interface SealedUpload {
  body: Blob;
  fields: SealedFields;
}

/** Seals a file under a key of its own, which only the vault can unwrap. @param name the catalogue's */
export async function sealUpload(
  content: Blob,
  name: string,
  mime: string,
  file: FileRef,
  options: JobOptions,
): Promise<SealedUpload> {
  const vault = await requireVault();
  const fileKey = newFileKey();
  const { sealed, sha256 } = await runJob({ kind: 'seal', content, fileKey, file }, options);
  const fields = await sealedFields(vault, fileKey, file, { name, mime, size: content.size, sha256 });
  fileKey.fill(0);
  return { body: sealed, fields };
}

/** The key of a file of one's own. @throws Refusal when it is of keys that were given up */
export async function ownFileKey(vault: Vault, file: OwnSealedFile, name: string): Promise<Bytes> {
  if (file.ownerId !== vault.userId)
    throw new Refusal(`${name} was encrypted by another person of your company, and only they can open it.`);
  try {
    return await unwrapped(vault, file);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(
      `${name} cannot be opened with your keys. It was encrypted before you started with new keys, or its key was changed on the server.`,
    );
  }
}

async function openOwn(
  sealedBytes: Blob,
  sealed: OwnSealedFile,
  said: CatalogueEntry,
  options: JobOptions,
): Promise<Blob> {
  const fileKey = await ownFileKey(await requireVault(), sealed, said.name);
  const file = { fileId: sealed.fileId, version: sealed.version };
  try {
    const meta = await provenMeta(fileKey, sealed, said);
    const { content, sha256 } = await runJob(
      { kind: 'open', sealed: sealedBytes, fileKey, file, type: said.contentType },
      options,
    );
    checkMeta(meta, { size: content.size, sha256 });
    return content;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(
      `${said.name} is not as you encrypted it: it was changed on the server. Nothing was opened or saved.`,
    );
  }
}

/** The content of a file of one's own, whichever way it is kept. */
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
