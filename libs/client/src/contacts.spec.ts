import { randomUUID } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import { createBundle, verifyBundle } from '@tradepost/sealing/keys/bundle';
import { randomBytes, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { opaqueKek } from '@tradepost/sealing/keys/password';
import { noPins, openPins, sealPins } from '@tradepost/sealing/keys/pins';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from './api-client';
import { Contacts } from './contacts';

const contactId = randomUUID();
let vault: Vault;
let pins: string;
let contacts: Contacts;

/** A new valid bundle of the contact. */
const newBundle = async () =>
  createBundle(
    contactId,
    1,
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  );
const pinned = async () => Object.keys((await openPins(vault, pins, 0)).keys);

beforeAll(async () => {
  const kek = await opaqueKek(toBase64url(randomBytes(64)));
  ({ vault } = await createVault(randomUUID(), 1, { password: kek, recovery: await recoveryKek(newRecoveryCode()) }));
});
beforeEach(async () => {
  pins = await sealPins(vault, noPins);
  const server = {
    send: async (route: Route, input: { pins?: string }) => {
      if (route === routes.savePins) pins = input.pins ?? '';
      return { keys: { pins } };
    },
  };
  contacts = new Contacts(server as unknown as ApiClient, vault);
});

it('saves new keys after their first verified use, and rejects other keys from then on', async () => {
  const bundle = await newBundle();
  await contacts.withVerifiedKeys(contactId, bundle, async () => expect(await pinned()).toEqual([]));
  expect(await pinned()).toEqual([contactId]);
  await contacts.withVerifiedKeys(contactId, bundle, async () => undefined);
  const use = jest.fn();
  await expect(contacts.withVerifiedKeys(contactId, await newBundle(), use)).rejects.toMatchObject({
    problem: 'KEY_CHANGED',
  });
  expect(use).not.toHaveBeenCalled();
});

it('does not save keys when their first use fails', async () => {
  await expect(
    contacts.withVerifiedKeys(contactId, await newBundle(), () => Promise.reject(new Error('forged'))),
  ).rejects.toThrow('forged');
  expect(await pinned()).toEqual([]);
});

it('does not replace keys that another device has saved in the meantime', async () => {
  const [one, other] = [await newBundle(), await newBundle()];
  await expect(
    contacts.withVerifiedKeys(contactId, one, () => contacts.withVerifiedKeys(contactId, other, async () => undefined)),
  ).rejects.toMatchObject({ problem: 'KEY_CHANGED' });
  await contacts.withVerifiedKeys(contactId, other, async () => undefined);
});

it('accepts changed keys after confirmation', async () => {
  await contacts.withVerifiedKeys(contactId, await newBundle(), async () => undefined);
  const changed = await newBundle();
  await expect(contacts.withVerifiedKeys(contactId, changed, async () => undefined)).rejects.toMatchObject({
    problem: 'KEY_CHANGED',
  });
  await contacts.confirm(await verifyBundle(contactId, changed));
  await contacts.withVerifiedKeys(contactId, changed, async () => undefined);
});
