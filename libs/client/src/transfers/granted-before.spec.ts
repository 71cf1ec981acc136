import { randomUUID } from 'node:crypto';
import type { SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { requestHash } from '@tradepost/sealing/request';
import { fileOf, keysOf, personCalled, requestFor, serverWith, withoutLedger, type Person } from '../testing/people';
import { ownFileKey } from './sealed-content';
import { grantsFor } from './granting';
import { grantAccess } from './verified-grants';

const expiry = '2100-01-01T00:00:00.000Z';
const later = '2100-02-01T00:00:00.000Z';
const [requestId, transferId, otherRequest] = [randomUUID(), randomUUID(), randomUUID()];

describe('extending a transfer from before the ledger', () => {
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let honest: SealingTargets;
  let others: SealingTargets;

  async function transferTo(receiver: Person, id: string, names: string[]): Promise<SealingTargets> {
    const files = await Promise.all(names.map((name) => fileOf(ann, name)));
    const request = await requestFor(receiver, ann, id, files);
    const base = { requestId: id, senderId: ann.vault.userId, files, signed: null };
    const set = await grantAccess(
      ann.vault,
      { ...base, requestHash: await requestHash(request) },
      receiver.contact,
      expiry,
      (file) => ownFileKey(ann.vault, file),
      async () => withoutLedger(),
    );
    const granted = {
      requestId: id,
      request,
      senderId: ann.vault.userId,
      sender: ann.bundle,
      recipientId: receiver.vault.userId,
      expiryMs: Date.parse(expiry),
      ...set,
    };
    return { ...base, receiver: keysOf(receiver), granted };
  }

  beforeAll(async () => {
    [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
    honest = await transferTo(bob, requestId, ['a.csv', 'b.csv']);
    others = await transferTo(eve, otherRequest, ['secret.csv']);
  });

  let server: Awaited<ReturnType<typeof serverWith>>;
  beforeEach(async () => {
    server = await serverWith(ann, [bob, eve], []);
  });

  const extended = async (answer: SealingTargets) => {
    server.server.others = (route) => (route === routes.sealingTargets ? answer : undefined);
    return grantsFor(server.client, server.keyring, { transferId }, { expiry: later });
  };
  const without = <T>(list: T[]) => list.slice(1);

  it('grants exactly what was granted before', async () => {
    const set = await extended(honest);
    expect(set!.grants.map(({ fileId }) => fileId).toSorted()).toEqual(
      honest.files.map(({ fileId }) => fileId).toSorted(),
    );
    expect(set!.grants.every(({ expiryMs }) => expiryMs === Date.parse(later))).toBe(true);
    // from now on the ledger is the proof
    await extended({ ...honest, granted: null });
    const { grants, extensions } = await server.keyring.contacts.ledger.load();
    expect(grants.get(requestId)).toMatchObject([{ expiryMs: Date.parse(expiry), recipient: { address: bob.email } }]);
    expect(extensions.get(requestId)).toHaveLength(1);
  });

  it.each<[string, (answer: SealingTargets) => SealingTargets, string]>([
    ['adds a file', (answer) => ({ ...answer, files: [...answer.files, ...others.files] }), 'GRANT_SET_DIFFERS'],
    ['leaves a file out', (answer) => ({ ...answer, files: without(answer.files) }), 'GRANT_SET_DIFFERS'],
    [
      'exchanges a file',
      (answer) => ({ ...answer, files: [...without(answer.files), ...others.files] }),
      'GRANT_SET_DIFFERS',
    ],
    [
      'names another version',
      (answer) => ({ ...answer, files: answer.files.map((file) => ({ ...file, version: 2 })) }),
      'GRANT_SET_DIFFERS',
    ],
    ['names another known receiver', (answer) => ({ ...answer, receiver: others.receiver }), 'GRANT_REFUSED'],
    [
      'names another receiver in the grants too',
      (answer) => ({
        ...answer,
        receiver: others.receiver,
        granted: { ...answer.granted!, recipientId: others.receiver.userId },
      }),
      'BAD_SIGNATURE',
    ],
    [
      'adds a file to the grants too',
      (answer) => ({
        ...answer,
        files: [...answer.files, ...others.files],
        granted: { ...answer.granted!, grants: [...answer.granted!.grants, others.granted!.grants[0]!] },
      }),
      'GRANT_REFUSED',
    ],
    [
      'moves another request’s grants here',
      (answer) => ({ ...answer, granted: { ...answer.granted!, requestId: otherRequest } }),
      'GRANT_REFUSED',
    ],
    [
      'says that both are another request’s',
      (answer) => ({ ...answer, requestId: otherRequest, granted: { ...answer.granted!, requestId: otherRequest } }),
      'BAD_SIGNATURE',
    ],
    [
      'changes when the grants ended',
      (answer) => ({ ...answer, granted: { ...answer.granted!, expiryMs: Date.parse(later) } }),
      'GRANT_REFUSED',
    ],
    [
      'signs with other grants’ signature',
      (answer) => ({ ...answer, granted: { ...answer.granted!, sig: others.granted!.sig } }),
      'BAD_SIGNATURE',
    ],
    [
      'hides the signed request',
      (answer) => ({ ...answer, granted: { ...answer.granted!, request: undefined } }),
      'BAD_SIGNATURE',
    ],
    [
      'names another request that was signed',
      (answer) => ({ ...answer, granted: { ...answer.granted!, request: others.granted!.request } }),
      'BAD_SIGNATURE',
    ],
    ['hides the grants', (answer) => ({ ...answer, granted: null }), 'GRANT_REFUSED'],
    [
      'names another sender of the grants',
      (answer) => ({ ...answer, granted: { ...answer.granted!, senderId: others.receiver.userId } }),
      'GRANT_REFUSED',
    ],
    ['names another sender', (answer) => ({ ...answer, senderId: others.receiver.userId }), 'GRANT_REFUSED'],
  ])('grants nothing to a server that %s', async (_, lie, problem) => {
    const before = server.server.entries;
    await expect(extended(lie(honest))).rejects.toMatchObject({ problem });
    expect(server.server.entries).toEqual(before);
  });
});
