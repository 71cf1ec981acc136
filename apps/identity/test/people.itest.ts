import { identity, identityEvents } from '@tradepost/contracts/identity';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { password, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const admin = () => userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });
const found = async (q: string, more: object = {}) =>
  (await stage.call(identity.people, { q, ...more }, admin())).items;
const suspend = (id: string, reason = 'Unpaid') => stage.call(identity.suspend, { id, reason }, admin());

it('lists everybody with their company, found by name, address or company', async () => {
  const ann = await stage.member('sender', 'Harbour 100%');
  await stage.login(ann.email);
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
  it('is signed out everywhere, cannot sign in or reset its way back, and may once restored', async () => {
    const ann = await stage.member();
    const { token } = await stage.login(ann.email);
    expect(await suspend(ann.userId)).toMatchObject({
      suspendedAt: expect.stringMatching(/Z$/),
      suspendedFor: 'Unpaid',
      sessions: 0,
    });
    expect(await stage.bearer(token)).toBeNull();
    await expect(stage.login(ann.email, 'not the password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(stage.login(ann.email)).rejects.toMatchObject({ code: 'SUSPENDED' });
    await expect(stage.ticketFor(ann.email)).rejects.toMatchObject({ code: 'SUSPENDED' });
    expect(await found(ann.email, { suspended: true })).toHaveLength(1);

    expect(await stage.call(identity.restore, { id: ann.userId }, admin())).toMatchObject({
      suspendedAt: null,
      suspendedFor: null,
    });
    await expect(stage.login(ann.email)).resolves.toBeDefined();
    const told = (await stage.published(identityEvents.suspended)).filter(({ userId }) => userId === ann.userId);
    expect(told).toEqual([{ userId: ann.userId, email: ann.email, companyId: ann.companyId, reason: 'Unpaid' }]);
  });

  it('is suspended once, by whoever is first', async () => {
    const ann = await stage.member();
    await Promise.all(Array.from({ length: 5 }, (_, n) => suspend(ann.userId, `reason ${n}`)));
    expect(
      (await stage.published(identityEvents.suspended)).filter(({ userId }) => userId === ann.userId),
    ).toHaveLength(1);
  });
});

it('ends the sessions of another', async () => {
  const ann = await stage.member();
  const { token } = await stage.login(ann.email, password);
  expect(await stage.call(identity.endSessionsOf, { id: ann.userId }, admin())).toMatchObject({
    sessions: 0,
    suspendedAt: null,
  });
  expect(await stage.bearer(token)).toBeNull();
  await expect(stage.login(ann.email)).resolves.toBeDefined();
});

it('sets the quota of a company, and tells', async () => {
  const ann = await stage.member();
  expect(await stage.call(identity.setQuota, { id: ann.userId, totalStorage: 5_000 }, admin())).toMatchObject({
    company: { totalStorage: 5_000 },
  });
  expect((await stage.call(identity.me, {}, ann)).user.totalStorage).toBe(5_000);
  expect((await stage.published(identityEvents.quotaChanged)).at(-1)).toMatchObject({
    companyId: ann.companyId,
    userId: ann.userId,
    totalStorage: 5_000,
  });
  for (const totalStorage of [-1, 0.5, 11 * 1024 ** 4])
    await expect(stage.call(identity.setQuota, { id: ann.userId, totalStorage }, admin())).rejects.toMatchObject({
      code: 'INVALID',
    });
});

it('is for admins alone, about people there are, and never about admins', async () => {
  const ann = await stage.member();
  for (const actor of [ann, userActor({ userType: 'receiver' }), publicActor]) {
    await expect(stage.call(identity.people, {}, actor)).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_ALLOWED|UNAUTHENTICATED/),
    });
    await expect(stage.call(identity.suspend, { id: ann.userId, reason: 'x' }, actor)).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_ALLOWED|UNAUTHENTICATED/),
    });
  }
  await expect(suspend('0199c2b5-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(suspend('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(suspend(ann.userId, ' ')).rejects.toMatchObject({ code: 'INVALID' });
  await stage.db.source.query("UPDATE account SET user_type = 'admin' WHERE id = $1", [ann.userId]);
  await expect(suspend(ann.userId)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
});
