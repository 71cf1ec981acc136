import { generateKeyPairSync } from 'node:crypto';
import type { Actor } from '@tradepost/contracts/actor';
import { ActorClaims } from './actor-claim';

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
};
const [old, now, other] = [keys(), keys(), keys()];
const ann = { kind: 'user', userId: 'ann', ip: '127.0.0.1' } as unknown as Actor;

test('while the key is being changed, claims of either count and no others', () => {
  const both = new ActorClaims({ publicKey: `${now.publicKey}\n${old.publicKey}` });
  for (const key of [old, now]) expect(both.decode(new ActorClaims(key).encode(ann))).toEqual(ann);
  expect(() => both.decode(new ActorClaims(other).encode(ann))).toThrow();
  expect(() => new ActorClaims({ publicKey: now.publicKey }).decode(new ActorClaims(old).encode(ann))).toThrow();
});

test('what is no key stops the app', () => {
  expect(() => new ActorClaims({ publicKey: 'a key' })).toThrow();
});
