import { free, fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { newFileKey } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import type { NewFileMeta } from '@tradepost/sealing/file/meta';
import { newSalt, rangeSealer } from '@tradepost/sealing/file/sealed-ranges';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { presentFileKey, sealedFields, type SealedFields } from './sealed-content';

/** What a client stores to seal the parts of one upload again. It reveals nothing: the key in it is wrapped. */
export interface SealedPlan {
  fields: SealedFields;
  /** Base64url. */
  salt: string;
}

/** A new file key and salt, for one upload of this content. @param about `sha256` and `size` of the content that is sealed later */
export async function planSealed(
  vault: Vault,
  about: NewFileMeta,
  file: FileRef = { fileId: crypto.randomUUID(), version: 1 },
): Promise<SealedPlan> {
  const fileKey = newFileKey();
  const fields = await sealedFields(vault, fileKey, file, about);
  fileKey.fill(0);
  return { fields, salt: toBase64url(newSalt()) };
}

/** The key of a planned upload, and what it seals. */
export interface PlannedKey {
  fileKey: Bytes;
  file: FileRef;
}

/** The key of a planned upload. @throws SealingError TAMPERED for the plan of another vault, or of former keys: what they seal, others may open */
export async function plannedKey(
  vault: Vault,
  { wrappedKey, fileId, fileVersion }: Pick<SealedFields, 'wrappedKey' | 'fileId' | 'fileVersion'>,
): Promise<PlannedKey> {
  const file = { fileId, version: Number(fileVersion) };
  return { file, fileKey: await presentFileKey(vault, { ...file, wrappedKey, ownerId: vault.userId }) };
}

export interface SealedRanges {
  /** Bytes that are sent: of the whole sealed file, unless some of it is copied. */
  size: number;
  /** Seals these bytes from `start` to `end` (exclusive) into this memory. */
  sealInto: (memory: Bytes, start: number, end: number) => Promise<void>;
}

/**
 * Seals any part of a planned upload. See `rangeSealer` for what its caller must compare.
 * @param salt base64url @param read opens the content, and refuses one that was changed
 */
export async function sealedRanges(
  { fileKey, file }: PlannedKey,
  salt: string,
  contentSize: number,
  read: () => Promise<Blob>,
): Promise<SealedRanges> {
  const { size, seal } = await rangeSealer(fileKey, file, fromBase64url(salt), contentSize, async (start, end) => {
    const content = await read();
    return new Uint8Array(await content.slice(start, end).arrayBuffer());
  });
  return {
    size,
    sealInto: (memory, start, end) => pour(seal(start, end), memory),
  };
}

/** Copies pieces to this memory, and frees them. */
export async function pour(pieces: AsyncIterable<Bytes>, memory: Bytes): Promise<void> {
  let at = 0;
  for await (const piece of pieces) {
    memory.set(piece, at);
    at += piece.length;
    free(piece);
  }
}
