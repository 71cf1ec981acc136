import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { keyId } from './key-id';

it.each(['ec', 'ed25519'] as const)('the name of a key is its RFC 7638 thumbprint: %s', async (type) => {
  const { privateKey, publicKey } =
    type === 'ec' ? generateKeyPairSync(type, { namedCurve: 'P-256' }) : generateKeyPairSync(type);
  expect(keyId(privateKey)).toBe(await calculateJwkThumbprint(await exportJWK(publicKey)));
  expect(keyId(publicKey)).toBe(keyId(privateKey));
});
