import { exactly, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { encodeHeader, type FileRef } from './format';
import { aesKey, hkdfSha256, openUnder, sealUnder } from '../crypto/primitives';

/** The sender's metadata of a file. `size`: bytes of content; `sha256`: of the content, 64 lower-case hex digits. */
export interface FileMeta {
  name: string;
  mime: string;
  size: number;
  sha256: string;
  /** Where the sender put the file. Absent in files from before folders were part of it. */
  folderId?: string | undefined;
}

/** Metadata of a file that is sealed now. */
export type NewFileMeta = FileMeta & { folderId: string };

const metaKey = async (fileKey: Bytes) =>
  aesKey(await hkdfSha256(exactly(fileKey, 32), utf8('sdx1/meta')), ['encrypt', 'decrypt']);

/** The upload's `sealedMeta`: the JSON `{name, mime, size, sha256, folderId}`, sealed as `nonce[12] | AES-256-GCM | tag[16]`, AAD the file's header. */
export async function sealMeta(fileKey: Bytes, file: FileRef, meta: FileMeta): Promise<Bytes> {
  const { name, mime, size, sha256, folderId } = meta;
  const text = JSON.stringify({ name, mime, size, sha256, folderId });
  return sealUnder(await metaKey(fileKey), utf8(text), encodeHeader(file));
}

/** Opens the sender's metadata. The name is untrusted: sanitise it before writing to disk. @throws SealingError TAMPERED, MALFORMED */
export async function openMeta(fileKey: Bytes, file: FileRef, sealed: Uint8Array): Promise<FileMeta> {
  const text = await openUnder(await metaKey(fileKey), sealed, encodeHeader(file), 'TAMPERED');
  const meta = parseJson(text) as FileMeta | null;
  if (
    typeof meta?.name !== 'string' ||
    typeof meta.mime !== 'string' ||
    !Number.isSafeInteger(meta.size) ||
    !/^[0-9a-f]{64}$/.test(meta.sha256) ||
    !['string', 'undefined'].includes(typeof meta.folderId)
  )
    throw new SealingError('MALFORMED');
  const { name, mime, size, sha256, folderId } = meta;
  return { name, mime, size, sha256, ...(folderId !== undefined && { folderId }) };
}

/** Compares the sender's metadata with what is known from the catalogue or the opened content. Absent fields are not compared.
 * @throws SealingError META_MISMATCH */
export function checkMeta(meta: FileMeta, known: Partial<FileMeta>): void {
  const fields = ['name', 'mime', 'size', 'sha256'] as const;
  if (fields.some((field) => known[field] !== undefined && known[field] !== meta[field]))
    throw new SealingError('META_MISMATCH');
}

/** Parses JSON from UTF-8. @throws SealingError MALFORMED */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new SealingError('MALFORMED');
  }
}
