import { concat, exactly, utf8, type Bytes } from '../crypto/bytes';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';

const label = utf8('sdx1/passkey');

/** What a passkey's PRF extension (WebAuthn) is evaluated at, to open a vault. */
export const passkeyPrfInput: Bytes = label;

/**
 * The key that wraps the vault key for one passkey: `HKDF-SHA-256(output of the PRF, info "sdx1/passkey|" | credential id)`. The output is
 * never sent. @throws SealingError MALFORMED unless it has 32 bytes
 */
export async function passkeyKek(prfOutput: Bytes, credentialId: Bytes): Promise<Key> {
  const info = concat(label, utf8('|'), credentialId);
  return aesKey(await hkdfSha256(exactly(prfOutput, 32), info), ['encrypt', 'decrypt']);
}
