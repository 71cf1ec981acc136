import { identity, identityEvents } from '@tradepost/contracts/identity';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { password, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const admin = () => userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });
const found = async (q: string, more: object = {}) =>
  (await fixture.call(identity.people, { q, ...more }, admin())).items;
const suspend = (id: string, reason = 'Unpaid') => fixture.call(identity.suspend, { id, reason }, admin());

it('lists all people with their companies, searchable by name, address or company', async () => {
  const ann = await fixture.member('sender', 'Harbour 100%');
  await fixture.login(ann.email);
  for (const q of [ann.email.slice(0, 12).toUpperCase(), 'harbour 100%']) {
    expect(await found(q)).toMatchObject([
      {
        id: ann.userId,
        email: ann.email,
        firstName: 'Ann',
        userType: 'sender',
        sessions: 2,
        twoStep: false,
        suspendedAt: null,
        company: { id: ann.companyId, companyName: 'Harbour 100%', kycStatus: 'Pending' },
      },
    ]);
  }
  expect(await found('100_')).toEqual([]);
  expect(JSON.stringify(await found(ann.email))).not.toMatch(/argon|hash/i);
});

describe('a suspended person', () => {
  it('is signed out everywhere and can neither sign in nor reset its password until restored', async () => {
    const ann = await fixture.member();
    const { token } = await fixture.login(ann.email);
    expect(await suspend(ann.userId)).toMatchObject({
      suspendedAt: expect.stringMatching(/Z$/),
      suspendedFor: 'Unpaid',
      sessions: 0,
    });
    expect(await fixture.bearer(token)).toBeNull();
    await expect(fixture.login(ann.email, 'not the password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'SUSPENDED' });
    await expect(fixture.ticketFor(ann.email)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(await found(ann.email, { suspended: true })).toHaveLength(1);

    expect(await fixture.call(identity.restore, { id: ann.userId }, admin())).toMatchObject({
      suspendedAt: null,
      suspendedFor: null,
    });
    await expect(fixture.login(ann.email)).resolves.toBeDefined();
    const published = (await fixture.published(identityEvents.suspended)).filter(({ userId }) => userId === ann.userId);
    expect(published).toEqual([{ userId: ann.userId, email: ann.email, companyId: ann.companyId, reason: 'Unpaid' }]);
  });

  it('is suspended once by parallel calls', async () => {
    const ann = await fixture.member();
    await Promise.all(Array.from({ length: 5 }, (_, n) => suspend(ann.userId, `reason ${n}`)));
    expect(
      (await fixture.published(identityEvents.suspended)).filter(({ userId }) => userId === ann.userId),
    ).toHaveLength(1);
  });
});

it('ends the sessions of another person', async () => {
  const ann = await fixture.member();
  const { token } = await fixture.login(ann.email, password);
  expect(await fixture.call(identity.endSessionsOf, { id: ann.userId }, admin())).toMatchObject({
    sessions: 0,
    suspendedAt: null,
  });
  expect(await fixture.bearer(token)).toBeNull();
  await expect(fixture.login(ann.email)).resolves.toBeDefined();
});

it('sets the quota of a company and publishes an event', async () => {
  const ann = await fixture.member();
  expect(await fixture.call(identity.setQuota, { id: ann.userId, totalStorage: 5_000 }, admin())).toMatchObject({
    company: { totalStorage: 5_000 },
  });
  expect((await fixture.call(identity.me, {}, ann)).user.totalStorage).toBe(5_000);
  expect((await fixture.published(identityEvents.quotaChanged)).at(-1)).toMatchObject({
    companyId: ann.companyId,
    userId: ann.userId,
    totalStorage: 5_000,
  });
  for (const totalStorage of [-1, 0.5, 11 * 1024 ** 4])
    await expect(fixture.call(identity.setQuota, { id: ann.userId, totalStorage }, admin())).rejects.toMatchObject({
      code: 'INVALID',
    });
});

it('is only for admins, about existing people, and never about admins', async () => {
  const ann = await fixture.member();
  for (const actor of [ann, userActor({ userType: 'receiver' }), publicActor]) {
    await expect(fixture.call(identity.people, {}, actor)).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_ALLOWED|UNAUTHENTICATED/),
    });
    await expect(fixture.call(identity.suspend, { id: ann.userId, reason: 'x' }, actor)).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_ALLOWED|UNAUTHENTICATED/),
    });
  }
  await expect(suspend('0199c2b5-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(suspend('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(suspend(ann.userId, ' ')).rejects.toMatchObject({ code: 'INVALID' });
  await fixture.db.source.query("UPDATE account SET user_type = 'admin' WHERE id = $1", [ann.userId]);
  await expect(suspend(ann.userId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});

describe('the members of a company', () => {
  const membersOf = (companyId: string, more: object = {}) =>
    fixture.call(identity.companyMembers, { companyId, ...more }, admin());

  it('are listed with their roles and state, the owner first, in pages and by a part of a name or address', async () => {
    const owner = await fixture.member('sender', 'Harbour');
    const companyId = owner.companyId as string;
    const people = [await fixture.member(), await fixture.member()];
    await fixture.call(
      identity.inviteMembers,
      { emails: people.map(({ email }) => email), roles: ['approver'] },
      owner,
    );
    for (const person of people) {
      const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, person);
      await fixture.call(identity.acceptMemberInvitation, { id: invitation?.id ?? '' }, person);
    }
    await suspend(people[1]?.userId ?? '');
    const all = await membersOf(companyId);
    expect(all).toMatchObject({ companyName: 'Harbour', total: 3, page: 1 });
    expect(all.items.map(({ email, roles, joinedAt, suspendedAt }) => [email, roles, !joinedAt, !suspendedAt])).toEqual(
      [
        [owner.email, ['owner'], true, true],
        [people[0]?.email, ['approver'], false, true],
        [people[1]?.email, ['approver'], false, false],
      ],
    );
    expect(all.items.map(({ absence }) => absence)).toEqual([null, null, null]);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
    const away = { from: inDays(1), until: inDays(8) };
    await fixture.call(identity.setAbsence, { ...away, delegateId: null }, owner);
    const [of] = (await membersOf(companyId)).items;
    expect(of?.absence).toEqual({ ...away, delegateId: null });
    const second = await membersOf(companyId, { page: 2, pageSize: 2 });
    expect(second).toMatchObject({ total: 3, items: [{ email: people[1]?.email }] });
    const searched = await membersOf(companyId, { q: people[0]?.email.slice(0, 20).toUpperCase() });
    expect(searched).toMatchObject({ total: 1, items: [{ email: people[0]?.email }] });
    expect(await membersOf(companyId, { q: '100_' })).toMatchObject({ total: 0, items: [] });
  });

  it('of a company that does not exist are not found', async () => {
    for (const companyId of ['0199aaaa-0000-7000-8000-000000000000', 'nonsense'])
      await expect(membersOf(companyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
