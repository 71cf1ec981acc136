import { concat, equalBytes, fromBase64url, randomBytes, sha256, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';

/** Secret scanners recognise this prefix. */
const prefix = 'tps_';
const shape = /^tps_[A-Za-z0-9_-]{48}$/;
const secretBytes = 32;

const checkOf = async (secret: Bytes) => (await sha256(secret)).subarray(0, 4);

/** Creates a sealing key for an API key: `tps_` and base64url of 32 random bytes and the first 4 of their SHA-256. It is never sent to the server. */
export async function newSealingKey(): Promise<string> {
  const secret = randomBytes(secretBytes);
  return prefix + toBase64url(concat(secret, await checkOf(secret)));
}

/** The key that wraps the vault key for a program: `HKDF-SHA-256(32 bytes, info "sdx1/program")`. @throws SealingError SEALING_KEY_MISTYPED */
export async function programKek(sealingKey: string): Promise<Key> {
  if (!shape.test(sealingKey)) throw new SealingError('SEALING_KEY_MISTYPED');
  const bytes = fromBase64url(sealingKey.slice(prefix.length));
  const secret = bytes.slice(0, secretBytes);
  if (!equalBytes(bytes.subarray(secretBytes), await checkOf(secret))) throw new SealingError('SEALING_KEY_MISTYPED');
  return aesKey(await hkdfSha256(secret, utf8('sdx1/program')), ['encrypt', 'decrypt']);
}
