import { concat, exactly, u32, uuidBytes, type Bytes } from '../crypto/bytes';
import type { FileRef } from './format';
import { openUnder, sealUnder, type Key } from '../crypto/primitives';

const binding = ({ fileId, version }: FileRef, owner: string): Bytes =>
  concat(uuidBytes(fileId), u32(version), uuidBytes(owner));

/**
 * The upload's `wrappedKey`: `nonce[12] | AES-256-GCM(UVK, FCK) | tag[16]`, 60 bytes, AAD `fileId[16] | version u32 | owner[16]`.
 * @param vaultKey the owner's user vault key @param owner the owner's user id
 */
export const wrapFileKey = (vaultKey: Key, fileKey: Bytes, file: FileRef, owner: string): Promise<Bytes> =>
  sealUnder(vaultKey, exactly(fileKey, 32), binding(file, owner));

/** The file key of `wrapFileKey`; TAMPERED when it is another's, another file's or another version's. */
export async function unwrapFileKey(vaultKey: Key, wrapped: Uint8Array, file: FileRef, owner: string): Promise<Bytes> {
  return exactly(await openUnder(vaultKey, wrapped, binding(file, owner), 'TAMPERED'), 32);
}
