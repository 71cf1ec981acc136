import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { checksumsIn, checksumsOf, ReleaseRefused, signRelease, verifySignature } from './release';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const [one, two] = ['a'.repeat(64), 'b'.repeat(64)];
const text = `${one}  tradepost-cli-1.0.0.tgz\n${two}  tradepost_1.0.0_amd64.deb\n`;

test('a list of files is as sha256sum writes it', () => {
  const files = new Map([
    ['tradepost_1.0.0_amd64.deb', two],
    ['tradepost-cli-1.0.0.tgz', one],
  ]);
  expect(checksumsOf(files)).toBe(text);
  expect(checksumsIn(text)).toEqual(files);
});

test.each([
  ['empty', ''],
  ['without hashes', 'file\n'],
  ['with a name that leads out of the folder', `${one}  ../file\n`],
  ['with the name of the folder above', `${one}  ..\n`],
  ['with a short hash', `${'a'.repeat(63)}  file\n`],
])('a list %s is refused', (_what, list) => expect(() => checksumsIn(list)).toThrow(ReleaseRefused));

test('a signature is for these bytes and this key', () => {
  const bytes = Buffer.from(text);
  const signature = signRelease(bytes, privateKey);
  expect(() => verifySignature(bytes, `${signature}\n`, pem(publicKey))).not.toThrow();
  const others: [Buffer, string, string][] = [
    [Buffer.from(`${text} `), signature, pem(publicKey)],
    [bytes, signature, pem(generateKeyPairSync('ed25519').publicKey)],
    [bytes, '', pem(publicKey)],
  ];
  for (const other of others)
    expect(() => verifySignature(...other)).toThrow('not signed with this key, or was changed');
  const { privateKey: ofOtherKind, publicKey: halfOfIt } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => signRelease(bytes, ofOtherKind)).toThrow('not an Ed25519 key');
  expect(() => verifySignature(bytes, signature, pem(halfOfIt))).toThrow('not an Ed25519 key');
});
