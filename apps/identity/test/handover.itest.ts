import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { openVault } from '@tradepost/sealing/keys/vault';
import { recoveryKek } from '@tradepost/sealing/keys/recovery';
import { sql } from '@tradepost/service-kit/database/sql';
import { AccountRow } from '../src/account/account.entity';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { HandoverRow } from '../src/handover/handover.entity';
import { anonymous, otherThan, password, startFixture, type Fixture } from './fixture';
import { handoversOf, newPassword } from './handover-kit';
import { listedMembers, membersOf } from './member-kit';

const system = { kind: 'system', service: 'gateway' } as const;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '90',
    LOGIN_FAILURES_PER_ADDRESS: '90',
  });
});
afterAll(() => fixture.stop());

const kit = handoversOf(() => fixture);
const { prepared, start, take, taking, withKeys, proof, signedIn, recovery } = kit;
const { join, change, present } = membersOf(() => fixture);
const code = (name: string) => ({ code: name });
const shown = async (who: UserActor) => (await fixture.call(identity.handover, {}, who)).handover;
const cancel = (who: UserActor) => fixture.call(identity.cancelHandover, {}, who);
const stages = async (companyId: string | null) =>
  (await fixture.published(identityEvents.handoverChanged))
    .filter((event) => event.companyId === companyId)
    .map(({ stage }) => stage);

describe('an owner who is handing the company over', () => {
  it('names a co-owner, by the password and a mailed code, and both see it and get a mail', async () => {
    const { company, ann, cora } = await prepared();
    const handover = await start(company, cora);
    expect(handover).toMatchObject({ email: ann.email, to: { id: cora.acting.userId, email: cora.acting.email } });
    for (const who of [ann, cora.acting]) {
      expect(await shown(who)).toEqual(handover);
      expect(await fixture.mails('handover-changed', who.email)).toMatchObject([
        { data: { stage: 'started', by: ann.email, toEmail: cora.acting.email } },
      ]);
    }
    expect(await stages(ann.companyId)).toEqual(['started']);
    await expect(start(company, await withKeys(company))).rejects.toMatchObject(code('HANDOVER_OPEN'));
    await expect(start(company, cora)).rejects.toMatchObject(code('HANDOVER_OPEN'));
  });

  it('is refused without the password, or without the newest code, and then nothing is handed over', async () => {
    const { company, ann, cora } = await prepared();
    await expect(start(company, cora, { password: await fixture.proofOf(cora.acting.email) })).rejects.toMatchObject(
      code('PASSWORD_WRONG'),
    );
    const first = await kit.sendCode(ann);
    const second = await kit.sendCode(ann);
    const given = async (one: string) => ({ memberId: cora.acting.userId, password: await proof(ann), code: one });
    const send = async (one: string) => fixture.call(identity.startHandover, await given(one), ann);
    for (const wrong of ['', 'x', otherThan(second), ...(first === second ? [] : [first])])
      await expect(send(wrong)).rejects.toMatchObject(wrong === '' ? code('INVALID') : code('OTP_INVALID'));
    expect(await shown(ann)).toBeNull();
    await send(second);
    await cancel(ann);
    await expect(send(second)).rejects.toMatchObject(code('OTP_INVALID'));
    // that of a password reset is another code
    await fixture.call(identity.requestReset, { email: ann.email }, anonymous);
    await expect(send(await fixture.codeFor(ann.email, 'reset-code'))).rejects.toMatchObject(code('OTP_INVALID'));
    expect(await shown(ann)).toBeNull();
  });

  it('names nobody who is no co-owner with a password and the keys of the company', async () => {
    const company = await recovery.owning();
    const { who: ann } = company;
    const unsent = { code: '00000' };
    const manager = await withKeys(company, ['manager']);
    await expect(start(company, manager, unsent)).rejects.toMatchObject(code('HANDOVER_UNFIT'));
    await expect(start(company, { acting: await join(ann, 'co-owner') }, unsent)).rejects.toMatchObject(
      code('HANDOVER_UNFIT'),
    );
    for (const stranger of [ann, await fixture.member()])
      await expect(start(company, { acting: stranger }, unsent)).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(start(company, manager, { ...unsent, memberId: 'x' })).rejects.toMatchObject(code('NOT_FOUND'));
    const cora = await withKeys(company);
    const change = (changed: Partial<AccountRow>) =>
      sql(fixture.db.read).update(AccountRow, cora.acting.userId, changed);
    await change({ suspendedAt: new Date() });
    await expect(start(company, cora, unsent)).rejects.toMatchObject(code('HANDOVER_UNFIT'));
    await change({ suspendedAt: null, passwordHash: '' });
    await expect(start(company, cora, unsent)).rejects.toMatchObject(code('HANDOVER_UNFIT'));
    expect(await shown(ann)).toBeNull();
  });

  it('does not while the sign-in also serves other companies, or the account waits for its deletion', async () => {
    const { company, ann, cora } = await prepared();
    const other = await fixture.member('sender', 'Other Trading');
    await fixture.call(identity.inviteMembers, { emails: [ann.email], roles: ['auditor'] }, other);
    const [received] = await fixture.call(identity.receivedMemberInvitations, {}, ann);
    await fixture.call(identity.acceptMemberInvitation, { id: received!.id }, ann);
    await expect(start(company, cora)).rejects.toMatchObject(code('HANDOVER_MEMBERSHIPS'));
    await fixture.call(identity.leaveCompany, { companyId: other.companyId }, ann);
    await sql(fixture.db.read).update(AccountRow, ann.userId, { deletionAt: new Date(Date.now() + 1e9) });
    await expect(start(company, cora)).rejects.toMatchObject(code('NOT_ALLOWED'));
  });

  it('withdraws it, and the co-owner declines it; nobody else does, and it lasts seven days', async () => {
    const { company, ann, cora } = await prepared();
    const [other, manager] = [await join(ann, 'co-owner'), await join(ann, 'manager')];
    await start(company, cora);
    await expect(cancel(other)).rejects.toMatchObject(code('NOT_FOUND'));
    for (const who of [manager, await join(ann, 'auditor')]) {
      await expect(cancel(who)).rejects.toMatchObject(code('NOT_ALLOWED'));
      await expect(shown(who)).rejects.toMatchObject(code('NOT_ALLOWED'));
    }
    await cancel(cora.acting);
    await expect(cancel(ann)).rejects.toMatchObject(code('NOT_FOUND'));
    await start(company, cora);
    await cancel(ann);
    expect(await stages(ann.companyId)).toEqual(['started', 'cancelled', 'started', 'cancelled']);
    await start(company, cora);
    await sql(fixture.db.read).update(HandoverRow, ann.companyId!, { expiresAt: new Date() });
    expect(await shown(ann)).toBeNull();
    await expect(take(company, cora)).rejects.toMatchObject(code('NOT_FOUND'));
    await start(company, cora);
  });

  it('cannot be a co-owner, an API key or a session by single sign-on', async () => {
    const { company, ann, cora } = await prepared();
    const given = { memberId: cora.acting.userId, password: await proof(ann), code: '00000' };
    await expect(fixture.call(identity.startHandover, given, cora.acting)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await expect(fixture.call(identity.sendHandoverCode, {}, cora.acting)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await start(company, cora);
    const { sent } = await taking(company, cora);
    const key = { id: 'k', name: 'k', scopes: ['read', 'accept'] as const, mayAcceptWithoutCode: true };
    for (const actor of [
      { ...cora.acting, sso: true as const },
      { ...cora.acting, key },
      { ...ann, key },
    ]) {
      await expect(fixture.call(identity.acceptHandover, sent, actor)).rejects.toThrow();
      await expect(cancel(actor)).rejects.toThrow();
      await expect(fixture.call(identity.startHandover, given, actor)).rejects.toThrow();
    }
    expect(await shown(ann)).not.toBeNull();
  });
});

describe('the co-owner who takes the company over', () => {
  it('signs in as its owner with a new password, which opens its vault, and gets the mail for it', async () => {
    const { company, ann, cora } = await prepared();
    await start(company, cora);
    const { kek, recoveryCode } = await take(company, cora);
    const owner = await signedIn(ann);
    expect(owner).toMatchObject({
      userId: ann.userId,
      companyId: ann.companyId,
      roles: ['owner'],
      kycStatus: 'Pending',
    });
    const { keys } = await fixture.call(identity.keys, {}, owner);
    expect(keys).toMatchObject({ bundle: { epoch: 1 }, recoverySaved: false });
    const { vault, bundle } = keys!;
    await openVault(owner.userId, vault, bundle, { kind: 'password', kek });
    await openVault(owner.userId, vault, bundle, { kind: 'recovery', kek: await recoveryKek(recoveryCode) });
    expect(await fixture.call(identity.languageOf, { email: ann.email }, system)).toEqual({
      address: cora.acting.email,
      language: null,
    });
    const [listed] = await listedMembers(fixture, owner);
    expect(listed).toMatchObject({ id: ann.userId, roles: ['owner'], email: ann.email });
    expect(await stages(ann.companyId)).toEqual(['started', 'accepted']);
    expect(await fixture.mails('handed-over', ann.email)).toMatchObject([{ data: { toEmail: cora.acting.email } }]);
    expect(await shown(owner)).toBeNull();
    // the role of the co-owner's own account stays
    expect((await present(cora.acting))?.roles).toEqual(['co-owner']);
  });

  it('needs the own password, and takes nothing over for which the owner has not named them', async () => {
    const { company, ann, cora } = await prepared();
    const other = await withKeys(company);
    await expect(take(company, cora)).rejects.toMatchObject(code('NOT_FOUND'));
    await start(company, cora);
    await expect(take(company, other)).rejects.toMatchObject(code('NOT_FOUND'));
    const { sent } = await taking(company, cora);
    const send = (changed: object) => fixture.call(identity.acceptHandover, { ...sent, ...changed }, cora.acting);
    await expect(send({ password: await proof(ann) })).rejects.toMatchObject(code('PASSWORD_WRONG'));
    await expect(send({ password: await proof(cora.acting), epoch: 2 })).rejects.toMatchObject(code('KEYS_STALE'));
    await expect(send({ record: 'plain text!' })).rejects.toMatchObject(code('INVALID'));
    expect(await present(ann)).not.toBeNull();
    expect((await signedIn(ann, password)).userId).toBe(ann.userId);
  });

  it.each<[string, (company: Awaited<ReturnType<typeof prepared>>) => Promise<unknown>, string]>([
    [
      'was removed',
      ({ ann, cora }) => fixture.call(identity.removeMember, { id: cora.acting.userId }, ann),
      'NOT_FOUND',
    ],
    ['is a manager by now', ({ ann, cora }) => change(ann, cora.acting, 'manager'), 'NOT_ALLOWED'],
    [
      'has lost the keys',
      ({ ann, cora }) => fixture.call(identity.endCompanyKey, { id: cora.acting.userId }, ann),
      'HANDOVER_UNFIT',
    ],
    [
      'is suspended',
      ({ cora }) => sql(fixture.db.read).update(AccountRow, cora.acting.userId, { suspendedAt: new Date() }),
      'HANDOVER_UNFIT',
    ],
  ])('is refused when the co-owner %s since', async (_what, then, refusal) => {
    const { company, ann, cora } = await prepared();
    await start(company, cora);
    const { sent } = await taking(company, cora);
    await then({ company, ann, cora });
    const acting = { ...cora.acting, ...(refusal === 'NOT_ALLOWED' && { roles: ['manager'] as const }) };
    await expect(fixture.call(identity.acceptHandover, sent, acting)).rejects.toMatchObject(code(refusal));
    // also by a call that was let in before
    if (refusal === 'NOT_ALLOWED')
      await expect(fixture.call(identity.acceptHandover, sent, cora.acting)).rejects.toThrow();
    expect(await present(ann)).not.toBeNull();
  });

  it('does so once, of two at the same time, and not after it was withdrawn', async () => {
    const { company, ann, cora } = await prepared();
    await start(company, cora);
    const [one, other] = [await taking(company, cora), await taking(company, cora)];
    const taken = await Promise.allSettled(
      [one, other].map(({ sent }) => fixture.call(identity.acceptHandover, sent, cora.acting)),
    );
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stages(ann.companyId)).toEqual(['started', 'accepted']);
  });

  it('cannot delete the own account before handing the company over again', async () => {
    const { company, ann, cora } = await prepared();
    await start(company, cora);
    await take(company, cora);
    await fixture.call(identity.leaveCompany, { companyId: ann.companyId }, cora.acting);
    const own = (await fixture.bearer(
      (await fixture.login(cora.acting.email, await proof(cora.acting), 'receiver')).token,
    ))!;
    await expect(fixture.call(identity.requestDeletion, { password: await proof(own) }, own)).rejects.toMatchObject(
      code('NOT_ALLOWED'),
    );
    const owner = await signedIn(ann);
    await fixture.call(identity.requestDeletion, { password: await fixture.proofOf(ann.email, newPassword) }, owner);
    await sql(fixture.db.read).update(AccountRow, ann.userId, { deletionAt: new Date() });
    await fixture.app.get(DeletionSweeper).sweep();
    // by then, no account has the address, and a mail to it would reach the former owner
    expect(await fixture.mails('account-deleted', ann.email)).toEqual([]);
    expect(await fixture.mails('account-deleted', cora.acting.email)).toHaveLength(1);
    await fixture.call(identity.requestDeletion, { password: await proof(own) }, own);
  });
});
