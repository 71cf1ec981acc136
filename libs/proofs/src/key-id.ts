import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** The RFC 7638 thumbprint of a key, equal for both keys of a pair. For EC and Ed25519. */
export function keyId(key: KeyObject): string {
  const { crv, kty, x, y } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Public keys by `keyId`, in the given order. @param pems public or private keys */
export const publicKeysById = (pems: readonly string[]): Map<string, KeyObject> =>
  new Map(
    pems.map((text) => {
      const key = createPublicKey(text);
      return [keyId(key), key];
    }),
  );
