import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { newEmail, startFixture, type Fixture } from './fixture';
import { listedMembers, membersOf } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { invite, join } = membersOf(() => fixture);
const refused = { code: 'NOT_ALLOWED', status: 403 };

describe('a manager', () => {
  it('acts with the owner’s account for the partners of the company', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const max = await join(ann, 'manager');
    expect(max.owner).toEqual({ userId: ann.userId, email: ann.email });
    const rita = await fixture.member('receiver', 'Rita Buying');
    const { invited } = await fixture.call(identity.invite, { emails: [rita.email, ann.email] }, max);
    expect(invited.map(({ status }) => status)).toEqual(['invited', 'own-address']);
    const [received] = await fixture.call(identity.receivedInvitations, {}, rita);
    expect(received).toMatchObject({ inviterId: ann.userId, inviterCompany: 'Ann Trading' });
    await fixture.call(identity.acceptInvitation, { id: received!.id }, rita);
    const [sent] = await fixture.call(identity.sentInvitations, {}, ann);
    await fixture.call(identity.savePartnerNote, { id: sent!.id, note: 'Pays late' }, max);
    expect(await fixture.call(identity.sentInvitations, {}, ann)).toMatchObject([{ note: 'Pays late' }]);
    // an invitation to the company's owner is accepted for the owner
    await fixture.call(identity.invite, { emails: [ann.email] }, rita);
    const [toAnn] = await fixture.call(identity.receivedInvitations, {}, max);
    await fixture.call(identity.acceptInvitation, { id: toAnn!.id }, max);
    const { partnerships } = await fixture.call(identity.partnershipsOf, { companyIds: [rita.companyId!] }, ann);
    expect(partnerships).toHaveLength(1);
    await fixture.call(identity.endInvitation, { id: sent!.id }, max);
    expect((await fixture.call(identity.sentInvitations, {}, ann))[0]!.status).toBe('ended');
  });

  it('does not touch the partners that the person has alone', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const rita = await fixture.member('sender', 'Rita Selling');
    const max = await join(ann, 'manager');
    await fixture.call(identity.invite, { emails: [max.email] }, rita);
    const [sent] = await fixture.call(identity.sentInvitations, {}, rita);
    for (const command of [identity.acceptInvitation, identity.endInvitation])
      await expect(fixture.call(command, { id: sent!.id }, max)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('manages members with the roles below, and nobody else', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, mia, uma] = [await join(ann, 'manager'), await join(ann, 'manager'), await join(ann, 'uploader')];
    expect(await invite(max, newEmail(), 'uploader', 'downloader')).toBe('invited');
    await expect(invite(max, newEmail(), 'manager')).rejects.toMatchObject(refused);
    await expect(invite(max, newEmail(), 'auditor', 'manager')).rejects.toMatchObject(refused);
    expect(await invite(max, ann.email, 'auditor')).toBe('already-member');
    await invite(ann, newEmail(), 'manager');
    const open = await fixture.call(identity.memberInvitations, {}, max);
    const ofManager = open.find(({ roles }) => roles.includes('manager'))!;
    await expect(fixture.call(identity.withdrawMemberInvitation, { id: ofManager.id }, max)).rejects.toMatchObject(
      refused,
    );
    expect(await fixture.call(identity.memberInvitations, {}, ann)).toHaveLength(open.length);
    for (const id of [mia.userId, max.userId, ann.userId])
      await expect(fixture.call(identity.removeMember, { id }, max)).rejects.toMatchObject(refused);
    await fixture.call(identity.removeMember, { id: uma.userId }, max);
    expect(await listedMembers(fixture, ann)).toHaveLength(3);
  });

  it.each<[string, (ann: UserActor, max: UserActor) => Promise<unknown>]>([
    ['is removed', (ann, max) => fixture.call(identity.removeMember, { id: max.userId }, ann)],
    ['leaves', (ann, max) => fixture.call(identity.leaveCompany, { companyId: ann.companyId! }, max)],
    [
      'gets a role that manages nobody',
      (ann, max) => fixture.call(identity.changeMemberRoles, { id: max.userId, roles: ['uploader'] }, ann),
    ],
  ])('who %s cannot come back through an address that was invited before', async (_how, end) => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, other] = [await join(ann, 'manager'), await fixture.member('receiver', 'Other Address')];
    await invite(max, other.email, 'uploader');
    await invite(ann, newEmail(), 'auditor');
    const [received] = await fixture.call(identity.receivedMemberInvitations, {}, other);
    await end(ann, max);
    expect(await fixture.call(identity.receivedMemberInvitations, {}, other)).toEqual([]);
    await expect(fixture.call(identity.acceptMemberInvitation, { id: received!.id }, other)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await fixture.call(identity.memberInvitations, {}, ann)).map(({ roles }) => roles)).toEqual([['auditor']]);
    expect(await fixture.published(identityEvents.memberInvitationEnded)).toContainEqual(
      expect.objectContaining({ companyId: ann.companyId, email: other.email, by: 'company' }),
    );
  });

  it('who gets other roles with this one keeps the invitations', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const max = await join(ann, 'manager');
    await invite(max, newEmail(), 'uploader');
    await fixture.call(identity.changeMemberRoles, { id: max.userId, roles: ['manager', 'approver'] }, ann);
    expect(await fixture.call(identity.memberInvitations, {}, ann)).toHaveLength(1);
  });

  it('makes no approvers, who could be a second account of the person who accepts', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, uma] = [await join(ann, 'manager'), await join(ann, 'uploader')];
    await expect(invite(max, newEmail(), 'approver')).rejects.toMatchObject(refused);
    const change = (by: UserActor) =>
      fixture.call(identity.changeMemberRoles, { id: uma.userId, roles: ['uploader', 'approver'] }, by);
    await expect(change(max)).rejects.toMatchObject(refused);
    await change(ann);
    await expect(fixture.call(identity.removeMember, { id: uma.userId }, max)).rejects.toMatchObject(refused);
  });

  it('manages nobody any more in a call that began before the own membership ended', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, uma] = [await join(ann, 'manager'), await join(ann, 'uploader')];
    await fixture.call(identity.removeMember, { id: max.userId }, ann);
    await expect(fixture.call(identity.removeMember, { id: uma.userId }, max)).rejects.toMatchObject(refused);
    await expect(invite(max, newEmail(), 'auditor')).rejects.toMatchObject(refused);
  });
});

it.each(['uploader', 'approver', 'downloader', 'auditor'] as const)(
  '%s manages neither members nor partners',
  async (role) => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const member = await join(ann, role);
    await expect(invite(member, newEmail(), 'auditor')).rejects.toMatchObject(refused);
    await expect(fixture.call(identity.invite, { emails: [newEmail()] }, member)).rejects.toMatchObject(refused);
    await expect(fixture.call(identity.createApiKey, { name: 'x', scopes: ['read'] }, member)).rejects.toMatchObject(
      refused,
    );
  },
);

describe('a change of roles', () => {
  const change = (by: UserActor, id: string, ...roles: MemberRole[]) =>
    fixture.call(identity.changeMemberRoles, { id, roles }, by);
  const rolesNow = async ({ sessionId }: UserActor) => {
    const given = { sessionId, enforcesRoles: true };
    return (await fixture.call(identity.actorOf, given, { kind: 'system', service: 'gateway' })).actor?.roles;
  };

  it('counts for the sessions that are open, and is published once with what was before', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, uma] = [await join(ann, 'manager'), await join(ann, 'auditor')];
    await change(max, uma.userId, 'downloader', 'uploader', 'uploader');
    // the same ones in another order
    await change(ann, uma.userId, 'uploader', 'downloader');
    expect(await rolesNow(uma)).toEqual(['uploader', 'downloader']);
    const changes = await fixture.published(identityEvents.memberRolesChanged);
    expect(changes.filter(({ userId }) => userId === uma.userId)).toEqual([
      {
        ...{ companyId: ann.companyId, companyName: 'Ann Trading', userId: uma.userId, email: uma.email },
        ...{ before: ['auditor'], roles: ['uploader', 'downloader'], by: 'person' },
      },
    ]);
  });

  it('is for people above both, never for oneself or the owner', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, mia, uma] = [await join(ann, 'manager'), await join(ann, 'manager'), await join(ann, 'uploader')];
    const calls: [UserActor, string, MemberRole][] = [
      [max, uma.userId, 'manager'],
      [max, mia.userId, 'auditor'],
      [max, max.userId, 'auditor'],
      [max, ann.userId, 'auditor'],
      [ann, ann.userId, 'auditor'],
      [uma, uma.userId, 'auditor'],
    ];
    for (const [by, id, role] of calls) await expect(change(by, id, role)).rejects.toMatchObject(refused);
    expect(await Promise.all([max, mia, uma].map(rolesNow))).toEqual([['manager'], ['manager'], ['uploader']]);
    const other = await join(await fixture.member('sender', 'Eve'), 'manager');
    for (const id of [uma.userId, 'not an id'])
      await expect(change(other, id, 'auditor')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(change(ann, uma.userId)).rejects.toMatchObject({ status: 400 });
    await expect(change(ann, uma.userId, 'owner' as MemberRole)).rejects.toMatchObject({ status: 400 });
  });

  it('binds a manager who is still in the call', async () => {
    const ann = await fixture.member('sender', 'Ann Trading');
    const [max, uma] = [await join(ann, 'manager'), await join(ann, 'uploader')];
    await change(ann, max.userId, 'auditor');
    // `max` is the actor that a gateway had before
    await expect(change(max, uma.userId, 'auditor')).rejects.toMatchObject(refused);
    await expect(invite(max, newEmail(), 'auditor')).rejects.toMatchObject(refused);
  });
});
