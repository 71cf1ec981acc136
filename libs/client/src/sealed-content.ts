import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile, SealedFile } from '@tradepost/contracts/sealed';
import type { FileView } from '@tradepost/contracts/storage';
import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file';
import { unwrapFileKey, wrapFileKey } from '@tradepost/sealing/file-key';
import type { FileRef } from '@tradepost/sealing/format';
import { hashing } from '@tradepost/sealing/hashing';
import { checkMeta, openMeta, sealMeta, type FileMeta } from '@tradepost/sealing/meta';
import type { Vault } from '@tradepost/sealing/vault';
import type { ApiClient } from './api-client';
import { isSameName } from './file-names';

/** A file that was sealed for its upload: `fields` go before `content`. */
export interface SealedUpload {
  fields: SealedFields;
  content: Blob;
}

/** What an upload says of a sealed file; the wire's fields are text. */
export type SealedFields = {
  enc: 'sdx1';
  fileId: string;
  fileVersion: string;
  wrappedKey: string;
  sealedMeta: string;
  mimetype: string;
};

/** What goes before the bytes that were sealed under this key, which its owner's vault wraps. */
export async function sealedFields(vault: Vault, fileKey: Bytes, file: FileRef, meta: FileMeta): Promise<SealedFields> {
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
 * Seals a file under a key of its own, which the vault of its owner wraps.
 * @param content held in memory once, sealed
 * @param file a new file's chosen id and version 1, or a known file's id and its next version
 */
export async function sealContent(
  vault: Vault,
  content: Blob,
  { name, mime }: Pick<FileMeta, 'name' | 'mime'>,
  file: FileRef = { fileId: crypto.randomUUID(), version: 1 },
): Promise<SealedUpload> {
  const fileKey = newFileKey();
  const { stream, digest } = await hashing();
  const sealed = await new Response(content.stream().pipeThrough(stream).pipeThrough(sealFile(fileKey, file))).blob();
  const fields = await sealedFields(vault, fileKey, file, { name, mime, size: content.size, sha256: digest() });
  fileKey.fill(0);
  return { fields, content: sealed };
}

/** The key of a file that the vault's user sealed. @throws SealingError TAMPERED */
export const ownFileKey = (vault: Vault, { wrappedKey, ownerId, fileId, version }: OwnSealedFile): Promise<Bytes> =>
  unwrapFileKey(vault.key, fromBase64url(wrappedKey), { fileId, version }, ownerId);

/**
 * SHA-256 of a file's content in lower-case hex: of a sealed one as its owner sealed it.
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
  return (await openingOf(await ownFileKey(vault, sealed), sealed, { name, size, contentType: mimetype })).meta.sha256;
}

/** What the catalogue says of a file. */
export interface CatalogueEntry {
  name: string;
  size: number;
  contentType: string;
}

/** What its sender sealed about a file, once the catalogue says the same. @throws SealingError TAMPERED, META_MISMATCH */
export async function provenMeta(
  fileKey: Bytes,
  { fileId, version, sealedMeta }: Pick<SealedFile, 'fileId' | 'version' | 'sealedMeta'>,
  said: CatalogueEntry,
): Promise<FileMeta> {
  const meta = await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta));
  checkMeta(meta, {
    size: said.size,
    mime: said.contentType,
    ...(!isSameName(said.name, meta.name) && { name: said.name }),
  });
  return meta;
}

/**
 * How a sealed file is opened: what its sender said it is, and a stream from sealed bytes to content. The content is whole, and
 * the one that was sealed, only when the stream has ended well: throw it away when it fails.
 * @throws SealingError TAMPERED, META_MISMATCH when the catalogue says something else
 */
export async function openingOf(
  fileKey: Bytes,
  file: SealedFile,
  said: CatalogueEntry,
): Promise<{ meta: FileMeta; open: (sealed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array> }> {
  const meta = await provenMeta(fileKey, file, said);
  const { stream, digest } = await hashing();
  const checked = new TransformStream<Uint8Array, Uint8Array>({ flush: () => checkMeta(meta, { sha256: digest() }) });
  const open = (sealed: ReadableStream<Uint8Array>) =>
    sealed
      .pipeThrough(openFile(fileKey, { fileId: file.fileId, version: file.version }))
      .pipeThrough(stream)
      .pipeThrough(checked);
  return { meta, open };
}
