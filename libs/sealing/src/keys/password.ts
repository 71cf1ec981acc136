import { exactly, fromBase64url, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';

/** Both salts of an account of an earlier version: 16 bytes each, base64url. A server answers them for every address. */
export interface FormerSalts {
  salt: string;
  hashSalt: string;
}

/** Every spelling that Unicode calls the same is the same password. */
export const normalized = (password: string): string => password.normalize('NFKC');

/** The Argon2id input: the password in NFKC, UTF-8. */
export const passwordBytes = (password: string): Bytes => utf8(normalized(password));

/**
 * The keys of an account of an earlier version: `authKey = "sdx1." + base64url(HKDF-SHA-256(MK, info "sdx1/auth"))`,
 * `kek = HKDF-SHA-256(MK, info "sdx1/kek")`. No current program sends the auth key.
 * @param masterKey 32 bytes from Argon2id
 */
export async function keysFromMasterKey(masterKey: Bytes): Promise<{ authKey: string; kek: Key }> {
  const kek = await aesKey(await hkdfSha256(exactly(masterKey, 32), utf8('sdx1/kek')), ['encrypt', 'decrypt']);
  return { authKey: `sdx1.${toBase64url(await hkdfSha256(masterKey, utf8('sdx1/auth')))}`, kek };
}

/** The key of the vault: `HKDF-SHA-256(OPAQUE export key, info "sdx1/opaque-kek")`. */
export const opaqueKek = async (exportKey: string): Promise<Key> =>
  aesKey(await hkdfSha256(fromBase64url(exportKey, 64), utf8('sdx1/opaque-kek')), ['encrypt', 'decrypt']);
