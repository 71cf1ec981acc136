import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { MemberInvitationRow, MembershipRow } from '../src/member/member.entity';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { anonymous, newEmail, password, startFixture, tally, type Fixture } from './fixture';
import { listedMembers } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ACCOUNT_DELETION_DAYS: '0', INVITATION_MAILS_PER_ADDRESS: '2' });
});
afterAll(() => fixture.stop());

const invite = async (by: UserActor, ...emails: string[]) =>
  (await fixture.call(identity.inviteMembers, { emails, roles: ['auditor'] }, by)).invited.map(({ status }) => status);
const received = (by: UserActor) => fixture.call(identity.receivedMemberInvitations, {}, by);
const accept = (id: string, by: UserActor) => fixture.call(identity.acceptMemberInvitation, { id }, by);
const companies = (by: UserActor) => fixture.call(identity.companies, {}, by);
const switchTo = async (companyId: string | null, by: UserActor) => {
  const { token, user } = await fixture.call(identity.switchCompany, { companyId }, by);
  return { user, actor: (await fixture.bearer(token))! };
};
const isLive = async ({ sessionId }: UserActor) => {
  const given = { sessionId, enforcesRoles: true };
  return (await fixture.call(identity.actorOf, given, { kind: 'system', service: 'gateway' })).actor !== null;
};

/** A sender, and a person of another company who is invited. */
async function invited() {
  const [ann, bob] = [await fixture.member('sender', 'Ann Trading'), await fixture.member('receiver', 'Bob Buying')];
  expect(await invite(ann, bob.email.toUpperCase())).toEqual(['invited']);
  const [invitation] = await received(bob);
  return { ann, bob, id: invitation!.id };
}

/** Also with a session of the auditor for the company. */
async function joined() {
  const { ann, bob, id } = await invited();
  await accept(id, bob);
  const { actor } = await switchTo(ann.companyId, bob);
  return { ann, bob, id, auditor: actor };
}

describe('an invitation', () => {
  it('reports each address, and is mailed again at most as often as allowed', async () => {
    const { ann, bob, id } = await invited();
    expect(await invite(ann, bob.email, ann.email, 'not an address')).toEqual([
      'already-invited',
      'own-address',
      'invalid',
    ]);
    expect(await fixture.mails('member-invitation', bob.email.toUpperCase())).toHaveLength(1);
    expect(await fixture.call(identity.memberInvitations, {}, ann)).toMatchObject([{ id, roles: ['auditor'] }]);
    await accept(id, bob);
    expect(await invite(ann, bob.email)).toEqual(['already-member']);
    expect(await fixture.call(identity.memberInvitations, {}, ann)).toEqual([]);
  });

  it('needs a company', async () => {
    const newcomer = { ...(await fixture.onboarding()), scope: 'session' as const };
    await expect(invite(newcomer, newEmail())).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
  });

  it('is only for the person it was sent to, and only while it is open', async () => {
    const { ann, bob, id } = await invited();
    const eve = await fixture.member('receiver', 'Eve');
    await expect(accept(id, eve)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(identity.declineMemberInvitation, { id }, eve)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(identity.withdrawMemberInvitation, { id }, eve)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await sql(fixture.db.read).update(MemberInvitationRow, id, { expiresAt: new Date(0) });
    await expect(accept(id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await invite(ann, bob.email)).toEqual(['invited']);
    const [again] = await received(bob);
    await fixture.call(identity.withdrawMemberInvitation, { id: again!.id }, ann);
    await expect(accept(again!.id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await companies(bob)).toHaveLength(1);
  });

  it('is accepted neither by an admin, nor in a session that has ended', async () => {
    const { ann, bob, id } = await invited();
    await expect(accept(id, { ...bob, userType: 'admin' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await fixture.call(identity.logout, {}, bob);
    await expect(accept(id, bob)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await fixture.call(identity.memberInvitations, {}, ann)).toMatchObject([{ id }]);
  });

  it('is accepted once', async () => {
    const { ann, bob, id } = await invited();
    const counts = async () => {
      const { memberships, memberInvitations } = await fixture.call(identity.me, {}, bob);
      return { memberships, memberInvitations };
    };
    expect(await counts()).toEqual({ memberships: 0, memberInvitations: 1 });
    const answers = await Promise.all([accept(id, bob), accept(id, bob)]);
    answers.push(await accept(id, bob));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await counts()).toEqual({ memberships: 1, memberInvitations: 0 });
    const events = await fixture.published(identityEvents.memberJoined);
    expect(events.filter(({ userId }) => userId === bob.userId)).toHaveLength(1);
    const members = await listedMembers(fixture, ann);
    expect(members.map(({ id: member, roles }) => [member, roles])).toEqual([
      [ann.userId, ['owner']],
      [bob.userId, ['auditor']],
    ]);
    expect(members[0]!.joinedAt).toBeNull();
  });
});

describe('a member', () => {
  it('acts for the company in a session of its own, with the identity of the person', async () => {
    const { ann, bob, auditor } = await joined();
    expect(auditor).toMatchObject({
      userId: bob.userId,
      email: bob.email,
      companyId: ann.companyId,
      companyName: 'Ann Trading',
      userType: 'sender',
      kycStatus: 'Pending',
      roles: ['auditor'],
    });
    expect(await isLive(bob)).toBe(false);
    expect(await companies(auditor)).toMatchObject([
      { companyId: bob.companyId, roles: ['owner'], current: false },
      { companyId: ann.companyId, roles: ['auditor'], current: true },
    ]);
    const me = await fixture.call(identity.me, {}, auditor);
    expect(me.user).toMatchObject({ id: bob.userId, companyId: ann.companyId, userType: 'sender', roles: ['auditor'] });
    const back = await switchTo(bob.companyId, auditor);
    expect(back.user).toMatchObject({ companyId: bob.companyId, userType: 'receiver', roles: ['owner'] });
    expect(await isLive(auditor)).toBe(false);
  });

  it('gives no actor to a gateway that does not check roles', async () => {
    const { auditor } = await joined();
    const given = { sessionId: auditor.sessionId, enforcesRoles: false };
    expect((await fixture.call(identity.actorOf, given, { kind: 'system', service: 'gateway' })).actor).toBeNull();
  });

  it('has a session no longer than the one it replaces', async () => {
    const { bob, ann } = await joined();
    const { token } = await fixture.login(bob.email, password, 'receiver');
    const before = await fixture.claimsOf(token);
    const { token: next } = await fixture.call(
      identity.switchCompany,
      { companyId: ann.companyId },
      (await fixture.bearer(token))!,
    );
    expect((await fixture.claimsOf(next)).exp).toBe(before.exp);
  });

  it('sees the partners of the company, not those of their own', async () => {
    const { ann, bob, auditor } = await joined();
    const rita = await fixture.member('receiver', 'Rita');
    await fixture.call(identity.invite, { emails: [rita.email] }, ann);
    await fixture.call(identity.invite, { emails: [bob.email] }, rita);
    expect((await fixture.call(identity.sentInvitations, {}, auditor)).map(({ email }) => email)).toEqual([rita.email]);
    expect(await fixture.call(identity.receivedInvitations, {}, auditor)).toEqual([]);
    expect((await fixture.call(identity.searchPartners, { q: 'example' }, auditor)).partners).toHaveLength(1);
  });

  it('switches to no company without a membership', async () => {
    const { bob } = await joined();
    const eve = await fixture.member('sender', 'Eve');
    await expect(switchTo(bob.companyId, eve)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(switchTo('not an id', eve)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await isLive(eve)).toBe(true);
  });

  it('enters the portal of the company only as a member', async () => {
    const { ann, bob } = await invited();
    await expect(fixture.login(bob.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await accept((await received(bob))[0]!.id, bob);
    const { token, user } = await fixture.login(bob.email);
    expect(user).toMatchObject({ companyId: ann.companyId, userType: 'sender', roles: ['auditor'] });
    expect(await fixture.bearer(token)).toMatchObject({ companyId: ann.companyId, roles: ['auditor'] });
    expect((await fixture.login(bob.email, password, 'receiver')).user.companyId).toBe(bob.companyId);
    await fixture.call(identity.removeMember, { id: bob.userId }, ann);
    await expect(fixture.login(bob.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });
});

describe('the end of a membership', () => {
  it('ends the sessions for the company at once, and no others', async () => {
    const { ann, bob, id, auditor } = await joined();
    const own = (await fixture.bearer((await fixture.login(bob.email, password, 'receiver')).token))!;
    await fixture.call(identity.removeMember, { id: bob.userId }, ann);
    expect([await isLive(auditor), await isLive(own)]).toEqual([false, true]);
    const ended = await fixture.published(identityEvents.sessionEnded);
    expect(ended.map(({ sessionId }) => sessionId)).toContain(auditor.sessionId);
    await expect(accept(id, own)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(identity.removeMember, { id: bob.userId }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is nothing that a stranger can bring about, or have logged', async () => {
    const { ann } = await joined();
    const eve = await fixture.member('receiver', 'Eve');
    const left = fixture.call(identity.leaveCompany, { companyId: ann.companyId }, eve);
    await expect(left).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const logged = await fixture.published(identityEvents.memberLeft);
    expect(logged.map(({ userId }) => userId)).not.toContain(eve.userId);
  });

  it('is the member’s decision too, but not the owner’s', async () => {
    const { ann, bob, auditor } = await joined();
    await expect(fixture.call(identity.leaveCompany, { companyId: ann.companyId! }, ann)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(fixture.call(identity.removeMember, { id: ann.userId }, ann)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await fixture.call(identity.leaveCompany, { companyId: ann.companyId! }, auditor);
    expect(await isLive(auditor)).toBe(false);
    expect(await listedMembers(fixture, ann)).toHaveLength(1);
    const left = await fixture.published(identityEvents.memberLeft);
    expect(left.map(({ userId }) => userId)).toContain(bob.userId);
  });

  it('leaves no session, whatever runs at the same time', async () => {
    const { ann, bob, auditor } = await joined();
    const own = (await fixture.bearer((await fixture.login(bob.email, password, 'receiver')).token))!;
    const outcomes = await Promise.allSettled([
      fixture.call(identity.removeMember, { id: bob.userId }, ann),
      fixture.call(identity.switchCompany, { companyId: ann.companyId }, own),
      fixture.login(bob.email),
      fixture.call(identity.removeMember, { id: bob.userId }, ann),
    ]);
    expect(tally([outcomes[0]!, outcomes[3]!])).toEqual({ ok: 1, NOT_FOUND: 1 });
    expect(await isLive(auditor)).toBe(false);
    for (const outcome of outcomes.slice(1, 3))
      if (outcome.status === 'fulfilled' && 'token' in outcome.value)
        expect(await fixture.bearer(outcome.value.token)).toBeNull();
  });

  it('comes with the suspension of the owner', async () => {
    const { ann, auditor } = await joined();
    const admin = { ...(await fixture.member()), userType: 'admin' as const, companyId: null };
    await fixture.call(identity.suspend, { id: ann.userId, reason: 'Late' }, admin);
    expect(await isLive(auditor)).toBe(false);
    await fixture.call(identity.restore, { id: ann.userId }, admin);
    expect(await isLive(auditor)).toBe(false);
  });

  it.each(['ann', 'bob'] as const)('comes with the deletion of the account of %s', async (of) => {
    const { auditor, ...people } = await joined();
    await invite(people.ann, newEmail());
    const { token } = await fixture.login(people[of].email, password, of === 'ann' ? 'sender' : 'receiver', anonymous);
    await fixture.call(identity.requestDeletion, { password }, (await fixture.bearer(token))!);
    await fixture.app.get(DeletionSweeper).sweep();
    expect(await isLive(auditor)).toBe(false);
    expect(await sql(fixture.db.read).countBy(MembershipRow, { companyId: people.ann.companyId! })).toBe(0);
    expect(await sql(fixture.db.read).countBy(MemberInvitationRow, { companyId: people.ann.companyId! })).toBe(
      of === 'ann' ? 0 : 1,
    );
  });
});
