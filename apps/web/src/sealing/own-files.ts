import { isSameName } from '@tradepost/client/file-names';
import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile } from '@tradepost/contracts/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey } from '@tradepost/sealing/file';
import { unwrapFileKey, wrapFileKey } from '@tradepost/sealing/file-key';
import type { FileRef } from '@tradepost/sealing/format';
import { checkMeta, openMeta, sealMeta, type FileMeta } from '@tradepost/sealing/meta';
import type { Vault } from '@tradepost/sealing/vault';
import { fetchBytes } from '../api/bytes';
import { send } from '../api/send';
import { requireVault } from '../vault/vault';
import { runJob, type JobOptions } from './client';
import { Refusal } from './refusals';

/** A sealed file on its way up: its bytes, and what an upload says beside them. */
export interface SealedUpload {
  body: Blob;
  fields: { enc: 'sdx1'; fileId: string; fileVersion: number; wrappedKey: string; sealedMeta: string; mimetype: string };
}

/** Seals a file under a key of its own, which only the vault can unwrap. @param name the catalogue's */
export async function sealUpload(content: Blob, name: string, mime: string, file: FileRef, options: JobOptions): Promise<SealedUpload> {
  const vault = await requireVault();
  const fileKey = newFileKey();
  const { sealed, sha256 } = await runJob({ kind: 'seal', content, fileKey, file }, options);
  const sealedMeta = await sealMeta(fileKey, file, { name, mime, size: content.size, sha256 });
  const wrappedKey = await wrapFileKey(vault.key, fileKey, file, vault.userId);
  fileKey.fill(0);
  return { body: sealed, fields: { enc: 'sdx1', fileId: file.fileId, fileVersion: file.version, wrappedKey: toBase64url(wrappedKey), sealedMeta: toBase64url(sealedMeta), mimetype: mime } };
}

/** What the catalogue says of a file. */
export interface Catalogued {
  name: string;
  mimetype: string;
  /** Bytes of content. */
  size: number;
}

/** What the sender sealed about a file, once the catalogue says the same. @throws SealingError META_MISMATCH */
export async function checkedMeta(fileKey: Bytes, file: FileRef, sealedMeta: string, { name, mimetype, size }: Catalogued): Promise<FileMeta> {
  const meta = await openMeta(fileKey, file, fromBase64url(sealedMeta));
  checkMeta(meta, { mime: mimetype, size });
  if (!isSameName(name, meta.name)) throw new SealingError('META_MISMATCH');
  return meta;
}

/** The key of a file of one's own. @throws Refusal when it is of keys that were given up */
export async function ownFileKey(vault: Vault, { fileId, version, ownerId, wrappedKey }: OwnSealedFile, name: string): Promise<Bytes> {
  if (ownerId !== vault.userId) throw new Refusal(`${name} was encrypted by another person of your company, and only they can open it.`);
  try {
    return await unwrapFileKey(vault.key, fromBase64url(wrappedKey), { fileId, version }, ownerId);
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(`${name} cannot be opened with your keys. It was encrypted before you started with new keys, or its key was changed on the server.`);
  }
}

async function openOwn(sealedBytes: Blob, sealed: OwnSealedFile, said: Catalogued, options: JobOptions): Promise<Blob> {
  const fileKey = await ownFileKey(await requireVault(), sealed, said.name);
  const file = { fileId: sealed.fileId, version: sealed.version };
  try {
    const meta = await checkedMeta(fileKey, file, sealed.sealedMeta, said);
    const { content, sha256 } = await runJob({ kind: 'open', sealed: sealedBytes, fileKey, file, type: said.mimetype }, options);
    checkMeta(meta, { size: content.size, sha256 });
    return content;
  } catch (error) {
    if (!(error instanceof SealingError)) throw error;
    throw new Refusal(`${said.name} is not as you encrypted it: it was changed on the server. Nothing was opened or saved.`);
  }
}

/** The content of a file of one's own, whichever way it is kept. */
export async function ownContent(folderId: string, { id: fileId, name, mode }: Pick<FileView, 'id' | 'name' | 'mode'>, options: JobOptions & { first?: number } = {}): Promise<Blob> {
  const { signal, first } = options;
  if (mode === 'managed') return fetchBytes(routes.fileContent, { folderId, fileId }, { ...(signal && { signal }), ...(first && { first }) });
  const { sealed, mimetype, size } = await send(routes.file, { folderId, fileId }, signal && { signal });
  if (!sealed) throw new Refusal(`The key of ${name} is missing on the server.`);
  return openOwn(await fetchBytes(routes.fileContent, { folderId, fileId }, signal && { signal }), sealed, { name, mimetype, size }, options);
}

/** The content of an earlier version. */
export async function ownVersionContent(folderId: string, fileId: string, name: string, { version, sealed, mimetype, size }: { version: number; sealed: OwnSealedFile | null; mimetype: string; size: number }): Promise<Blob> {
  const bytes = await fetchBytes(routes.versionContent, { folderId, fileId, version });
  return sealed ? openOwn(bytes, sealed, { name, mimetype, size }, {}) : bytes;
}
