import { standInOf } from '@tradepost/contracts/absence';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { sql } from '@tradepost/service-kit/database/sql';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow } from '../src/account/account.entity';
import { startFixture, type Fixture } from './fixture';
import { listedMembers } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString();

async function join(owner: UserActor, ...roles: MemberRole[]): Promise<UserActor> {
  const person = await fixture.member('receiver', 'Own Company');
  await fixture.call(identity.inviteMembers, { emails: [person.email], roles }, owner);
  const [received] = await fixture.call(identity.receivedMemberInvitations, {}, person);
  await fixture.call(identity.acceptMemberInvitation, { id: received!.id }, person);
  const { token } = await fixture.call(identity.switchCompany, { companyId: owner.companyId }, person);
  return (await fixture.bearer(token))!;
}
const scenario = async () => {
  const ann = await fixture.member('sender', 'Ann Trading');
  return { ann, max: await join(ann, 'manager'), mia: await join(ann, 'manager'), eve: await join(ann, 'approver') };
};
const away = (by: UserActor, delegate: UserActor | string | null, from = inDays(-1), until = inDays(3)) =>
  fixture.call(
    identity.setAbsence,
    { from, until, delegateId: delegate && (typeof delegate === 'string' ? delegate : delegate.userId) },
    by,
  );
const absenceOf = async (person: UserActor, by = person) =>
  (await listedMembers(fixture, by)).find(({ id }) => id === person.userId)!.absence;
const standIn = async (person: UserActor) => {
  const own = (await listedMembers(fixture, person)).find(({ id }) => id === person.userId)!;
  return standInOf(own, new Date())?.email ?? null;
};
const eventsOf = async ({ userId }: UserActor) =>
  (await fixture.published(identityEvents.absenceChanged)).filter((event) => event.userId === userId);
const refused = { code: 'DELEGATE_NOT_ALLOWED', status: 409 };

describe('an absence', () => {
  it('is seen by the people of the company, with who stands in, and is ended by the person', async () => {
    const { ann, max, mia } = await scenario();
    const [from, until] = [inDays(-1), inDays(3)];
    const absence = { from, until, delegateId: mia.userId };
    expect(await away(max, mia, from, until)).toEqual({ absence });
    expect(await absenceOf(max, ann)).toEqual(absence);
    expect(await standIn(max)).toBe(mia.email);
    // again, and nothing happens
    await away(max, mia, from, until);
    await fixture.call(identity.endAbsence, {}, max);
    await fixture.call(identity.endAbsence, {}, max);
    expect(await absenceOf(max, ann)).toBeNull();
    const { companyId, userId, email } = max;
    expect(await eventsOf(max)).toEqual([
      { companyId, userId, email, absence: { ...absence, delegateEmail: mia.email, delegateIsOwner: false } },
      { companyId, userId, email, absence: null },
    ]);
  });

  it('is of one company only, also of the owner, and a manager can stand in', async () => {
    const { ann, max } = await scenario();
    await away(ann, max);
    expect(await standIn(ann)).toBe(max.email);
    await away(max, ann);
    expect((await eventsOf(max))[0]!.absence).toMatchObject({ delegateIsOwner: true });
    const other = await fixture.member('sender', 'Other');
    expect(JSON.stringify(await listedMembers(fixture, other))).not.toContain(ann.userId);
  });

  it('does not begin before its time', async () => {
    const { max, mia } = await scenario();
    await away(max, mia, inDays(1), inDays(2));
    expect(await standIn(max)).toBeNull();
    expect(await absenceOf(max)).toMatchObject({ delegateId: mia.userId });
  });

  it('must be a period of at most 366 days that is not over', async () => {
    const { max } = await scenario();
    const bad = [
      [inDays(2), inDays(1)],
      [inDays(-3), inDays(-1)],
      [inDays(0), inDays(400)],
      [inDays(400), inDays(401)],
      ['tomorrow', inDays(1)],
      [inDays(0), ''],
    ] as const;
    for (const [from, until] of bad)
      await expect(away(max, null, from, until)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await absenceOf(max)).toBeNull();
  });

  it('gives nobody a permission: a delegate must have those of the person with requests', async () => {
    const { ann, max, mia, eve } = await scenario();
    const [stranger, uploader] = [await fixture.member('sender', 'Other'), await join(ann, 'uploader')];
    const foreign = await join(stranger, 'manager');
    for (const delegate of [max, eve, uploader, stranger, foreign, uuidv7(), 'nobody', max.companyId as string])
      await expect(away(max, delegate)).rejects.toMatchObject(refused);
    expect([await absenceOf(max), await eventsOf(max)]).toEqual([null, []]);
    // a person who approves can stand in for an approver
    await away(eve, mia);
    expect(await standIn(eve)).toBe(mia.email);
    expect(await listedMembers(fixture, eve)).toContainEqual(
      expect.objectContaining({ id: eve.userId, roles: ['approver'] }),
    );
  });

  it('is not passed on, and has no cycles: a delegate who is away too does not stand in', async () => {
    const { ann, max, mia } = await scenario();
    await away(max, mia);
    await away(mia, max);
    expect([await standIn(max), await standIn(mia)]).toEqual([null, null]);
    await away(mia, ann);
    expect(await standIn(max)).toBeNull();
    await fixture.call(identity.endAbsence, {}, mia);
    expect(await standIn(max)).toBe(mia.email);
  });

  it('has no delegate who is suspended or deleted, and takes another period', async () => {
    const { ann, max, mia } = await scenario();
    await fixture.call(identity.suspend, { id: mia.userId, reason: 'test' }, { ...ann, userType: 'admin' });
    await expect(away(max, mia)).rejects.toMatchObject(refused);
    await sql(fixture.db.read).update(AccountRow, ann.userId, { deletedAt: new Date() });
    await expect(away(max, ann)).rejects.toMatchObject(refused);
    const [from, until, later] = [inDays(-1), inDays(3), inDays(4)];
    for (const period of [[from, until] as const, [from, later] as const, [until, later] as const]) {
      await away(max, null, ...period);
      expect(await absenceOf(max)).toMatchObject({ from: period[0], until: period[1] });
    }
  });

  it('has no delegate once that person was removed, and ends with the membership', async () => {
    const { ann, max, mia } = await scenario();
    await away(max, mia);
    await away(mia, ann);
    await fixture.call(identity.removeMember, { id: mia.userId }, ann);
    expect(await absenceOf(max)).toMatchObject({ delegateId: null });
    await expect(away(max, mia)).rejects.toMatchObject(refused);
    await expect(away(mia, null)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });
});
