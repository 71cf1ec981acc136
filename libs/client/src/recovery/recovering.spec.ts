import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint } from '@tradepost/sealing/keys/bundle';
import { createPersonKey, openPersonKey } from '@tradepost/sealing/keys/person-key';
import type { RecoveryRequest } from '@tradepost/sealing/keys/recovery-request';
import { openVault } from '@tradepost/sealing/keys/vault';
import fc from 'fast-check';
import { memoryStore } from '../contacts/device-store';
import { confirmCompany } from '../company/company-keyring';
import { personCalled, testKek, type Person } from '../testing/people';
import { testKeyLog } from '../testing/key-log-server';
import { newKek, prove, recoveredCompany, type Holder, type RecoveredCompany } from '../testing/recovered-company';
import { RecoveryServer } from '../testing/recovery-server';
import { approveWaiting, waitingRecovery } from './approving';
import { finishRecovery } from './recovering';
import { endShares, ownRecovery, requireNewest, splitAmong } from './shares';

const problem = (name: string) => ({ problem: name });
const companyId = crypto.randomUUID();

let company: RecoveredCompany;
let ann: Person;
let server: RecoveryServer;
let holders: readonly Holder[];

const begin = async () => {
  company = await recoveredCompany(ann, companyId);
  ({ server, holders } = company);
};
beforeEach(async () => {
  ann = await personCalled('ann');
  await begin();
});

const owner = () => company.owner;
const ring = () => company.ring();
const split = (among = holders, threshold = 2) => company.split(among, threshold);
const start = () => company.start();
const approve = (one: Holder, read: RecoveryRequest) => company.approve(one, read);
const finish = (request: RecoveryRequest, wrong: string[] = []) => company.finish(request, { wrong });

it('gives the owner the vault back, with the shares of any two of three members who have compared the number', async () => {
  await split();
  const request = await start();
  await approve(holders[0]!, request);
  await expect(finish(request)).rejects.toMatchObject(problem('RECOVERY_INCOMPLETE'));
  expect(server.wraps).toEqual([]);
  await approve(holders[2]!, request);
  const vault = await finish(request);
  expect(vault.own.keyId).toEqual(ann.vault.own.keyId);
  const sealed = { ...ann.sealed, wraps: { ...ann.sealed.wraps, password: server.wraps[0]! } };
  await openVault(vault.userId, sealed, ann.bundle, { kind: 'password', kek: await newKek() });
  // the record says that no set opens the vault any more
  expect((await server.contactsOf().ledger.load()).recoveries).toEqual([]);
});

it('sends nothing without the password of the owner, or for people that cannot hold shares', async () => {
  const wrongPassword = { kek: await newKek(), prove };
  const shares = { holders: holders.map(({ key }) => key), threshold: 2 };
  await expect(splitAmong(server.clientOf(), ring(), companyId, shares, wrongPassword)).rejects.toMatchObject({
    code: 'PASSWORD_WRONG',
  });
  await expect(split(holders, 4)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  expect([server.stored, server.ledger.entries]).toEqual([null, []]);
});

describe('an owner’s client', () => {
  it('knows the newest set, and refuses an older one and one that was ended', async () => {
    const older = await split();
    const before = server.stored;
    const newer = await split(holders.slice(1));
    await requireNewest(ring(), newer);
    await expect(requireNewest(ring(), older)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    // a server that still has the earlier set recovers nothing with it
    server.stored = before;
    const request = await start();
    for (const one of holders.slice(0, 2)) await approve(one, request);
    await expect(finish(request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    expect(server.wraps).toEqual([]);
    await endShares(server.clientOf(), ring(), { prove });
    await expect(requireNewest(ring(), newer)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  });

  it('names members with wrong shares, and continues with the others', async () => {
    await split();
    const request = await start();
    for (const one of holders) await approve(one, request);
    server.approvals = server.approvals.map((one, at) =>
      at === 0 ? { ...one, sealed: server.approvals[1]!.sealed } : one,
    );
    const wrong: string[] = [];
    await finish(request, wrong);
    expect(wrong).toEqual(['bob@example.org']);
    server.approvals = server.approvals.slice(0, 2);
    await expect(finish(request)).rejects.toMatchObject(problem('RECOVERY_INCOMPLETE'));
  });

  it('refuses mixed sets, a wrap of another set and a set of another company', async () => {
    await split();
    const first = server.stored!;
    await split();
    const second = server.stored!;
    const request = await start();
    for (const one of holders.slice(0, 2)) await approve(one, request);
    const lies = [
      { ...second, wrap: first.wrap },
      { ...second, set: first.set },
      { ...second, set: { ...second.set, shares: first.set.shares } },
      { ...second, set: { ...second.set, threshold: 3 } },
    ];
    for (const lie of lies) {
      server.stored = lie;
      await expect(finish(request)).rejects.toMatchObject({ name: 'SealingError' });
    }
    const eve = await personCalled('eve');
    const foreign = new RecoveryServer(eve, companyId);
    await foreign.ledger.keyLog.log(eve.contact);
    server.alter = (route, answer) => (route === routes.recovery ? foreign.state(null) : answer);
    expect(await ownRecovery(server.clientOf(), owner(), companyId)).toBeNull();
    const keys = { holders: holders.map(({ key }) => key), threshold: 2 };
    const eves = { vault: eve.vault, contacts: foreign.contactsOf() };
    await splitAmong(foreign.clientOf(), eves, companyId, keys, { kek: await testKek(), prove });
    await expect(ownRecovery(server.clientOf(), owner(), companyId)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    expect(server.wraps).toEqual([]);
  });

  it('does not open a request that another password has started', async () => {
    await split();
    const request = await start();
    for (const one of holders) await approve(one, request);
    const client = server.clientOf();
    const ports = { contactsOf: async () => server.contactsOf(), onWrong: () => undefined };
    const started = { companyId, requestId: request.requestId, number: fingerprint(request) };
    await expect(
      finishRecovery(client, owner(), started, { kek: await testKek(), prove }, ports),
    ).rejects.toMatchObject(problem('VAULT_LOCKED'));
  });
});

describe('a member’s client gives the share', () => {
  const waitingOf = ({ acting, device }: Holder, client = server.clientOf(acting)) =>
    waitingRecovery(client, acting, { device, keyLog: testKeyLog(client, device) });

  it('to no other key than the compared one: a key of the server, or of another request, has another number', async () => {
    await split();
    const request = await start();
    const attackers = await createPersonKey({ userId: ann.vault.userId, address: ann.email }, await newKek());
    server.request = { ...server.request!, ...attackers };
    await expect(approve(holders[0]!, request)).rejects.toThrow('not the number');
    // the server exchanges the key after the comparison
    const honest = await start();
    const { acting, device } = holders[0]!;
    const waiting = (await waitingOf(holders[0]!))!;
    expect(fingerprint(waiting.request)).toBe(fingerprint(honest));
    server.request = { ...server.request, ...attackers };
    await approveWaiting(server.clientOf(acting), acting, waiting, { kek: await testKek(), prove }, device);
    const thief = await openPersonKey({ userId: ann.vault.userId, address: ann.email }, attackers, {
      kek: await newKek(),
    });
    const { openApprovals } = await import('@tradepost/sealing/keys/recovery-request');
    expect((await openApprovals({ ...honest, key: thief }, thief, server.approvals)).shares).toEqual([]);
  });

  it('only for the company that the member acts for, its newest logged keys, and those that the device knows', async () => {
    await split();
    await start();
    const bob = holders[0]!;
    const elsewhere = { ...bob, acting: { ...bob.acting, companyId: crypto.randomUUID() } };
    await expect(waitingOf(elsewhere)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    const eve = await personCalled('ann', ann.vault.userId);
    await confirmCompany(bob.device, eve.contact);
    await expect(waitingOf(bob)).rejects.toMatchObject(problem('KEY_CHANGED'));
    await confirmCompany(bob.device, ann.contact);
    expect(await waitingOf(bob)).not.toBeNull();
    await server.ledger.keyLog.log(eve.contact);
    await expect(waitingOf({ ...bob, device: memoryStore() })).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
  });

  it('of this set only, and with the present key', async () => {
    await split();
    const first = server.stored!;
    await split();
    const request = await start();
    const bob = holders[0]!;
    server.stored = { ...server.stored!, sealed: first.sealed };
    await expect(approve(bob, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    const named = { userId: bob.acting.id, address: bob.acting.email };
    server.keys.set(bob.acting.id, await createPersonKey(named, await testKek()));
    await expect(approve(bob, request)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
    expect(server.approvals).toEqual([]);
  });
});

it('recovers only with right shares of the newest set, whatever servers and members do in between', async () => {
  type Step = 'split' | 'start' | 'old set' | 'forge' | 'swap' | 'drop' | 0 | 1 | 2;
  const step = fc.constantFrom<Step>('split', 'start', 'old set', 'forge', 'swap', 'drop', 0, 1, 2, 0, 1, 2);
  const counts = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      await begin();
      let newest = (await split()).setId;
      const old = server.stored!;
      let request = await start();
      let asked = newest;
      const right = new Set<string>();
      for (const one of steps) {
        if (one === 'split') [newest, asked] = [(await split()).setId, ''];
        else if (one === 'start') {
          request = await start();
          asked = server.stored!.set.setId;
          right.clear();
        } else if (one === 'old set') server.stored = old;
        else if (one === 'forge') {
          server.approvals = server.approvals.map((given) => ({ ...given, sealed: toBase64url(new Uint8Array(114)) }));
          right.clear();
        } else if (one === 'swap') {
          server.approvals = server.approvals.map(({ sealed }, at, all) => ({
            ...all[(at + 1) % all.length]!,
            sealed,
          }));
          if (server.approvals.length > 1) right.clear();
        } else if (one === 'drop') {
          for (const { memberId } of server.approvals.slice(1)) right.delete(memberId);
          server.approvals = server.approvals.slice(0, 1);
        } else if (server.request)
          await approve(holders[one]!, request).then(
            () => right.add(holders[one]!.acting.id),
            () => undefined,
          );
      }
      const isRight = server.stored!.set.setId === newest && asked === newest && right.size >= 2 && server.request;
      const outcome = server.request
        ? await finish(request).then(
            () => true,
            () => false,
          )
        : false;
      counts[outcome ? 'done' : 'refused'] += 1;
      expect(outcome).toBe(Boolean(isRight));
      expect(server.wraps).toHaveLength(outcome ? 1 : 0);
    }),
    { numRuns: 30, seed: 5 },
  );
  expect(counts.done).toBeGreaterThan(5);
  expect(counts.refused).toBeGreaterThan(5);
});

it('shows a set only as the company of the caller', async () => {
  await split();
  const state = (changed: Partial<RecoveryState>) => {
    server.alter = (route, answer) =>
      route === routes.recovery ? { ...(answer as RecoveryState), ...changed } : answer;
  };
  state({ companyId: crypto.randomUUID() });
  await expect(ownRecovery(server.clientOf(), owner(), companyId)).rejects.toMatchObject(problem('RECOVERY_REFUSED'));
  state({ owner: { userId: crypto.randomUUID(), email: ann.email } });
  await expect(ownRecovery(server.clientOf(), owner(), companyId)).rejects.toMatchObject({ name: 'SealingError' });
});
