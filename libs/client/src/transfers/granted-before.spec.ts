import { randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import type { SealingTargets } from '@tradepost/contracts/requests';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { Contacts } from '../contacts/contacts';
import { LedgerServer } from '../testing/ledger-server';
import { personCalled, type Person } from '../testing/people';
import { sealContent } from './sealed-content';
import { grantsFor } from './sealed-transfers';
import { grantAccess } from './verified-grants';

const expiry = '2100-01-01T00:00:00.000Z';
const later = '2100-02-01T00:00:00.000Z';
const [requestId, transferId, otherRequest] = [randomUUID(), randomUUID(), randomUUID()];

const keysOf = ({ email, vault, bundle }: Person) => ({ userId: vault.userId, email, bundle });

describe('extending a transfer from before the ledger', () => {
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let honest: SealingTargets;
  let others: SealingTargets;

  async function fileOf({ vault }: Person, name: string) {
    const { fields } = await sealContent(vault, new Blob([name]), { name, mime: 'text/csv' });
    const { fileId, wrappedKey, sealedMeta } = fields;
    return { fileId, version: 1, sealedSize: 200, sealedMeta, wrappedKey, ownerId: vault.userId };
  }

  async function transferTo(receiver: Person, id: string, names: string[]): Promise<SealingTargets> {
    const files = await Promise.all(names.map((name) => fileOf(ann, name)));
    const base = { requestId: id, senderId: ann.vault.userId, files };
    const set = await grantAccess(ann.vault, base, receiver.vault.own as Contact, expiry, async () => '');
    const granted = {
      requestId: id,
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

  let server: LedgerServer;
  let contacts: Contacts;

  beforeEach(async () => {
    server = new LedgerServer();
    contacts = new Contacts(server.client, ann.vault);
    for (const { vault } of [bob, eve]) await contacts.confirm(vault.own as Contact);
  });

  const extended = async (answer: SealingTargets) => {
    server.others = (route) => (route === routes.sealingTargets ? answer : undefined);
    return grantsFor(server.client, { vault: ann.vault, contacts }, { transferId }, { expiry: later });
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
    const { grants, extensions } = await contacts.ledger.load();
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
    ['hides the grants', (answer) => ({ ...answer, granted: null }), 'GRANT_REFUSED'],
    [
      'names another sender of the grants',
      (answer) => ({ ...answer, granted: { ...answer.granted!, senderId: others.receiver.userId } }),
      'GRANT_REFUSED',
    ],
    ['names another sender', (answer) => ({ ...answer, senderId: others.receiver.userId }), 'GRANT_REFUSED'],
  ])('grants nothing to a server that %s', async (_, lie, problem) => {
    const before = server.entries;
    await expect(extended(lie(honest))).rejects.toMatchObject({ problem });
    expect(server.entries).toEqual(before);
  });
});
