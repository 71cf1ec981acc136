import { randomUUID } from 'node:crypto';
import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { recordRevocation } from '../ledger/grants';
import { fileOf, keysOf, personCalled, requestFor, serverWith, type Person } from '../testing/people';
import { grantsFor, type ShownRequest, type ShownTransfer } from './granting';
import { findReceiver, type Shown } from './receivers';

const [expiry, later] = ['2100-01-01T00:00:00.000Z', '2100-02-01T00:00:00.000Z'];
const [requestId, transferId] = [randomUUID(), randomUUID()];
let ann: Person;
let bob: Person;
let eve: Person;
let prices: SealingTargets['files'][number];
let secret: typeof prices;
let honest: SealingTargets;
let place: Awaited<ReturnType<typeof serverWith>>;

const answer = (targets: SealingTargets) => {
  place.server.others = (route) => (route === routes.sealingTargets ? targets : undefined);
};
const pending = () => ({ id: requestId, receiverEmail: bob.email, intendedUse: 'Audit', note: null }) as RequestView;
const catalogued = (name: string) => ({ name, size: 'prices.csv'.length, contentType: 'text/csv' });

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
  [prices, secret] = await Promise.all([fileOf(ann, 'prices.csv'), fileOf(ann, 'secret.csv')]);
  honest = {
    requestId,
    senderId: ann.vault.userId,
    receiver: keysOf(bob),
    files: [prices],
    granted: null,
    signed: await requestFor(bob, ann, requestId, [prices, secret], { intendedUse: 'Audit' }),
  };
});
beforeEach(async () => {
  place = await serverWith(ann, [bob, eve], []);
});

describe('a request that a person has seen', () => {
  const shown = (changed: Partial<ShownRequest> = {}): ShownRequest => ({
    request: pending(),
    files: new Map([[prices.fileId, catalogued('prices.csv')]]),
    ...changed,
  });
  const accepted = (targets: SealingTargets, seen: ShownRequest) => {
    answer(targets);
    return grantsFor(place.client, place.keyring, { id: requestId, shown: seen }, { expiry });
  };

  it('is granted exactly as it was shown', async () => {
    expect((await accepted(honest, shown()))!.grants.map(({ fileId }) => fileId)).toEqual([prices.fileId]);
  });

  it.each<[string, () => Promise<SealingTargets> | SealingTargets, () => ShownRequest, object]>([
    [
      'another receiver’s signed request',
      async () => ({ ...honest, receiver: keysOf(eve), signed: await requestFor(eve, ann, requestId, [prices]) }),
      shown,
      { step: 'grant-receiver' },
    ],
    ['files of another sender', () => ({ ...honest, senderId: eve.vault.userId }), shown, { step: 'grant-sender' }],
    ['another requested file', () => ({ ...honest, files: [prices, secret] }), shown, { step: 'grant-files' }],
    [
      'a file of another name',
      () => honest,
      () => shown({ files: new Map([[prices.fileId, catalogued('stock.csv')]]) }),
      { step: 'grant-file-name', about: 'stock.csv' },
    ],
    [
      'another intended use',
      () => honest,
      () => shown({ request: { ...pending(), intendedUse: 'Resale' } }),
      { step: 'request-signature', problem: 'REQUEST_TEXT_DIFFERS' },
    ],
    ['no signature', () => ({ ...honest, signed: null }), shown, { step: 'request-unsigned' }],
    [
      'a file that a colleague sealed',
      () => ({ ...honest, files: [{ ...prices, ownerId: eve.vault.userId }] }),
      shown,
      { step: 'own-file-owner', about: 'prices.csv' },
    ],
    [
      'the key of another file',
      () => ({ ...honest, files: [{ ...prices, wrappedKey: secret.wrappedKey }] }),
      shown,
      { step: 'own-file-key', about: 'prices.csv' },
    ],
  ])('is not granted for a server that names %s', async (_, lie, seen, refused) => {
    const { end } = await place.keyring.contacts.ledger.load();
    await expect(accepted(await lie(), seen())).rejects.toMatchObject(refused);
    expect((await place.keyring.contacts.ledger.load()).grants.size).toBe(0);
    expect(end.seq).toBeGreaterThan(0);
  });
});

describe('a transfer that a person has seen', () => {
  const seen = (): ShownTransfer => ({
    requestId,
    receiverEmail: bob.email,
    fileNames: ['prices.csv'],
    files: 1,
  });
  const extended = (shown: ShownTransfer) =>
    grantsFor(place.client, place.keyring, { transferId, shown }, { expiry: later });

  beforeEach(async () => {
    answer(honest);
    await grantsFor(place.client, place.keyring, { id: requestId }, { expiry });
  });

  it('is extended, also if its list of names is cut', async () => {
    expect((await extended(seen()))!.grants).toHaveLength(1);
    expect((await extended({ ...seen(), fileNames: [], files: 1 }))!.grants).toHaveLength(1);
  });

  it.each<[string, () => ShownTransfer, object]>([
    ['another request', () => ({ ...seen(), requestId: randomUUID() }), { step: 'grant-extension' }],
    ['another file', () => ({ ...seen(), fileNames: ['stock.csv'] }), { step: 'grant-extension' }],
    ['another receiver', () => ({ ...seen(), receiverEmail: eve.email }), { step: 'grant-receiver' }],
  ])('is not extended when they saw %s', async (_, shown, refused) => {
    await expect(extended(shown())).rejects.toMatchObject(refused);
  });

  it('is not extended once it was revoked', async () => {
    await recordRevocation(place.keyring.contacts.ledger, requestId);
    const revoked = { step: 'grant-extension', problem: 'TRANSFER_REVOKED', about: bob.email };
    await expect(extended(seen())).rejects.toMatchObject(revoked);
  });
});

describe('the shown receiver', () => {
  const found = (targets: SealingTargets, of: Shown = pending()) => {
    answer(targets);
    return findReceiver(place.client, place.keyring, of);
  };

  it('has the known key and the time of the signature', async () => {
    const receiver = await found(honest);
    expect(receiver).toMatchObject({ state: 'same', fingerprint: fingerprint(bob.contact) });
    expect(receiver?.signedAt).toBeInstanceOf(Date);
    expect(await found({ ...honest, signed: null })).toMatchObject({ state: 'same', signedAt: null });
  });

  it.each<[string, () => string]>([
    ['another known contact', () => eve.email],
    ['an address with a letter that looks the same', () => bob.email.replace('@e', '@\u0435')],
    ['no address', () => null as unknown as string],
  ])(
    'is refused if the server names %s instead of the shown address, before a person compares them',
    async (_, email) => {
      const lies = { ...honest, receiver: { ...keysOf(eve), email: email() } };
      const refused = { step: 'grant-receiver' };
      await expect(found(lies)).rejects.toMatchObject(refused);
      await expect(found(lies, { transferId, receiverEmail: bob.email })).rejects.toMatchObject(refused);
      // keys of the shown address do not pass under another one either
      await expect(found({ ...honest, receiver: { ...keysOf(bob), email: email() } })).rejects.toMatchObject(refused);
    },
  );

  it('is that of the shown transfer, however the server spells the address', async () => {
    const shown = { transferId, receiverEmail: bob.email.toUpperCase() };
    expect(await found(honest, shown)).toMatchObject({ state: 'same', keys: { address: bob.email } });
  });

  it('has no key before they have created keys', async () => {
    expect(await found({ ...honest, receiver: { ...honest.receiver, bundle: null } })).toBeNull();
  });

  it('has a warning with both numbers if the key has changed', async () => {
    const forged = await personCalled('bob', bob.vault.userId);
    const receiver = await found({ ...honest, receiver: keysOf(forged) });
    const numbers = { fingerprint: fingerprint(forged.contact), before: fingerprint(bob.contact) };
    expect(receiver).toMatchObject({ state: 'changed', ...numbers });
    expect(receiver).not.toHaveProperty('signedAt');
  });

  it('is refused for a request without their signature, and for a first contact without an entry in the log', async () => {
    const theirs = { ...honest, signed: await requestFor(eve, ann, requestId, [prices]) };
    await expect(found(theirs)).rejects.toMatchObject({ step: 'request-signature', about: bob.email });
    const dan = await personCalled('dan');
    const shown = { ...pending(), receiverEmail: dan.email };
    const first = found({ ...honest, receiver: keysOf(dan), signed: null }, shown);
    await expect(first).rejects.toMatchObject({ step: 'contact-record', problem: 'KEY_NOT_LOGGED', about: dan.email });
  });
});
