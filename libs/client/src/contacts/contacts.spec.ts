import { randomUUID } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { toBase64url, utf8 } from '@tradepost/sealing/crypto/bytes';
import { aesKey, sealUnder } from '@tradepost/sealing/crypto/primitives';
import { createBundle, verifyBundle, verifyContact } from '@tradepost/sealing/keys/bundle';
import { noPins, openPins, sealPins } from '@tradepost/sealing/keys/pins';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { Contacts } from './contacts';
import { memoryStore } from './device-store';

const partner = { userId: randomUUID(), email: 'Bob@Example.org' };
const address = 'bob@example.org';
let vault: Vault;
let pins: string;
let contacts: Contacts;

/** New valid keys of the partner, or of a given owner. */
const newBundle = async (owner = { userId: partner.userId, address }) =>
  createBundle(
    owner,
    1,
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  );
const sent = async (bundle?: PublicBundle) => ({ ...partner, bundle: bundle ?? (await newBundle()) });
const pinned = async () => (await openPins(vault, pins, 0)).contacts.map(({ userId }) => userId);
const refusal = (problem: string) => expect.objectContaining({ problem });
const nothing = async () => undefined;

const server = {
  send: async (route: Route, input: { pins?: string }) => {
    if (route === routes.savePins) pins = input.pins ?? '';
    return { keys: { pins } };
  },
} as unknown as ApiClient;

beforeAll(async () => {
  const kek = await aesKey(new Uint8Array(32), ['encrypt', 'decrypt']);
  const own = { userId: randomUUID(), address: 'ann@example.org' };
  ({ vault } = await createVault(own, 1, { password: kek, recovery: kek }));
});
beforeEach(async () => {
  pins = await sealPins(vault, noPins);
  contacts = new Contacts(server, vault);
});

it('saves new keys after their first verified use, and rejects other keys from then on', async () => {
  const keys = await sent();
  await contacts.withVerifiedKeys(keys, async () => expect(await pinned()).toEqual([]));
  expect(await pinned()).toEqual([partner.userId]);
  await contacts.withVerifiedKeys(keys, nothing);
  const use = jest.fn();
  await expect(contacts.withVerifiedKeys(await sent(), use)).rejects.toEqual(refusal('KEY_CHANGED'));
  expect(use).not.toHaveBeenCalled();
});

describe('a server that lies about a known partner', () => {
  const stranger = randomUUID();

  it.each<[string, () => Promise<{ userId: string; email?: string; bundle: PublicBundle }>, string]>([
    [
      'with a new id and its own key for the address',
      async () => ({ ...partner, userId: stranger, bundle: await newBundle({ userId: stranger, address }) }),
      'KEY_CHANGED',
    ],
    [
      'with a new id, where no address is shown',
      async () => ({ userId: stranger, bundle: await newBundle({ userId: stranger, address }) }),
      'KEY_CHANGED',
    ],
    [
      'with another address for the id',
      async () => ({
        userId: partner.userId,
        email: 'eve@example.org',
        bundle: await newBundle({ userId: partner.userId, address: 'eve@example.org' }),
      }),
      'KEY_CHANGED',
    ],
    [
      'with keys that state another address',
      async () => ({ ...partner, bundle: await newBundle({ userId: partner.userId, address: 'eve@example.org' }) }),
      'KEY_UNPROVEN',
    ],
    [
      'with another spelling of the address',
      async () => ({
        userId: stranger,
        bundle: await newBundle({ userId: stranger, address: 'BOB@example.org' }),
      }),
      'KEY_UNPROVEN',
    ],
    [
      'with keys that state no address',
      async () => {
        const { address: _stated, ...bundle } = await newBundle();
        return { ...partner, bundle };
      },
      'KEY_UNPROVEN',
    ],
  ])('gets nothing %s', async (_, lie, problem) => {
    await contacts.withVerifiedKeys(await sent(), nothing);
    const before = pins;
    const use = jest.fn();
    await expect(contacts.withVerifiedKeys(await lie(), use)).rejects.toEqual(refusal(problem));
    expect(use).not.toHaveBeenCalled();
    expect(pins).toBe(before);
  });
});

it('does not save keys when their first use fails', async () => {
  await expect(contacts.withVerifiedKeys(await sent(), () => Promise.reject(new Error('forged')))).rejects.toThrow(
    'forged',
  );
  expect(await pinned()).toEqual([]);
});

it('does not replace keys that another device has saved in the meantime', async () => {
  const [one, other] = [await sent(), await sent()];
  await expect(contacts.withVerifiedKeys(one, () => contacts.withVerifiedKeys(other, nothing))).rejects.toEqual(
    refusal('KEY_CHANGED'),
  );
  await contacts.withVerifiedKeys(other, nothing);
});

it('accepts changed keys after confirmation', async () => {
  await contacts.withVerifiedKeys(await sent(), nothing);
  const changed = await newBundle();
  await expect(contacts.withVerifiedKeys(await sent(changed), nothing)).rejects.toEqual(refusal('KEY_CHANGED'));
  await contacts.confirm(await verifyContact({ userId: partner.userId, address }, changed));
  await contacts.withVerifiedKeys(await sent(changed), nothing);
  expect(await contacts.list()).toMatchObject([{ address, how: 'compared' }]);
});

it('binds a pin from before addresses to the address that its key states', async () => {
  const bundle = await newBundle();
  const { pairId } = await verifyBundle(partner.userId, bundle);
  const old = utf8(JSON.stringify({ revision: 2, keys: { [partner.userId]: toBase64url(pairId) } }));
  pins = toBase64url(await sealUnder(vault.key, old, utf8(`sdx1/pins|${vault.userId}|1`)));
  await expect(contacts.withVerifiedKeys(await sent(), nothing)).rejects.toEqual(refusal('KEY_CHANGED'));
  await contacts.withVerifiedKeys(await sent(bundle), nothing);
  expect(await openPins(vault, pins, 3)).toMatchObject({ revision: 3, keys: {}, contacts: [{ address }] });
});

describe('a program', () => {
  it('accepts no contact that nobody confirmed or imported', async () => {
    const program = new Contacts(server, vault, { of: 'program' });
    const keys = await sent();
    const use = jest.fn();
    await expect(program.withVerifiedKeys(keys, use)).rejects.toEqual(refusal('CONTACT_UNKNOWN'));
    expect(use).not.toHaveBeenCalled();
    await contacts.withVerifiedKeys(keys, nothing);
    const list = await contacts.list();
    pins = await sealPins(vault, noPins);
    await program.import(list);
    expect(await program.list()).toMatchObject([{ address, how: 'imported' }]);
    await program.withVerifiedKeys(keys, use);
    expect(use).toHaveBeenCalledTimes(1);
  });

  it('does not import over a contact that it knows with another key', async () => {
    await contacts.withVerifiedKeys(await sent(), nothing);
    const list = await contacts.list();
    pins = await sealPins(vault, noPins);
    contacts = new Contacts(server, vault);
    await contacts.withVerifiedKeys(await sent(), nothing);
    await expect(contacts.import(list)).rejects.toEqual(refusal('KEY_CHANGED'));
  });

  it('refuses pins that are older than those of its last run', async () => {
    const device = memoryStore();
    const first = pins;
    await new Contacts(server, vault, { device }).withVerifiedKeys(await sent(), nothing);
    pins = first;
    await expect(new Contacts(server, vault, { device }).withVerifiedKeys(await sent(), nothing)).rejects.toEqual(
      refusal('PINS_ROLLED_BACK'),
    );
  });
});

describe('after a restore from backup', () => {
  /** One contact in the backup, another one after it. */
  async function restored() {
    const device = memoryStore();
    const owner = new Contacts(server, vault, { device });
    await owner.withVerifiedKeys(await sent(), nothing);
    const backup = pins;
    const eve = { userId: randomUUID(), address: 'eve@example.org' };
    const later = { userId: eve.userId, email: eve.address, bundle: await newBundle(eve) };
    await owner.withVerifiedKeys(later, nothing);
    const newest = pins;
    pins = backup;
    return { device, later, newest };
  }

  it('goes on once the owner has confirmed what was lost, on every device', async () => {
    const { device, later } = await restored();
    const other = memoryStore();
    await other.write('keys-seen', (await device.read('keys-seen'))!);
    const owner = new Contacts(server, vault, { device });
    await expect(owner.list()).rejects.toEqual(refusal('PINS_ROLLED_BACK'));
    expect(await owner.acceptRestored(() => false)).toBeNull();
    await expect(owner.list()).rejects.toEqual(refusal('PINS_ROLLED_BACK'));
    expect(await owner.acceptRestored(() => true)).toMatchObject([{ address: 'eve@example.org' }]);
    for (const known of [device, other]) {
      const addresses = (await new Contacts(server, vault, { device: known }).list()).map((pin) => pin.address);
      expect(addresses).toEqual([address, 'eve@example.org']);
    }
    await new Contacts(server, vault, { device: other, of: 'program' }).withVerifiedKeys(later, nothing);
  });

  it('still refuses the backup afterwards, and asks nothing about a list that is not older', async () => {
    const { device, newest } = await restored();
    const backup = pins;
    const owner = new Contacts(server, vault, { device });
    await owner.acceptRestored(() => true);
    const accepted = pins;
    for (const old of [backup, newest]) {
      pins = old;
      await expect(owner.list()).rejects.toEqual(refusal('PINS_ROLLED_BACK'));
    }
    pins = accepted;
    const confirm = jest.fn();
    expect(await owner.acceptRestored(confirm)).toBeNull();
    expect(confirm).not.toHaveBeenCalled();
  });
});
