import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@tradepost/contracts/actor';
import { object, string } from 'yup';
import { SignedClaims } from './actor-claim';
import { readConfig } from '../runtime/config';
import { isMacOfOne, keysOf, previousKeys, publicKey } from './keys';

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const [first, second, third] = [
  generateKeyPairSync('ed25519'),
  generateKeyPairSync('ed25519'),
  generateKeyPairSync('ed25519'),
];

describe('a key and those before it', () => {
  const read = (env: Record<string, string>) =>
    keysOf('KEY', readConfig(object({ KEY: string().required(), KEY_PREVIOUS: previousKeys(string().min(4)) }), env));

  it('is the only one by default', () => {
    expect(read({ KEY: 'present' })).toEqual(['present']);
    expect(read({ KEY: 'present', KEY_PREVIOUS: '' })).toEqual(['present']);
  });

  it('are one per line, with any characters', () => {
    expect(read({ KEY: 'present', KEY_PREVIOUS: ' the last, of 2025\r\n\nthe one before\n' })).toEqual([
      'present',
      'the last, of 2025',
      'the one before',
    ]);
  });

  it('can be PEMs, also in a file', () => {
    const [a, b] = [pem(first.publicKey).trim(), pem(second.publicKey).trim()];
    const file = join(mkdtempSync(join(tmpdir(), 'tradepost-keys-')), 'previous.pem');
    writeFileSync(file, `# of last year\n${a}\n\n${b}\n`);
    expect(read({ KEY: 'present', KEY_PREVIOUS_FILE: file })).toEqual(['present', a, b]);
  });

  it('must follow the same rule, and an error does not show them', () => {
    expect(() => read({ KEY: 'present', KEY_PREVIOUS: 'long enough\nabc' })).toThrow(
      'Settings: KEY_PREVIOUS[1] (not valid). See docs/configuration.md.',
    );
  });
});

it('an invalid key stops the app and names its setting', () => {
  const schema = object({ KEY: publicKey().required(), KEY_PREVIOUS: previousKeys(publicKey()) });
  const broken = pem(second.publicKey).replaceAll('\n', '');
  expect(() =>
    readConfig(schema, { KEY: broken, KEY_PREVIOUS: `${pem(first.publicKey)}${broken.slice(0, 60)}` }),
  ).toThrow('Settings: KEY (not valid). See');
  expect(() => readConfig(schema, { KEY: pem(first.publicKey), KEY_PREVIOUS: broken })).toThrow(
    'Settings: KEY_PREVIOUS[0] (not valid). See',
  );
});

it('a MAC is valid with any of the keys, and only if complete', () => {
  const mac = (key: string) => `mac of ${key}`;
  expect(['mac of a', 'mac of b', 'mac of c', 'mac of', ''].map((given) => isMacOfOne(['a', 'b'], given, mac))).toEqual(
    [true, true, false, false, false],
  );
});

it('the current key and the previous ones verify an actor, no other does', () => {
  const ann = { kind: 'user', userId: 'ann' } as Actor;
  const claim = new SignedClaims({ publicKeys: [pem(first.publicKey)], privateKey: pem(first.privateKey) }).encode(ann);
  const decode = (...keys: { publicKey: KeyObject }[]) =>
    new SignedClaims({ publicKeys: keys.map(({ publicKey }) => pem(publicKey)) }).decode(claim);
  expect(decode(second, first)).toEqual(ann);
  expect(() => decode(second, third)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
});
