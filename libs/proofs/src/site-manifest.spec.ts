import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { ReleaseRefused, signRelease } from './release';
import { verifyManifest } from './site-manifest';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const manifest = Buffer.from(
  JSON.stringify({
    format: 'tradepost-site/1',
    version: '1.2.3',
    headers: { 'x-content-type-options': 'nosniff' },
    files: [{ path: '/index.html', sha256: 'ab'.repeat(32), size: 3 }],
  }),
);
const signature = signRelease(manifest, privateKey);

test('reads a manifest that was signed with the key', () => {
  expect(verifyManifest(manifest, `${signature}\n`, pem(publicKey)).version).toBe('1.2.3');
});

test('refuses every other byte, signature and key', () => {
  const refused = (bytes: Buffer, by: string, key: string) =>
    expect(() => verifyManifest(bytes, by, key)).toThrow(ReleaseRefused);
  for (let at = 0; at < manifest.length; at += 1) {
    const changed = Buffer.from(manifest);
    changed[at]! ^= 1;
    refused(changed, signature, pem(publicKey));
  }
  refused(manifest, '', pem(publicKey));
  refused(manifest, signRelease(Buffer.from('{}'), privateKey), pem(publicKey));
  refused(manifest, signature, pem(generateKeyPairSync('ed25519').publicKey));
});

test('signs and verifies with Ed25519 only, and reads only what is a manifest', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => signRelease(manifest, other.privateKey)).toThrow(ReleaseRefused);
  expect(() => verifyManifest(manifest, signature, pem(other.publicKey))).toThrow(ReleaseRefused);
  const list = Buffer.from('{"format":"tradepost-site/2"}');
  expect(() => verifyManifest(list, signRelease(list, privateKey), pem(publicKey))).toThrow('another form');
});
