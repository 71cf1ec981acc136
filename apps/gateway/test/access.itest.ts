import { generateKeyPairSync } from 'node:crypto';
import { identity, identityEvents, type User } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { storage } from '@tradepost/contracts/storage';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('authentication', () => {
  let gateway: GatewayUnderTest;
  const me = (authorization?: string) => {
    const call = request(gateway.origin).get('/api/auth/me');
    return authorization === undefined ? call : call.set('authorization', authorization);
  };

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(identity.me, (_, actor) => ({
      user: { email: actor.kind === 'user' ? actor.email : '' } as User,
      security: { totp: false, recoveryCodesLeft: 0 },
      deletionAt: null,
      memberships: 0,
      memberInvitations: 0,
      language: null,
    }));
    await gateway.stubService(storage.stats, () => ({ totalStorage: 1, usedStorage: 0, files: 0, folders: 0 }));
  });
  afterAll(() => gateway.stop());

  it('resolves the user from the bearer token, and the address from the connection, not from headers', async () => {
    const { actor, bearer } = await gateway.signIn();
    const { body } = await me(bearer).set('x-forwarded-for', '6.6.6.6').expect(200);
    expect(body).toMatchObject({ user: { email: actor.email } });
    expect(gateway.calls.at(-1)?.actor).toMatchObject({ userId: actor.userId, ip: '127.0.0.1' });
  });

  it('refuses a missing token and every invalid token', async () => {
    const { actor, token } = await gateway.signIn();
    const claims = { sub: actor.userId, sid: actor.sessionId };
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const none = `${base64({ alg: 'none' })}.${base64({ ...claims, iss: 'tradepost', aud: 'tradepost', exp: 4_102_444_800 })}.`;
    const bad = [undefined, '', 'Bearer', 'Bearer x', `Basic ${token}`, `Bearer ${none}`];
    bad.push(`Bearer ${await gateway.tokenOf(claims, { key: other })}`);
    bad.push(`Bearer ${await gateway.tokenOf(claims, { expires: Math.floor(Date.now() / 1000) - 5 })}`);
    bad.push(`Bearer ${await gateway.tokenOf(claims, { issuer: 'someone' })}`);
    bad.push(`Bearer ${await gateway.tokenOf(claims, { audience: 'someone' })}`);
    bad.push(`Bearer ${await gateway.tokenOf({ sub: actor.userId })}`);
    const before = gateway.calls.length;
    for (const authorization of bad) {
      const { body } = await me(authorization)
        .expect(401)
        .expect('content-type', /problem\+json/);
      expect(body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Please sign in' });
    }
    await request(gateway.origin).get('/api/auth/me').set('cookie', `auth-token=${token}`).expect(401);
    await request(gateway.origin).get(`/api/auth/me?token=${token}`).expect(401);
    expect(gateway.calls).toHaveLength(before);
  });

  it('removes an ended session from the cache, and no other', async () => {
    const [one, two] = [await gateway.signIn(), await gateway.signIn()];
    await me(one.bearer).expect(200);
    gateway.setActor(one.actor.sessionId, null);
    await gateway.publish(identityEvents.sessionEnded, { sessionId: one.actor.sessionId, userId: one.actor.userId });
    await me(one.bearer).expect(401);
    await me(two.bearer).expect(200);
  });

  it('asks identity for the session once in five seconds, for any number of calls', async () => {
    const { actor, bearer } = await gateway.signIn();
    const lookups = () => gateway.calls.filter(({ subject }) => subject === identity.actorOf.subject).length;
    const before = lookups();
    for (let n = 0; n < 3; n += 1) await me(bearer).expect(200);
    expect(lookups() - before).toBe(1);
    await gateway.publish(identityEvents.sessionEnded, { sessionId: actor.sessionId, userId: actor.userId });
    await me(bearer).expect(200);
    expect(lookups() - before).toBe(2);
  });

  it('notices within five seconds that a session has ended, without an event and with a clock that was set back', async () => {
    const { actor, bearer } = await gateway.signIn();
    await me(bearer).expect(200);
    gateway.setActor(actor.sessionId, null);
    const [system, elapsed] = [Date.now(), performance.now()];
    const clocks = [
      jest.spyOn(Date, 'now').mockReturnValue(system - 3_600_000),
      jest.spyOn(performance, 'now').mockReturnValue(elapsed + 5_000),
    ];
    try {
      await me(bearer).expect(401);
    } finally {
      for (const clock of clocks) clock.mockRestore();
    }
  });

  it('uses one actor claim for a caller until the session or the client changes', async () => {
    const { actor, bearer } = await gateway.signIn();
    const seen = async (agent: string) => {
      await me(bearer).set('user-agent', agent).expect(200);
      return gateway.calls.at(-1)?.actor;
    };
    const first = await seen('one');
    expect(await seen('one')).toBe(first);
    expect(await seen('two')).toMatchObject({ userId: actor.userId, agent: 'two' });
    gateway.setActor(actor.sessionId, { ...actor, companyName: 'Renamed' });
    await gateway.publish(identityEvents.companySaved, {
      companyId: actor.companyId as string,
      companyName: 'Renamed',
      userId: actor.userId,
      email: actor.email,
      firstName: actor.firstName,
      userType: actor.userType,
      created: false,
    });
    expect(await seen('one')).toMatchObject({ companyName: 'Renamed' });
  });

  it('does not cache a session that ended while it was being fetched', async () => {
    const { actor, bearer } = await gateway.signIn();
    let answer = () => {};
    const fetching = new Promise<void>((resolve) => {
      void gateway.stubService(identity.actorOf, async ({ sessionId }) => {
        resolve();
        await new Promise<void>((go) => (answer = go));
        return { actor: sessionId === actor.sessionId ? actor : null };
      });
    });
    const first = me(bearer).then((response) => response.status);
    await fetching;
    await gateway.publish(identityEvents.sessionEnded, { sessionId: actor.sessionId, userId: actor.userId });
    answer();
    expect(await first).toBe(200);
    await gateway.stubService(identity.actorOf, () => ({ actor: null }));
    await me(bearer).expect(401);
  });
});

describe('authorization', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(storage.stats, () => ({ totalStorage: 1, usedStorage: 0, files: 0, folders: 0 }));
    await gateway.stubService(identity.logout, () => ({ message: 'bye' }));
  });
  afterAll(() => gateway.stop());

  it('checks roles, scopes and the KYC gate before a service is called', async () => {
    const call = (path: string, bearer: string) => request(gateway.origin).get(path).set('authorization', bearer);
    const [pending, receiver, onboarding] = [
      await gateway.signIn({ kycStatus: 'Pending' }),
      await gateway.signIn({ userType: 'receiver', kycStatus: 'NotRequired' }),
      await gateway.signIn({ scope: 'onboarding', companyId: null }),
    ];
    expect((await call('/api/file-sharing/stats', pending.bearer).expect(403)).body.code).toBe('KYC_PENDING');
    expect((await call('/api/file-sharing/folders', receiver.bearer).expect(403)).body.code).toBe('NOT_ALLOWED');
    expect((await call('/api/admin/audit', receiver.bearer).expect(403)).body.code).toBe('NOT_ALLOWED');
    expect((await call('/api/auth/me', onboarding.bearer).expect(403)).body.code).toBe('NOT_ALLOWED');
    expect((await call('/api/events', onboarding.bearer).expect(403)).body.code).toBe('NOT_ALLOWED');
    expect(gateway.calls.every(({ subject }) => subject === identity.actorOf.subject)).toBe(true);
  });

  it('reads the caller again before it refuses a call for a pending registration', async () => {
    const { actor, bearer } = await gateway.signIn({ kycStatus: 'Pending' });
    const back = {
      companyId: actor.companyId as string,
      userId: actor.userId,
      status: 'Pending' as const,
      version: 2,
      reason: null,
      documents: [],
      fields: [],
      verified: null,
    };
    const stats = () => request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer);
    await stats().expect(403);
    gateway.setActor(actor.sessionId, { ...actor, kycStatus: 'Approved' });
    await stats().expect(200);
    gateway.setActor(actor.sessionId, { ...actor, kycStatus: 'Pending' });
    await gateway.publish(kycEvents.statusChanged, back);
    await stats().expect(403);
  });

  it('ends a session with the logout, in this process at once', async () => {
    const { actor, bearer } = await gateway.signIn();
    await request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer).expect(200);
    gateway.setActor(actor.sessionId, null);
    await request(gateway.origin).post('/api/auth/logout').set('authorization', bearer).expect(200);
    await request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer).expect(401);
  });
});
