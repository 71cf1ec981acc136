import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { limits } from '@tradepost/contracts/limits/table';
import { assignmentEvents, requestEvents, requests, type RequestView } from '@tradepost/contracts/requests';
import { memberRoles, permits, type MemberRole } from '@tradepost/contracts/roles';
import type { Page } from '@tradepost/contracts/values/fields';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { tablesWith } from '@tradepost/testing/tables-with';
import { memberOf } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { outcomesOf, receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const refOf = ({ companyId, companyName, userId, email }: UserActor) => ({
  ...{ companyId: companyId as string, companyName: companyName as string, userId, email },
});
const join = async (owner: UserActor, ...roles: MemberRole[]) => {
  const member = memberOf(owner, roles);
  await fixture.deliverEvent(identityEvents.memberJoined, { ...refOf(member), invitationId: uuidv7(), roles });
  return member;
};
const scenario = async () => {
  const [ann, rita] = [sender(), receiver()];
  const [max, eve] = [await join(ann, 'manager'), await join(ann, 'approver')];
  return { ann, max, eve, rita, id: (await fixture.pending(ann, rita)).id };
};
const assign = (id: string, to: UserActor | string, by: UserActor) =>
  fixture.call(requests.assign, { id, assigneeId: typeof to === 'string' ? to : to.userId }, by);
const unassign = (id: string, by: UserActor) => fixture.call(requests.unassign, { id }, by);
const details = (id: string, by: UserActor) => fixture.call(requests.details, { id }, by);
const assigneeOf = async (id: string, by: UserActor) => (await details(id, by)).request.assignee?.email;
const listed = async (by: UserActor, assignee: string) => {
  const page = await fixture.call(requests.ofCompany, { page: 1, pageSize: 50, assignee }, by);
  return (page as Page<RequestView>).items.map(({ id }) => id);
};
const eventsOf = async (id: string) => ({
  assigned: (await fixture.published(requestEvents.assigned)).filter(({ requestId }) => requestId === id),
  unassigned: (await fixture.published(requestEvents.unassigned)).filter(({ requestId }) => requestId === id),
});
const ended = async (companyId: string | null) =>
  (await fixture.published(assignmentEvents.ended)).filter((event) => event.companyId === companyId);
/** Lets requests need this many approvals. */
const needApprovals = (owner: UserActor, approvals: number) =>
  fixture.call(requests.setApprovalRule, { approvals, above: null }, owner);

describe('a request', () => {
  it('is assigned to a member, to the owner and to oneself, in place of the one before, and taken away', async () => {
    const { ann, max, rita, id } = await scenario();
    const { assignee } = await assign(id, max, ann);
    expect(assignee).toEqual({ userId: max.userId, email: max.email, at: expect.any(String) });
    await assign(id, ann, max);
    expect(await assigneeOf(id, max)).toBe(ann.email);
    await assign(id, max, max);
    expect((await details(id, ann)).history.filter(({ step }) => step === 'assigned')).toEqual([
      { step: 'assigned', at: expect.any(String), to: max.email, by: max.email },
    ]);
    expect((await unassign(id, ann)).assignee).toBeNull();
    const { assigned, unassigned } = await eventsOf(id);
    expect(assigned.map(({ assigneeEmail, toOwner }) => [assigneeEmail, toOwner])).toEqual([
      [max.email, false],
      [ann.email, true],
      [max.email, false],
    ]);
    expect(unassigned.map(({ assigneeEmail }) => assigneeEmail)).toEqual([max.email]);
    // nothing of it is the receiver's concern
    await assign(id, max, ann);
    const theirs = await details(id, rita);
    expect(theirs.request).not.toHaveProperty('assignee');
    expect(JSON.stringify(theirs)).not.toContain(max.email);
    expect(JSON.stringify(await fixture.call(requests.mine, {}, rita))).not.toContain(max.email);
  });

  it('stays as it is when the same is asked again: no event, no use of the limit', async () => {
    const { ann, max, id } = await scenario();
    const first = await assign(id, max, ann);
    expect(await assign(id, max, max)).toEqual(first);
    await unassign(id, ann);
    await unassign(id, max);
    const { assigned, unassigned } = await eventsOf(id);
    expect([assigned.length, unassigned.length]).toEqual([1, 1]);
  });

  it('is answered by others as before', async () => {
    const { ann, max, id } = await scenario();
    await assign(id, max, ann);
    expect((await fixture.accept(id, ann)).request).toMatchObject({
      status: 'accepted',
      assignee: { userId: max.userId },
    });
  });

  it('can be assigned while its transfer is live, and not once it has ended or was rejected', async () => {
    const { ann, max, rita, id } = await scenario();
    const { transfer } = await fixture.accept(id, ann);
    await assign(id, max, ann);
    await fixture.call(requests.revoke, { id: transfer.id }, ann);
    const closed = { code: 'REQUEST_CLOSED', status: 409 };
    await expect(assign(id, ann, ann)).rejects.toMatchObject(closed);
    await expect(unassign(id, ann)).rejects.toMatchObject(closed);
    expect(await assigneeOf(id, ann)).toBe(max.email);
    const other = await fixture.pending(ann, rita);
    await fixture.call(requests.reject, { id: other.id }, ann);
    await expect(assign(other.id, max, ann)).rejects.toMatchObject(closed);
  });

  it('is assigned by those who may answer it only', async () => {
    const { ann, max, rita, id } = await scenario();
    for (const role of memberRoles.filter((one) => !permits({ roles: [one] }, 'requests'))) {
      const member = await join(ann, role);
      await expect(assign(id, max, member)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(unassign(id, member)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    }
    await expect(assign(id, rita, rita)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    for (const stranger of [sender(), await join(sender(), 'manager')]) {
      await expect(assign(id, stranger, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(unassign(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await assigneeOf(id, ann)).toBeUndefined();
    expect((await eventsOf(id)).assigned).toEqual([]);
  });

  it('is not assigned to people of other companies, former, suspended or unknown people, or those without a role for it', async () => {
    const { ann, eve, rita, id } = await scenario();
    const [stranger, foreign] = [sender(), await join(sender(), 'manager')];
    const [removed, left, suspended] = [
      await join(ann, 'manager'),
      await join(ann, 'manager'),
      await join(ann, 'manager'),
    ];
    await fixture.deliverEvent(identityEvents.memberRemoved, refOf(removed));
    await fixture.deliverEvent(identityEvents.memberLeft, refOf(left));
    const gone = { userId: suspended.userId, email: suspended.email, companyId: null };
    await fixture.deliverEvent(identityEvents.suspended, { ...gone, reason: '' });
    const others = [await join(ann, 'uploader'), await join(ann, 'downloader'), await join(ann, 'auditor')];
    const refused = { code: 'ASSIGNEE_NOT_ALLOWED', status: 409 };
    const unknown = [uuidv7(), 'nobody', "'; DROP TABLE member", ann.companyId as string, id];
    for (const one of [stranger, foreign, removed, left, suspended, eve, rita, ...others, ...unknown])
      await expect(assign(id, one, ann)).rejects.toMatchObject(refused);
    await expect(assign(id, '', ann)).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'assigneeId' }] });
    expect(await assigneeOf(id, ann)).toBeUndefined();
    await fixture.deliverEvent(identityEvents.restored, gone);
    expect((await assign(id, suspended, ann)).assignee?.email).toBe(suspended.email);
  });

  it('that needs approvals can be assigned to an approver', async () => {
    const { ann, eve, rita } = await scenario();
    await needApprovals(ann, 1);
    const { id } = await fixture.pending(ann, rita);
    expect((await assign(id, eve, ann)).assignee?.email).toBe(eve.email);
  });

  it('is not assigned to a person who was suspended before the identity provider added them', async () => {
    const { ann, id } = await scenario();
    const max = memberOf(ann, ['manager']);
    const joined = { ...refOf(max), invitationId: uuidv7(), roles: ['manager' as const] };
    await fixture.deliverEvent(identityEvents.memberJoined, { ...joined, suspended: true });
    await expect(assign(id, max, ann)).rejects.toMatchObject({ code: 'ASSIGNEE_NOT_ALLOWED' });
    await fixture.deliverEvent(identityEvents.restored, { userId: max.userId, email: max.email, companyId: null });
    expect((await assign(id, max, ann)).assignee?.email).toBe(max.email);
  });

  it('has one assignee after calls at the same time, as the last event says', async () => {
    const { ann, max, id } = await scenario();
    const calls = [ann, max, ann, max, ann].map((to, i) => assign(id, to, i % 2 ? ann : max));
    expect(await outcomesOf(calls)).toEqual({ won: 5, lost: [] });
    const { assigned } = await eventsOf(id);
    expect(await assigneeOf(id, ann)).toBe(assigned.at(-1)?.assigneeEmail);
    // no two in a row name the same person
    expect(assigned.filter(({ assigneeId }, i) => assigneeId === assigned[i - 1]?.assigneeId)).toEqual([]);
  });

  it('is not assigned any more by a person who has reached the limit', async () => {
    const { ann, max, id } = await scenario();
    const strict = await fixture.replica({ [limits.assignments.setting]: '2' });
    try {
      const call = (to: UserActor) => strict.call(requests.assign, { id, assigneeId: to.userId }, ann);
      await call(max);
      await call(max);
      await call(ann);
      await expect(call(max)).rejects.toMatchObject({ code: 'TOO_MANY' });
      expect(await assigneeOf(id, ann)).toBe(ann.email);
    } finally {
      await strict.stop();
    }
  });
});

describe('the list of requests', () => {
  it('is filtered by person, by oneself, and by what is assigned to nobody', async () => {
    const { ann, max, rita, id: first } = await scenario();
    const [second, third] = [await fixture.pending(ann, rita), await fixture.pending(ann, rita)];
    await assign(first, max, ann);
    await assign(second.id, ann, ann);
    expect(await listed(max, 'me')).toEqual([first]);
    expect(await listed(ann, 'me')).toEqual([second.id]);
    expect(await listed(ann, max.userId)).toEqual([first]);
    expect(await listed(ann, 'none')).toEqual([third.id]);
    expect(await listed(ann, '')).toEqual([third.id, second.id, first]);
    expect(await listed(sender(), max.userId)).toEqual([]);
    for (const garbage of ['nobody', `${max.userId}x`, '%'])
      await expect(listed(ann, garbage)).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'assignee' }] });
  });

  it('asks the database as little as its budget says, with and without a filter', async () => {
    const { ann, max, rita, id } = await scenario();
    await fixture.pending(ann, rita);
    await assign(id, max, ann);
    for (const assignee of ['', 'me', 'none', max.userId]) {
      const list = () => fixture.call(requests.ofCompany, { page: 1, pageSize: 1, assignee }, max);
      expect(await databaseWorkOf(list)).toEqual(statementBudget['requests.of-company']);
    }
  });
});

describe('assignments end', () => {
  it('when the member is removed, leaves or is suspended, in that company only', async () => {
    const [other, rita] = [sender(), receiver()];
    for (const event of [identityEvents.memberRemoved, identityEvents.memberLeft, identityEvents.suspended]) {
      const { ann, max, id } = await scenario();
      await assign(id, max, ann);
      const second = await fixture.pending(ann, rita);
      await assign(second.id, max, ann);
      const ours = await fixture.pending(ann, rita);
      await assign(ours.id, ann, ann);
      // the same person works for another company too
      const elsewhere = { ...refOf(other), userId: max.userId, email: max.email };
      await fixture.deliverEvent(identityEvents.memberJoined, {
        ...elsewhere,
        invitationId: uuidv7(),
        roles: ['manager'],
      });
      const theirs = await fixture.pending(other, rita);
      await assign(theirs.id, max, other);
      const isSuspended = event === identityEvents.suspended;
      await fixture.deliverEvent(event, { ...refOf(max), companyId: isSuspended ? null : ann.companyId } as never);
      expect(await listed(ann, 'none')).toEqual([second.id, id]);
      expect(await listed(ann, 'me')).toEqual([ours.id]);
      expect(await ended(ann.companyId)).toEqual([
        { companyId: ann.companyId, userId: max.userId, email: max.email, requests: 2 },
      ]);
      expect(await assigneeOf(theirs.id, other)).toBe(isSuspended ? undefined : max.email);
    }
  });

  it('when the roles no longer allow it: an approver keeps requests that need approvals', async () => {
    const { ann, max, rita, id } = await scenario();
    await assign(id, max, ann);
    await needApprovals(ann, 1);
    const approved = await fixture.pending(ann, rita);
    await assign(approved.id, max, ann);
    const change = (roles: MemberRole[], before: MemberRole[], at: Date) =>
      fixture.deliverEvent(
        identityEvents.memberRolesChanged,
        { ...refOf(max), before, roles, by: 'person' },
        { at: at.toISOString() },
      );
    await change(['approver'], ['manager'], new Date(Date.now() + 1_000));
    expect(await listed(ann, max.userId)).toEqual([approved.id]);
    // an older event that comes late changes nothing
    await change(['auditor'], ['manager'], new Date(Date.now() - 60_000));
    expect(await listed(ann, max.userId)).toEqual([approved.id]);
    await change(['auditor'], ['approver'], new Date(Date.now() + 2_000));
    expect(await listed(ann, max.userId)).toEqual([]);
    await expect(assign(approved.id, max, ann)).rejects.toMatchObject({ code: 'ASSIGNEE_NOT_ALLOWED' });
  });

  it('also when the member is removed while requests are being assigned to them', async () => {
    for (let round = 0; round < 5; round++) {
      const { ann, max, id } = await scenario();
      await Promise.allSettled([
        assign(id, max, ann),
        fixture.deliverEvent(identityEvents.memberRemoved, refOf(max)),
        assign(id, max, ann),
      ]);
      expect(await assigneeOf(id, ann)).toBeUndefined();
    }
  });

  it('when an account is deleted, and its address goes', async () => {
    const { ann, max, id, rita } = await scenario();
    await assign(id, max, ann);
    const other = await fixture.pending(ann, rita);
    await assign(other.id, ann, max);
    await fixture.deliverEvent(identityEvents.accountDeleted, {
      userId: max.userId,
      email: max.email,
      companyId: null,
    });
    expect(await assigneeOf(id, ann)).toBeUndefined();
    const found = await details(other.id, ann);
    expect(found.history).toContainEqual({ step: 'assigned', at: expect.any(String), to: ann.email });
    expect(await tablesWith(fixture.db, max.email)).toEqual([]);
  });
});
