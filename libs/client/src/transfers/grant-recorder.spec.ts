import { randomUUID } from 'node:crypto';
import type { SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { recordRevocation } from '../ledger/grants';
import { signTarget } from '../requests/sign-request';
import { fileOf, keysOf, personCalled, requestFor, serverWith, targetOf, type Person } from '../testing/people';
import { grantsFor } from './granting';

const [expiry, later] = ['2100-01-01T00:00:00.000Z', '2100-02-01T00:00:00.000Z'];
const [requestId, transferId] = [randomUUID(), randomUUID()];

describe.each(['person', 'program'] as const)('the client of a %s', (of) => {
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let secret: SealingTargets['files'][number];
  let targets: SealingTargets;
  let place: Awaited<ReturnType<typeof serverWith>>;

  beforeAll(async () => {
    [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
    const files = [await fileOf(ann, 'a.csv'), await fileOf(ann, 'b.csv')];
    secret = await fileOf(ann, 'secret.csv');
    targets = {
      requestId,
      senderId: ann.vault.userId,
      receiver: keysOf(bob),
      files,
      granted: null,
      signed: await requestFor(bob, ann, requestId, files),
    };
  });
  beforeEach(async () => {
    place = await serverWith(ann, [bob, eve], [], of);
  });

  const answer = (targetsOf: SealingTargets) => {
    place.server.others = (route) => (route === routes.sealingTargets ? targetsOf : undefined);
  };
  const accept = (from = targets) => {
    answer(from);
    return grantsFor(place.client, place.keyring, { id: requestId }, { expiry });
  };
  const extend = (from = targets) => {
    answer(from);
    return grantsFor(place.client, place.keyring, { transferId }, { expiry: later });
  };
  const load = () => place.keyring.contacts.ledger.load();

  it('includes the head after the entry of the grants, which is stored first', async () => {
    const before = (await load()).end.seq;
    const accepted = await accept();
    expect((await load()).end).toEqual({ seq: before + 1, head: accepted!.ledgerHead });
    const extended = await extend();
    expect((await load()).end).toEqual({ seq: before + 2, head: extended!.ledgerHead });
    // a retry after a crash
    expect((await accept())!.ledgerHead).toBe(accepted!.ledgerHead);
    expect((await load()).end.seq).toBe(before + 2);
  });

  it('grants nothing when the entry is not stored', async () => {
    place.server.onAppend = () => Promise.reject(new Error('gone'));
    await expect(accept()).rejects.toThrow('gone');
  });

  it('extends without using the server’s list of granted files', async () => {
    await accept();
    const set = await extend();
    expect(set!.grants.map(({ fileId }) => fileId).toSorted()).toEqual(
      targets.files.map(({ fileId }) => fileId).toSorted(),
    );
  });

  it.each<[string, () => SealingTargets | Promise<SealingTargets>, string]>([
    ['adds a file', () => ({ ...targets, files: [...targets.files, secret] }), 'GRANT_SET_DIFFERS'],
    ['leaves a file out', () => ({ ...targets, files: targets.files.slice(1) }), 'GRANT_SET_DIFFERS'],
    ['exchanges a file', () => ({ ...targets, files: [targets.files[0]!, secret] }), 'GRANT_SET_DIFFERS'],
    [
      'names another version',
      () => ({ ...targets, files: targets.files.map((file) => ({ ...file, version: 2 })) }),
      'GRANT_SET_DIFFERS',
    ],
    ['names another known receiver', () => ({ ...targets, receiver: keysOf(eve) }), 'GRANT_REFUSED'],
    ['names a request that was not accepted', () => ({ ...targets, requestId: randomUUID() }), 'GRANT_REFUSED'],
    ['names another sender', () => ({ ...targets, senderId: eve.vault.userId }), 'GRANT_REFUSED'],
    [
      'names a new key of the receiver',
      async () => ({ ...targets, receiver: keysOf(await personCalled('bob', bob.vault.userId)) }),
      'KEY_CHANGED',
    ],
  ])('extends nothing for a server that %s', async (_, lie, problem) => {
    await accept();
    const { entries } = place.server;
    await expect(extend(await lie())).rejects.toMatchObject({ problem });
    expect(place.server.entries).toEqual(entries);
  });

  it('neither extends nor accepts a revoked request that the server offers again', async () => {
    await accept();
    await recordRevocation(place.keyring.contacts.ledger, requestId);
    for (const again of [extend, accept]) await expect(again()).rejects.toMatchObject({ problem: 'TRANSFER_REVOKED' });
  });

  it('does not treat grants as older than the ledger if the server hides the ledger', async () => {
    const set = (await accept())!;
    const expiryMs = Date.parse(expiry);
    const [senderId, recipientId] = [ann.vault.userId, bob.vault.userId];
    const granted = {
      ...set,
      requestId,
      request: targets.signed!,
      senderId,
      sender: ann.bundle,
      recipientId,
      expiryMs,
    };
    place = await serverWith(ann, [bob], [], of);
    await expect(extend({ ...targets, granted })).rejects.toMatchObject({ problem: 'GRANT_REFUSED' });
  });

  it('stops if the receiver has seen a newer ledger than the server shows', async () => {
    const { ledgerHead } = (await accept())!;
    const knowing = async (senderHead: string) => {
      const next = randomUUID();
      const chosen = {
        requestId: next,
        fileIds: targets.files.map(({ fileId }) => fileId),
        intendedUse: '',
        note: '',
      };
      const signed = await signTarget(bob.vault, targetOf(ann, next, targets.files), ann.contact, chosen, {
        senderHead: fromBase64url(senderHead, 32),
        checkpoint: '',
      });
      answer({ ...targets, requestId: next, signed });
      return grantsFor(place.client, place.keyring, { id: next }, { expiry });
    };
    await knowing(ledgerHead!);
    const { entries } = place.server;
    await expect(knowing('B'.repeat(42) + 'A')).rejects.toMatchObject({ problem: 'LEDGER_ROLLED_BACK' });
    expect(place.server.entries).toEqual(entries);
  });
});
