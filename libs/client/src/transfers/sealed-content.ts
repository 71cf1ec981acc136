import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile, SealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file/file';
import { unwrapFileKey, wrapFileKey } from '@tradepost/sealing/file/file-key';
import type { FileRef } from '@tradepost/sealing/file/format';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import { checkMeta, openMeta, sealMeta, type FileMeta, type NewFileMeta } from '@tradepost/sealing/file/meta';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { isSameName } from './file-names';

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

/** The form fields for content that is sealed under this file key. The vault wraps the key. */
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
 * @param content its sealed copy is held in memory
 * @param file id and version: a new UUID and 1 for a new file, or the existing id and the next version
 */
export async function sealContent(
  vault: Vault,
  content: Blob,
  about: Pick<NewFileMeta, 'name' | 'mime' | 'folderId'>,
  file: FileRef = { fileId: crypto.randomUUID(), version: 1 },
): Promise<SealedUpload> {
  const fileKey = newFileKey();
  const { stream, digest } = await hashStream();
  const sealed = await new Response(content.stream().pipeThrough(stream).pipeThrough(sealFile(fileKey, file))).blob();
  const fields = await sealedFields(vault, fileKey, file, { ...about, size: content.size, sha256: digest() });
  fileKey.fill(0);
  return { fields, content: sealed };
}

/** The key of a file that the vault's user sealed. @throws SealingError TAMPERED */
export const ownFileKey = (vault: Vault, { wrappedKey, ownerId, fileId, version }: OwnSealedFile): Promise<Bytes> =>
  unwrapFileKey(vault.key, fromBase64url(wrappedKey), { fileId, version }, ownerId);

/**
 * SHA-256 of a file's content, lower-case hex; for a sealed file from its sealed metadata.
 * @throws SealingError TAMPERED, META_MISMATCH; ApiError
 */
export async function contentHash(
  client: ApiClient,
  vault: Vault,
  { folderId, id: fileId, mode, sha256 }: Pick<FileView, 'id' | 'mode' | 'sha256'> & { folderId: string },
): Promise<string> {
  if (mode === 'managed') return sha256;
  const { sealed, name, size, mimetype } = await client.send(routes.file, { folderId, fileId });
  if (!sealed) throw new SealingError('WRONG_FILE');
  return (await openerFor(await ownFileKey(vault, sealed), sealed, { name, size, contentType: mimetype })).meta.sha256;
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

/**
 * Prepares the opening of a sealed file. `meta`: its verified metadata; `open`: turns the sealed stream into the content. The content is
 * complete and authentic only when the stream ends without an error; discard it otherwise.
 * @throws SealingError TAMPERED, META_MISMATCH when the catalogue differs
 */
export async function openerFor(
  fileKey: Bytes,
  file: SealedFile,
  listed: CatalogueEntry,
): Promise<{ meta: FileMeta; open: (sealed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array> }> {
  const meta = await verifiedMeta(fileKey, file, listed);
  const { stream, digest } = await hashStream();
  const checked = new TransformStream<Uint8Array, Uint8Array>({ flush: () => checkMeta(meta, { sha256: digest() }) });
  const open = (sealed: ReadableStream<Uint8Array>) =>
    sealed
      .pipeThrough(openFile(fileKey, { fileId: file.fileId, version: file.version }))
      .pipeThrough(stream)
      .pipeThrough(checked);
  return { meta, open };
}
