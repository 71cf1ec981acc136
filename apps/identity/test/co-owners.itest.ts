import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import { MembersRepository } from '../src/member/members.repository';
import { company, newEmail, password, startFixture, type Fixture } from './fixture';
import { listedMembers, membersOf } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { invite, join, change, present } = membersOf(() => fixture);
const refused = { code: 'NOT_ALLOWED', status: 403 };
const ownerAnd = async (...roles: MemberRole[]) => {
  const ann = await fixture.member('sender', 'Ann Trading');
  return { ann, cora: await join(ann, ...roles) };
};
const companiesOf = async (who: UserActor) =>
  (await fixture.call(identity.companies, {}, who)).map(({ companyName, roles }) => [companyName, ...roles]);

describe('a co-owner', () => {
  it('changes the details of the company, which stays with its account, and not those of the own company', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const before = await companiesOf(ann);
    const saved = await fixture.call(
      identity.saveCompany,
      { email: cora.email, company: { ...company, companyName: 'Ann & Cora Trading' } },
      cora,
    );
    expect(saved.user).toMatchObject({ id: cora.userId, companyId: ann.companyId, roles: ['co-owner'] });
    expect(before).toEqual([['Ann Trading', 'owner']]);
    expect(await companiesOf(ann)).toEqual([['Ann & Cora Trading', 'owner']]);
    expect(await companiesOf((await present(cora))!)).toEqual([
      ['Own Company', 'owner'],
      ['Ann & Cora Trading', 'co-owner'],
    ]);
    // the other services know the owner by this event: mails about the company go to this address
    const events = await fixture.published(identityEvents.companySaved);
    expect(events.filter(({ companyId }) => companyId === ann.companyId)).toMatchObject(
      [true, false].map((created) => ({ userId: ann.userId, email: ann.email, created })),
    );
    const { token } = saved;
    expect(await fixture.bearer(token)).toMatchObject({ userId: cora.userId, companyId: ann.companyId });
  });

  it('decides whether the company accepts encrypted files only', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const { company: changed } = await fixture.call(identity.requireSealing, { required: true }, cora);
    expect(changed).toMatchObject({ id: ann.companyId, requireE2E: true });
    expect((await fixture.published(identityEvents.sealingRequired)).at(-1)).toMatchObject({
      ...{ companyId: ann.companyId, userId: ann.userId, required: true },
    });
  });

  it('is made and ended by the owner only', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const [other, max, uma] = [await join(ann, 'co-owner'), await join(ann, 'manager'), await join(ann, 'uploader')];
    for (const by of [cora, max, uma]) {
      await expect(invite(by, newEmail(), 'co-owner')).rejects.toMatchObject(refused);
      await expect(change(by, uma, 'uploader', 'co-owner')).rejects.toMatchObject(refused);
      await expect(change(by, other, 'manager')).rejects.toMatchObject(refused);
      for (const id of [other.userId, ann.userId])
        await expect(fixture.call(identity.removeMember, { id }, by)).rejects.toMatchObject(refused);
    }
    await invite(ann, newEmail(), 'co-owner');
    const [open] = await fixture.call(identity.memberInvitations, {}, cora);
    await expect(fixture.call(identity.withdrawMemberInvitation, { id: open!.id }, cora)).rejects.toMatchObject(
      refused,
    );
    await change(ann, uma, 'co-owner');
    expect((await present(uma))?.roles).toEqual(['co-owner']);
    await change(ann, uma, 'auditor');
    expect((await present(uma))?.roles).toEqual(['auditor']);
    await expect(fixture.call(identity.saveCompany, { company }, (await present(uma))!)).rejects.toMatchObject(refused);
  });

  it('manages managers, approvers and the members below them', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const [max, abe] = [await join(ann, 'manager'), await join(ann, 'approver')];
    for (const role of ['manager', 'approver', 'uploader', 'downloader', 'auditor'] as const)
      expect(await invite(cora, newEmail(), role)).toBe('invited');
    await change(cora, max, 'uploader');
    await change(cora, abe, 'manager');
    await fixture.call(identity.removeMember, { id: max.userId }, cora);
    expect((await listedMembers(fixture, ann)).map(({ roles }) => roles)).toEqual([
      ['owner'],
      ['co-owner'],
      ['manager'],
    ]);
  });

  it('who becomes a manager keeps only the invitations that a manager can send', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    for (const role of ['manager', 'approver', 'uploader'] as const) await invite(cora, newEmail(), role);
    await change(ann, cora, 'manager');
    const open = await fixture.call(identity.memberInvitations, {}, ann);
    expect(open.map(({ roles }) => roles)).toEqual([['uploader']]);
  });

  it('who has lost the role does not get it back by an invitation that was sent while the person joined', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const again = { companyId: ann.companyId!, inviterId: ann.userId, email: cora.email, roles: ['co-owner' as const] };
    await fixture.app.get(Db).transaction((tx) => fixture.app.get(MembersRepository).invite(tx, again));
    await change(ann, cora, 'auditor');
    const [left] = await fixture.call(identity.receivedMemberInvitations, {}, cora);
    const accept = () => fixture.call(identity.acceptMemberInvitation, { id: left!.id }, cora);
    await expect(accept()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await present(cora))?.roles).toEqual(['auditor']);
  });

  it('gives and takes no keys of the company, and recovers none', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const uma = await join(ann, 'uploader');
    const only = { code: 'NOT_ALLOWED', message: 'Only the owner of the company can do this' };
    for (const command of [identity.memberKey, identity.endCompanyKey])
      await expect(fixture.call(command, { id: uma.userId }, cora)).rejects.toMatchObject(only);
    await expect(fixture.call(identity.endRecovery, { password }, cora)).rejects.toMatchObject(only);
  });

  it('leaves, which the owner cannot, and is signed out of the company', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    const leave = (who: UserActor) => fixture.call(identity.leaveCompany, { companyId: ann.companyId! }, who);
    await expect(leave(ann)).rejects.toMatchObject({ message: 'The owner cannot leave the company' });
    await leave(cora);
    expect(await present(cora)).toBeNull();
  });
});

describe('the deletion of the owner’s account, which deletes the company', () => {
  const ask = (who: UserActor) => fixture.call(identity.requestDeletion, { password }, who);
  const withCoOwners = expect.stringMatching(/^Your company has co-owners or open invitations of co-owners/);

  it('is refused while there are co-owners, or are invited', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    await expect(ask(ann)).rejects.toMatchObject({ ...refused, message: withCoOwners });
    await change(ann, cora, 'manager');
    await invite(ann, newEmail(), 'co-owner');
    await expect(ask(ann)).rejects.toMatchObject({ ...refused, message: withCoOwners });
    const [open] = await fixture.call(identity.memberInvitations, {}, ann);
    await fixture.call(identity.withdrawMemberInvitation, { id: open!.id }, ann);
    await ask(ann);
  });

  it('is cancelled before others become co-owners', async () => {
    const { ann, cora: max } = await ownerAnd('manager');
    await ask(ann);
    const first = { ...refused, message: 'Cancel the deletion of your account before you add co-owners' };
    await expect(invite(ann, newEmail(), 'co-owner')).rejects.toMatchObject(first);
    await expect(change(ann, max, 'co-owner')).rejects.toMatchObject(first);
    await fixture.call(identity.cancelDeletion, {}, ann);
    await change(ann, max, 'co-owner');
  });

  it('is not asked for by that of a co-owner', async () => {
    const { ann, cora } = await ownerAnd('co-owner');
    await ask(cora);
    expect(await companiesOf(ann)).toEqual([['Ann Trading', 'owner']]);
  });
});
