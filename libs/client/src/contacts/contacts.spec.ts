import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { toBase64url, utf8 } from '@tradepost/sealing/crypto/bytes';
import { aesKey, sealUnder } from '@tradepost/sealing/crypto/primitives';
import { createBundle, verifyBundle, verifyContact } from '@tradepost/sealing/keys/bundle';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import { KeyLog } from '../keys/key-log';
import { testKeyLog, testLabel } from '../testing/key-log-server';
import { LedgerServer } from '../testing/ledger-server';
import { Contacts } from './contacts';
import { memoryStore, type DeviceStore } from './device-store';

const partner = { userId: randomUUID(), email: 'Bob@Example.org' };
const address = 'bob@example.org';
let vault: Vault;
let server: LedgerServer;
let contacts: Contacts;
let device: DeviceStore;

/** New valid keys of the partner, or of a given owner. */
const newBundle = async (owner = { userId: partner.userId, address }) =>
  createBundle(
    owner,
    1,
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  );
/** Keys of the partner, which the log holds as the newest. */
const sent = async (given?: PublicBundle) => {
  const bundle = given ?? (await newBundle());
  await server.keyLog.log(await verifyContact({ userId: partner.userId, address }, bundle));
  return { ...partner, bundle };
};
const pinned = async () =>
  (await new Contacts(server.client, vault, testKeyLog(server.client)).list()).map(({ userId }) => userId);
const refusal = (problem: string) => expect.objectContaining({ problem });
const nothing = async () => undefined;

beforeAll(async () => {
  const kek = await aesKey(new Uint8Array(32), ['encrypt', 'decrypt']);
  const own = { userId: randomUUID(), address: 'ann@example.org' };
  ({ vault } = await createVault(own, 1, { password: kek, recovery: kek }));
});
beforeEach(async () => {
  server = new LedgerServer();
  device = memoryStore();
  contacts = new Contacts(server.client, vault, testKeyLog(server.client));
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
    const before = server.entries;
    const use = jest.fn();
    await expect(contacts.withVerifiedKeys(await lie(), use)).rejects.toEqual(refusal(problem));
    expect(use).not.toHaveBeenCalled();
    expect(server.entries).toEqual(before);
  });
});

it('does not save keys when their first use fails', async () => {
  await expect(contacts.withVerifiedKeys(await sent(), () => Promise.reject(new Error('forged')))).rejects.toThrow(
    'forged',
  );
  expect(await pinned()).toEqual([]);
});

it('does not replace keys that another device has saved in the meantime', async () => {
  const other = await newBundle();
  const one = await sent();
  const onOtherDevice = async () => contacts.withVerifiedKeys(await sent(other), nothing);
  await expect(contacts.withVerifiedKeys(one, onOtherDevice)).rejects.toEqual(refusal('KEY_CHANGED'));
  await contacts.withVerifiedKeys({ ...partner, bundle: other }, nothing);
});

it('accepts changed keys after confirmation', async () => {
  await contacts.withVerifiedKeys(await sent(), nothing);
  const changed = await newBundle();
  await expect(contacts.withVerifiedKeys(await sent(changed), nothing)).rejects.toEqual(refusal('KEY_CHANGED'));
  await contacts.confirm(await verifyContact({ userId: partner.userId, address }, changed));
  await contacts.withVerifiedKeys(await sent(changed), nothing);
  expect(await contacts.list()).toMatchObject([{ address, how: 'compared' }]);
});

it('says whether a person has compared the keys', async () => {
  const known = await sent();
  expect(await contacts.find(known)).not.toHaveProperty('how');
  await contacts.withVerifiedKeys(known, nothing);
  expect(await contacts.find(known)).toMatchObject({ state: 'same', how: 'first' });
  await contacts.confirm(await verifyContact({ userId: partner.userId, address }, known.bundle));
  expect(await contacts.find(known)).toMatchObject({ state: 'same', how: 'compared' });
});

it('binds a pin from before addresses to the address that its key states', async () => {
  const bundle = await newBundle();
  const { pairId } = await verifyBundle(partner.userId, bundle);
  const old = utf8(JSON.stringify({ revision: 2, keys: { [partner.userId]: toBase64url(pairId) } }));
  server.pins = toBase64url(await sealUnder(vault.key, old, utf8(`sdx1/pins|${vault.userId}|1`)));
  await expect(contacts.withVerifiedKeys(await sent(), nothing)).rejects.toEqual(refusal('KEY_CHANGED'));
  await contacts.withVerifiedKeys(await sent(bundle), nothing);
  expect((await contacts.ledger.load()).pins).toMatchObject({ keys: {}, contacts: [{ address }] });
});

describe('the key log', () => {
  const refusedEverywhere = async (bundle: PublicBundle, problem: string) => {
    const contact = await verifyContact({ userId: partner.userId, address }, bundle);
    const use = jest.fn();
    await expect(contacts.withVerifiedKeys({ ...partner, bundle }, use)).rejects.toEqual(refusal(problem));
    await expect(contacts.remember(contact)).rejects.toEqual(refusal(problem));
    await expect(contacts.confirm(contact)).rejects.toEqual(refusal(problem));
    expect(use).not.toHaveBeenCalled();
    expect(await pinned()).toEqual([]);
  };

  it('must contain the keys of a first contact, and no newer ones', async () => {
    const bundle = await newBundle();
    await refusedEverywhere(bundle, 'KEY_NOT_LOGGED');
    await sent(bundle);
    await sent();
    await refusedEverywhere(bundle, 'KEY_NOT_LOGGED');
  });

  it('must contain changed keys before a person can confirm them', async () => {
    await contacts.withVerifiedKeys(await sent(), nothing);
    const changed = await verifyContact({ userId: partner.userId, address }, await newBundle());
    await expect(contacts.confirm(changed)).rejects.toEqual(refusal('KEY_NOT_LOGGED'));
    expect(await contacts.list()).toMatchObject([{ how: 'first' }]);
  });

  it('must extend what this device has seen', async () => {
    const keyLog = new KeyLog(server.client, device, testLabel);
    contacts = new Contacts(server.client, vault, keyLog, { device });
    await contacts.withVerifiedKeys(await sent(), nothing);
    const stranger = { userId: randomUUID(), address: 'dan@example.org' };
    const bundle = await newBundle(stranger);
    const contact = await verifyContact(stranger, bundle);
    server.keyLog.leaves = [];
    await server.keyLog.log(contact);
    await expect(contacts.confirm(contact)).rejects.toEqual(refusal('KEY_LOG_SPLIT'));
    const restarted = new KeyLog(server.client, device, testLabel);
    contacts = new Contacts(server.client, vault, restarted, { device });
    await expect(contacts.confirm(contact)).rejects.toEqual(refusal('KEY_LOG_SPLIT'));
  });

  it('is read once for a new contact, and never for a known one', async () => {
    const keys = await sent();
    await contacts.withVerifiedKeys(keys, nothing);
    expect(server.keyLog.calls).toEqual([routes.keyLog, routes.keyLogEntries]);
    await contacts.withVerifiedKeys(keys, nothing);
    const other = new Contacts(server.client, vault, testKeyLog(server.client));
    await other.withVerifiedKeys(keys, nothing);
    expect(server.keyLog.calls).toHaveLength(2);
  });
});

describe('a program', () => {
  const apiKeyId = randomUUID();

  it('accepts only contacts that were confirmed or imported', async () => {
    const keys = await sent();
    await contacts.withVerifiedKeys(keys, nothing);
    const list = await contacts.list();
    server = new LedgerServer();
    const program = new Contacts(server.client, vault, testKeyLog(server.client), { apiKeyId });
    const use = jest.fn();
    await expect(program.withVerifiedKeys(keys, use)).rejects.toEqual(refusal('CONTACT_UNKNOWN'));
    expect(use).not.toHaveBeenCalled();
    await program.import(list);
    expect(await program.list()).toMatchObject([{ address, how: 'imported' }]);
    await program.withVerifiedKeys(keys, use);
    expect(use).toHaveBeenCalledTimes(1);
  });

  it('does not replace a known contact with another key by an import', async () => {
    await contacts.withVerifiedKeys(await sent(), nothing);
    const list = await contacts.list();
    server = new LedgerServer();
    contacts = new Contacts(server.client, vault, testKeyLog(server.client));
    await contacts.withVerifiedKeys(await sent(), nothing);
    await expect(contacts.import(list)).rejects.toEqual(refusal('KEY_CHANGED'));
  });
});

describe('a device of an earlier release', () => {
  const listOf = async (revision: number, keys: object) =>
    toBase64url(
      await sealUnder(
        vault.key,
        utf8(JSON.stringify({ revision, contacts: [], keys })),
        utf8(`sdx1/contacts|${vault.userId}|1`),
      ),
    );
  const deviceWith = async (seen: object) => {
    const device = memoryStore();
    await device.write('keys-seen', JSON.stringify({ epoch: 1, ...seen }));
    return device;
  };

  it('starts the ledger with the newer of the two lists of the server and the device, and with no older one', async () => {
    const [older, newer] = [await listOf(1, {}), await listOf(2, { [partner.userId]: 'AAAA' })];
    server.pins = older;
    for (const pins of [older, null]) {
      server.pins = pins;
      const without = new Contacts(server.client, vault, testKeyLog(server.client), {
        device: await deviceWith({ revision: 2 }),
      });
      await expect(without.list()).rejects.toEqual(refusal('LEDGER_ROLLED_BACK'));
    }
    expect(server.entries).toEqual([]);
    const device = await deviceWith({ revision: 2, list: newer });
    const { pins } = await new Contacts(server.client, vault, testKeyLog(server.client), { device }).ledger.load();
    expect(pins.keys).toEqual({ [partner.userId]: 'AAAA' });
  });
});
