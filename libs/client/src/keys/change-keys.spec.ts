import { randomBytes } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { StoredKeys, StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { opaqueKek } from '@tradepost/sealing/keys/password';
import { createPersonKey, openPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { openVault, type Unlock } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import { ownerOf } from './owner';
import { changePassword, recoverKeys, replaceRecovery } from './change-keys';
import { createNextKeys, unlockByRecovery } from './keys';

const owner = { id: crypto.randomUUID(), email: 'Ann@Example.org' };
const passwordOf = async () => ({
  kek: await opaqueKek(toBase64url(new Uint8Array(randomBytes(64)))),
  prove: async () => 'proof',
});
type Password = Awaited<ReturnType<typeof passwordOf>>;

let sent: [Route, object][];
let personKey: StoredPersonKey | null = null;
let password: Password;
let code: string;
let current: { epoch: number; keys: StoredKeys };
const client = {
  send: async (route: Route, input: object) => {
    sent.push([route, input]);
    return route === routes.personKey ? { key: personKey } : { keys: { recoverySaved: false } };
  },
} as unknown as Caller;
const opens = async ({ vault, bundle }: StoredKeys, unlock: Unlock) =>
  (await openVault(owner.id, vault, bundle, unlock)).epoch;
const by = ({ kek }: Password): Unlock => ({ kind: 'password', kek });

beforeEach(async () => {
  sent = [];
  personKey = null;
  [password, code] = [await passwordOf(), newRecoveryCode()];
  current = { epoch: 3, keys: (await createNextKeys(client, owner, 2, password, code)).keys };
});

it('creates the keys of the next epoch, which state the address', async () => {
  expect(sent).toEqual([[routes.createKeys, expect.objectContaining({ password: 'proof' })]]);
  expect(current.keys.bundle).toMatchObject({ epoch: 3, address: 'ann@example.org' });
  expect(await opens(current.keys, by(password))).toBe(3);
  expect(await opens(current.keys, await unlockByRecovery(code))).toBe(3);
});

it('rewraps a vault that the recovery key opens for a new password', async () => {
  const next = await passwordOf();
  await expect(opens(current.keys, by(next))).rejects.toMatchObject({ problem: 'VAULT_LOCKED' });
  const { vault, keys } = await recoverKeys(client, owner.id, current, await unlockByRecovery(code), next);
  expect(vault.epoch).toBe(3);
  expect(await opens(keys, by(next))).toBe(3);
  const wrap = keys.vault.wraps.password;
  expect(sent.at(-1)).toEqual([routes.rewrapVault, { epoch: 3, kind: 'password', wrap, password: 'proof' }]);
});

it('sends nothing for a wrong recovery key', async () => {
  const other = await unlockByRecovery(newRecoveryCode());
  const refused = { problem: 'VAULT_LOCKED' };
  await expect(recoverKeys(client, owner.id, current, other, password)).rejects.toMatchObject(refused);
  expect(sent).toHaveLength(1);
});

it('replaces the recovery key only with the right password', async () => {
  const next = newRecoveryCode();
  const wrong = replaceRecovery(client, owner.id, current, await passwordOf(), next);
  await expect(wrong).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  expect(sent).toHaveLength(1);
  const keys = await replaceRecovery(client, owner.id, current, password, next);
  expect(await opens(keys, await unlockByRecovery(next))).toBe(3);
  await expect(opens(keys, await unlockByRecovery(code))).rejects.toMatchObject({ problem: 'VAULT_LOCKED' });
});

it('changes the password of the vault together with that of the account; a locked vault stays locked', async () => {
  const next = { ...(await passwordOf()), record: 'record' };
  const { keys } = await changePassword(client, owner, current, password, next);
  expect(await opens(keys!, by(next))).toBe(3);
  expect(sent.at(-1)?.[1]).toMatchObject({ current: 'proof', password: 'record', epoch: 3 });
  const locked = await changePassword(client, owner, current, await passwordOf(), next);
  expect(locked.keys?.vault.wraps).toEqual(current.keys.vault.wraps);
  await changePassword(client, owner, { epoch: 0, keys: null }, password, next);
  expect(sent.at(-1)?.[1]).toEqual({ current: 'proof', password: 'record' });
});

it('changes the password of the person’s key as well; a locked one stays locked', async () => {
  const [next, named] = [{ ...(await passwordOf()), record: 'record' }, ownerOf(owner)];
  personKey = await createPersonKey(named, password.kek);
  const none = { epoch: 0, keys: null };
  await changePassword(client, owner, none, password, next);
  const { personWrap } = sent.at(-1)![1] as { personWrap: string };
  expect(await openPersonKey(named, { ...personKey, wrap: personWrap }, next)).toMatchObject(named);
  await changePassword(client, owner, none, await passwordOf(), next);
  expect(sent.at(-1)?.[1]).toMatchObject({ personWrap: personKey.wrap });
});
