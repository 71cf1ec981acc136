import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { openPersonKey } from '@tradepost/sealing/keys/person-key';
import { openApprovals, openByShares } from '@tradepost/sealing/keys/recovery-request';
import { openVault, wrapFor } from '@tradepost/sealing/keys/vault';
import { sql } from '@tradepost/service-kit/database/sql';
import { Db } from '@tradepost/service-kit/database/database';
import { AccountRow } from '../src/account/account.entity';
import { RecoveryRequestRow } from '../src/recovery/recovery.entity';
import { startFixture, type Fixture } from './fixture';
import { recoveryOf, type Holder } from './recovery-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ LOGIN_FREE_FAILURES: '50', LOGIN_FAILURES_PER_ACCOUNT: '60' });
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const {
  vaults,
  owning,
  holder,
  split,
  save,
  prepared,
  start,
  approve,
  sendApproval,
  approvalOf,
  finish,
  end,
  stateFor,
} = kit;
const code = (name: string) => ({ code: name });
const someWrap = 'A'.repeat(80);
const stepsOf = async ({ companyId }: UserActor) =>
  (await fixture.published(identityEvents.recoveryChanged))
    .filter((event) => event.companyId === companyId)
    .map(({ step }) => step);
const mailedTo = async ({ email }: UserActor) =>
  (await fixture.mails('recovery-changed', email)).map(({ data }) => data.step);

it('opens the vault of an owner who has lost password and recovery key, once enough members have approved', async () => {
  const { company, holders, made } = await prepared(3, 2);
  const { who } = company;
  const named = { userId: who.userId, address: addressKey(who.email) };
  const [bob, cid, dan] = holders as [Holder, Holder, Holder];
  const { id: _, ...stated } = made.set;
  expect(await stateFor(who)).toMatchObject({ set: stated, share: null, lost: [], request: null });
  expect(await stateFor(bob.acting)).toMatchObject({ set: stated, share: made.sealed[0], companyId: who.companyId });

  const { request, key } = await start(who, made);
  const { requestId: id } = request;
  expect(await stateFor(bob.acting)).toMatchObject({ request: { requestId: id, wrap: null, approvedBy: [] } });
  // the owner opens the fresh key on any device
  const again = (await stateFor(who)).request!;
  const reopened = await openPersonKey(
    named,
    { key: again.key, wrap: again.wrap! },
    { kind: 'password', kek: await vaults.kekOf(who) },
  );
  expect(reopened.keyId).toEqual(key.keyId);
  await approve(request, bob, made);
  await expect(fixture.call(identity.approvedRecovery, { id }, who)).rejects.toMatchObject(code('RECOVERY_INCOMPLETE'));
  await expect(finish(who, id, someWrap)).rejects.toMatchObject(code('RECOVERY_INCOMPLETE'));
  // a repeat is one approval
  await approve(request, bob, made);
  await expect(finish(who, id, someWrap)).rejects.toMatchObject(code('RECOVERY_INCOMPLETE'));
  await approve(request, cid, made);

  const given = await fixture.call(identity.approvedRecovery, { id }, who);
  const { keys } = await vaults.storedKeysOf(who);
  const { shares } = await openApprovals(request, key, given.approvals);
  const stored = { vault: keys!.vault, bundle: keys!.bundle, wrap: given.wrap };
  const { sealed, unlock } = await openByShares(named, made.set, shares, stored);
  const kek = await vaults.kekOf(who);
  await finish(who, id, await wrapFor(who.userId, sealed, unlock, { kind: 'password', kek }));

  const after = (await vaults.storedKeysOf(who)).keys!;
  await openVault(who.userId, after.vault, after.bundle, { kind: 'password', kek });
  expect(after.recoverySaved).toBe(false);
  expect(await stateFor(who)).toMatchObject({ set: null, request: null });
  await expect(fixture.call(identity.approvedRecovery, { id }, who)).rejects.toMatchObject(code('NOT_FOUND'));
  const steps = ['made', 'started', 'approved', 'approved', 'finished'];
  expect(await stepsOf(who)).toEqual(steps);
  for (const one of [who, bob.acting, cid.acting, dan.acting])
    expect((await mailedTo(one)).toSorted()).toEqual(steps.toSorted());
});

describe('a set of shares', () => {
  it('replaces the earlier one, which ends with its request and shares', async () => {
    const { company, holders, made } = await prepared();
    const { request } = await start(company.who, made);
    await approve(request, holders[0]!, made);
    const next = await split(company, holders.slice(1), 2);
    await save(company.who, next);
    expect(await stateFor(holders[1]!.acting)).toMatchObject({ set: { setId: next.set.setId }, request: null });
    expect(await stateFor(holders[0]!.acting)).toMatchObject({ set: null, share: null, request: null });
    await expect(approve(request, holders[1]!, made)).rejects.toMatchObject(code('NOT_FOUND'));
    // the request of the earlier set is not answered with shares of the new one either
    await expect(start(company.who, made)).rejects.toMatchObject(code('KEYS_STALE'));
    await expect(finish(company.who, request.requestId, someWrap)).rejects.toMatchObject(code('NOT_FOUND'));
  });

  it('ends with new keys of the company, and when its owner ends it', async () => {
    const { company, holders } = await prepared();
    const { who } = company;
    await vaults.create(who, (await vaults.made(who, 2)).sent);
    expect((await stateFor(who)).set).toBeNull();
    expect(await stateFor(holders[0]!.acting)).toMatchObject({ set: null, share: null });
    const other = await prepared();
    await end(other.company.who);
    expect((await stateFor(other.company.who)).set).toBeNull();
    await expect(end(other.company.who)).rejects.toMatchObject(code('NOT_FOUND'));
    expect(await mailedTo(other.holders[0]!.acting)).toContain('ended');
  });

  it('is refused unless the present keys of the company have signed it, for this company and the present keys of its members', async () => {
    const [ann, eve] = [await owning(), await owning('Eve Trading')];
    const [bob, cid] = [await holder(ann), await holder(ann)];
    const outsider = await holder(eve);
    const invalid = code('RECOVERY_INVALID');
    const good = await split(ann, [bob, cid]);
    const refused = async (made: typeof good, by = ann.who, expected = invalid) => {
      await expect(save(by, made)).rejects.toMatchObject(expected);
      expect((await stateFor(ann.who)).set).toBeNull();
    };
    await refused(await split(ann, [bob, outsider]));
    await refused(await split(ann, [bob, cid], 2, eve.who.companyId!));
    await refused(good, eve.who);
    await refused(await split({ ...ann, vault: { ...ann.vault, signing: eve.vault.signing } }, [bob, cid]));
    await refused({ ...good, set: { ...good.set, threshold: 1 } }, ann.who, code('INVALID'));
    await refused({ ...good, set: { ...good.set, shares: good.set.shares.toReversed() } });
    await refused({ ...good, sealed: good.sealed.slice(1) });
    await refused({ ...good, set: { ...good.set, epoch: 2 } }, ann.who, code('KEYS_STALE'));
    await kit.personKey(cid.acting);
    await refused(good);
    const dan = await holder(ann);
    const withDan = await split(ann, [bob, dan]);
    await sql(fixture.db.read).update(AccountRow, dan.acting.userId, { email: 'another@example.org' });
    await refused(withDan);
  });

  it('is made, ended and recovered by the owner only, with the password', async () => {
    const { company, holders, made } = await prepared();
    const bob = holders[0]!.acting;
    const manager = { ...bob, roles: ['manager'] as const };
    await expect(save(manager, made)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await expect(end(manager)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await expect(start(manager, made)).rejects.toMatchObject(code('NOT_ALLOWED'));
    const { request } = await start(company.who, made);
    const id = request.requestId;
    await expect(fixture.call(identity.approvedRecovery, { id }, manager)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await expect(finish(manager, id, someWrap)).rejects.toMatchObject(code('NOT_ALLOWED'));
    const {
      set: { id: _, ...set },
      sealed,
      wrap,
    } = made;
    const foreign = await kit.proof(bob);
    const wrong = code('PASSWORD_WRONG');
    await expect(
      fixture.call(identity.saveRecovery, { set, sealed, wrap, password: foreign }, company.who),
    ).rejects.toMatchObject(wrong);
    const approval = {
      id,
      sealed: await approvalOf(request, holders[0]!, made),
      password: await kit.proof(company.who),
    };
    await expect(fixture.call(identity.approveRecovery, approval, bob)).rejects.toMatchObject(wrong);
    const finishing = { id, epoch: 1, wrap: someWrap, password: await kit.proof(bob) };
    await expect(fixture.call(identity.finishRecovery, finishing, company.who)).rejects.toMatchObject(wrong);
    expect((await stateFor(company.who)).request?.approvedBy).toEqual([]);
  });
});

describe('a share', () => {
  const ends: [string, (who: UserActor, one: Holder) => Promise<unknown>][] = [
    ['is removed', (who, { acting }) => fixture.call(identity.removeMember, { id: acting.userId }, who)],
    ['leaves', (who, { acting }) => fixture.call(identity.leaveCompany, { companyId: who.companyId! }, acting)],
    ['has a new key', (_, { acting }) => kit.personKey(acting)],
    [
      'is suspended',
      (who, { acting }) => {
        const admin = { ...who, userType: 'admin' as const };
        return fixture.call(identity.suspend, { id: acting.userId, reason: 'test' }, admin);
      },
    ],
  ];
  it.each(ends)('and what was approved with it ends when its member %s', async (_, end) => {
    const { company, holders, made } = await prepared();
    const [bob, cid] = holders as [Holder, Holder];
    const { request } = await start(company.who, made);
    await approve(request, bob, made);
    await approve(request, cid, made);
    await end(company.who, bob);
    expect(await stateFor(company.who)).toMatchObject({
      lost: [bob.acting.userId],
      request: { approvedBy: [cid.acting.userId] },
    });
    await expect(finish(company.who, request.requestId, someWrap)).rejects.toMatchObject(code('RECOVERY_INCOMPLETE'));
    await expect(approve(request, bob, made)).rejects.toMatchObject(code('NOT_FOUND'));
    const mailed = (await mailedTo(bob.acting)).length;
    await approve(request, holders[2]!, made);
    expect(await mailedTo(bob.acting)).toHaveLength(mailed);
  });
});

describe('a request', () => {
  it('is approved by several members at the same time', async () => {
    const { company, holders, made } = await prepared(4, 4);
    const { request } = await start(company.who, made);
    await Promise.all(holders.map((one) => approve(request, one, made)));
    expect((await stateFor(company.who)).request?.approvedBy).toHaveLength(4);
  });

  it('is one at a time, of two that start at once', async () => {
    const { company, made } = await prepared();
    const both = await Promise.allSettled([start(company.who, made), start(company.who, made)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(code('RECOVERY_PENDING'));
  });

  it('is stopped by its owner or a member with a share, and not by others', async () => {
    const { company, holders, made } = await prepared();
    const other = await prepared();
    const stranger = await holder(company);
    for (const by of [company.who, holders[2]!.acting]) {
      const { request } = await start(company.who, made);
      const stop = (who: UserActor) => fixture.call(identity.stopRecovery, { id: request.requestId }, who);
      for (const no of [other.company.who, other.holders[0]!.acting, stranger.acting])
        await expect(stop(no)).rejects.toMatchObject(code('NOT_FOUND'));
      await stop(by);
      await expect(approve(request, holders[0]!, made)).rejects.toMatchObject(code('NOT_FOUND'));
      await expect(stop(by)).rejects.toMatchObject(code('NOT_FOUND'));
    }
    expect(await mailedTo(company.who)).toContain('stopped');
  });

  it('is of one company: ids of another tenant are unknown, and tell nothing', async () => {
    const [ann, eve] = [await prepared(), await prepared()];
    const { request } = await start(ann.company.who, ann.made);
    const id = request.requestId;
    const sealed = await approvalOf(request, ann.holders[0]!, ann.made);
    const notFound = code('NOT_FOUND');
    await expect(sendApproval(eve.holders[0]!, id, sealed)).rejects.toMatchObject(notFound);
    await expect(fixture.call(identity.approvedRecovery, { id }, eve.company.who)).rejects.toMatchObject(notFound);
    await expect(finish(eve.company.who, id, someWrap)).rejects.toMatchObject(notFound);
    const stranger = await holder(ann.company);
    await expect(sendApproval(stranger, id, sealed)).rejects.toMatchObject(notFound);
    expect(await stateFor(stranger.acting)).toMatchObject({ set: null, share: null, lost: [], request: null });
    for (const wrong of ['', 'nobody', `${id}0`])
      await expect(finish(ann.company.who, wrong, someWrap)).rejects.toMatchObject({
        code: wrong === '' ? 'INVALID' : 'NOT_FOUND',
      });
  });

  it('expires, and another one can start then', async () => {
    const { company, holders, made } = await prepared();
    const { request } = await start(company.who, made);
    await approve(request, holders[0]!, made);
    const ownerId = company.who.userId;
    await fixture.app
      .get(Db)
      .transaction((tx) => sql(tx).update(RecoveryRequestRow, { ownerId }, { expiresAt: new Date(Date.now() - 1) }));
    expect((await stateFor(company.who)).request).toBeNull();
    await expect(approve(request, holders[1]!, made)).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(finish(company.who, request.requestId, someWrap)).rejects.toMatchObject(code('NOT_FOUND'));
    await start(company.who, made);
    expect((await stateFor(company.who)).request?.approvedBy).toEqual([]);
  });

  it('is limited, because each one is mailed', async () => {
    const { company, made } = await prepared(2);
    const { who } = company;
    const again = async () => {
      const { request } = await start(who, made);
      await fixture.call(identity.stopRecovery, { id: request.requestId }, who);
    };
    for (let n = 1; n < 20; n++) await again();
    await expect(again()).rejects.toMatchObject(code('TOO_MANY'));
  });

  it('is finished with the keys that it was for', async () => {
    const { company, holders, made } = await prepared(2);
    const { request } = await start(company.who, made);
    for (const one of holders) await approve(request, one, made);
    await expect(finish(company.who, request.requestId, someWrap, 2)).rejects.toMatchObject(code('KEYS_STALE'));
  });
});
