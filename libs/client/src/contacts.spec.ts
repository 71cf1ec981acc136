import { randomUUID } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import { createBundle, verifyBundle } from '@tradepost/sealing/bundle';
import { newPrelogin, passwordKeys } from '@tradepost/sealing/password';
import { noPins, openPins, sealPins } from '@tradepost/sealing/pins';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/recovery';
import { createVault, type Vault } from '@tradepost/sealing/vault';
import type { ApiClient } from './api-client';
import { Contacts } from './contacts';

const contactId = randomUUID();
let vault: Vault;
let pins: string;
let contacts: Contacts;

/** Proven to be the contact's; different ones each time. */
const newBundle = async () =>
  createBundle(
    contactId,
    1,
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  );
const kept = async () => Object.keys((await openPins(vault, pins, 0)).keys);

beforeAll(async () => {
  const { kek } = await passwordKeys('a password', newPrelogin());
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

it('remembers keys seen first once what they came with is proven, and refuses others from then on', async () => {
  const bundle = await newBundle();
  await contacts.known(contactId, bundle, async () => expect(await kept()).toEqual([]));
  expect(await kept()).toEqual([contactId]);
  await contacts.known(contactId, bundle, async () => undefined);
  const use = jest.fn();
  await expect(contacts.known(contactId, await newBundle(), use)).rejects.toMatchObject({ problem: 'KEY_CHANGED' });
  expect(use).not.toHaveBeenCalled();
});

it('does not remember keys that came with what is not proven', async () => {
  await expect(contacts.known(contactId, await newBundle(), () => Promise.reject(new Error('forged')))).rejects.toThrow(
    'forged',
  );
  expect(await kept()).toEqual([]);
});

it('does not take the place of keys that another device has remembered meanwhile', async () => {
  const [one, other] = [await newBundle(), await newBundle()];
  await expect(
    contacts.known(contactId, one, () => contacts.known(contactId, other, async () => undefined)),
  ).rejects.toMatchObject({ problem: 'KEY_CHANGED' });
  await contacts.known(contactId, other, async () => undefined);
});

it('takes changed keys once they are confirmed', async () => {
  await contacts.known(contactId, await newBundle(), async () => undefined);
  const changed = await newBundle();
  await expect(contacts.known(contactId, changed, async () => undefined)).rejects.toMatchObject({
    problem: 'KEY_CHANGED',
  });
  await contacts.confirm(await verifyBundle(contactId, changed));
  await contacts.known(contactId, changed, async () => undefined);
});
