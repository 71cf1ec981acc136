import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** A key's name, the same for both halves of a pair: its RFC 7638 thumbprint. For EC and Ed25519. */
export function keyId(key: KeyObject): string {
  const { crv, kty, x, y } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** The public halves by `keyId`, in the order given. @param pems of public or private keys */
export const publicKeysById = (pems: readonly string[]): Map<string, KeyObject> =>
  new Map(
    pems.map((text) => {
      const key = createPublicKey(text);
      return [keyId(key), key];
    }),
  );
