import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile, SealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey } from '@tradepost/sealing/file/file';
import { unwrapFileKey, wrapFileKey } from '@tradepost/sealing/file/file-key';
import type { FileRef } from '@tradepost/sealing/file/format';
import { checkMeta, openMeta, sealMeta, type FileMeta, type NewFileMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import { contents } from '../crypto/contents';
import type { Crypto, WorkOptions } from '../crypto/crypto';
import { isSameName } from './file-names';

/** Bytes of content that `sealContent` seals into memory. */
const maxHeldBytes = 1024 ** 3;

/** A sealed file, ready for upload. Send `fields` before `content`. */
export interface SealedUpload {
  fields: SealedFields;
  content: Blob;
}

/** Form fields of a sealed upload; all are text. */
export type SealedFields = {
  enc: 'sdx1';
  fileId: string;
  fileVersion: string;
  wrappedKey: string;
  sealedMeta: string;
  mimetype: string;
};

export async function sealedFields(
  vault: Vault,
  fileKey: Bytes,
  file: FileRef,
  meta: NewFileMeta,
): Promise<SealedFields> {
  return {
    enc: 'sdx1',
    fileId: file.fileId,
    fileVersion: String(file.version),
    wrappedKey: toBase64url(await wrapFileKey(vault.key, fileKey, file, vault.userId)),
    sealedMeta: toBase64url(await sealMeta(fileKey, file, meta)),
    mimetype: meta.mime,
  };
}

/**
 * Seals a file under a new file key, which the owner's vault wraps.
 * @param work seals the content; absent: in this thread, and in Node the sealed copy is then held in memory (see `sealingStream`)
 * @param file id and version: a new UUID and 1 for a new file, or the existing id and the next version
 */
export async function sealContent(
  vault: Vault,
  content: Blob,
  about: Pick<NewFileMeta, 'name' | 'mime' | 'folderId'>,
  file: FileRef = { fileId: crypto.randomUUID(), version: 1 },
  { work = contents, ...options }: WorkOptions & { work?: Pick<Crypto, 'seal'> } = {},
): Promise<SealedUpload> {
  if (work === contents && content.size > maxHeldBytes)
    throw new RangeError(
      'A file larger than 1 GB is not sealed into memory: give a work that stores what sealingStream returns',
    );
  const fileKey = newFileKey();
  const { sealed, sha256 } = await work.seal(content, fileKey, file, options);
  const fields = await sealedFields(vault, fileKey, file, { ...about, size: content.size, sha256 });
  fileKey.fill(0);
  return { fields, content: sealed };
}

type WrappedKey = Pick<OwnSealedFile, 'wrappedKey' | 'ownerId' | 'fileId' | 'version'>;

/**
 * The key of a file that the vault's user sealed with the present keys. Only such a key may seal anything: others may know the former
 * ones. @throws SealingError TAMPERED
 */
export const presentFileKey = (
  { key }: Pick<Vault, 'key'>,
  { wrappedKey, ownerId, fileId, version }: WrappedKey,
): Promise<Bytes> => unwrapFileKey(key, fromBase64url(wrappedKey), { fileId, version }, ownerId);

/** The key of a file that the vault's user sealed, with the present keys or former ones, to open the file or grant it. @throws SealingError TAMPERED */
export async function ownFileKey(vault: Vault, file: WrappedKey): Promise<Bytes> {
  for (const keys of [vault, ...vault.former]) {
    const fileKey = await presentFileKey(keys, file).catch(nullIfOtherKey);
    if (fileKey) return fileKey;
  }
  throw new SealingError('TAMPERED');
}

function nullIfOtherKey(error: unknown): null {
  if (error instanceof SealingError && error.problem === 'TAMPERED') return null;
  throw error;
}

/**
 * SHA-256 of a file's content, lower-case hex; for a sealed file from its sealed metadata.
 * @param listed as the list of its folder has it
 * @throws SealingError TAMPERED, META_MISMATCH, WRONG_FILE for another file or version than the listed one; ApiError
 */
export async function contentHash(
  client: Caller,
  vault: Vault,
  listed: Pick<FileView, 'id' | 'version' | 'mode' | 'sha256' | 'name' | 'size' | 'mimetype'> & { folderId: string },
): Promise<string> {
  const { folderId, id: fileId, version, mode, name, size, mimetype } = listed;
  if (mode === 'managed') return listed.sha256;
  const { sealed } = await client.send(routes.file, { folderId, fileId });
  if (sealed?.fileId !== fileId || sealed.version !== version) throw new SealingError('WRONG_FILE');
  return (await verifiedMeta(await ownFileKey(vault, sealed), sealed, { name, size, contentType: mimetype })).sha256;
}

/** Metadata of a file in the server's catalogue. */
export interface CatalogueEntry {
  name: string;
  size: number;
  contentType: string;
}

/** Opens the sealed metadata of a file and compares it with the catalogue. @throws SealingError TAMPERED, META_MISMATCH */
export async function verifiedMeta(
  fileKey: Bytes,
  { fileId, version, sealedMeta }: Pick<SealedFile, 'fileId' | 'version' | 'sealedMeta'>,
  listed: CatalogueEntry,
): Promise<FileMeta> {
  const meta = await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta));
  if (typeof listed.name !== 'string') throw new SealingError('META_MISMATCH');
  checkMeta(meta, {
    size: listed.size,
    mime: listed.contentType,
    ...(!isSameName(listed.name, meta.name) && { name: listed.name }),
  });
  return meta;
}
