import { createHash } from 'node:crypto';
import { identity, type User } from '@tradepost/contracts/identity';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe("a browser's session", () => {
  let gateway: GatewayUnderTest;
  const api = () => request(gateway.origin);
  const login = (headers: Record<string, string> = {}, body: object = {}) =>
    api()
      .post('/api/auth/login')
      .set(headers)
      .send({ email: 'ann@example.com', password: 'correct horse!', ...body });
  const sidOf = (setCookie: string[] | string | undefined) =>
    /^__Host-sid=([^;]+)/.exec([setCookie].flat().join())?.[1];
  const lastBinding = () => (gateway.calls.at(-1)?.input as { binding?: string }).binding;

  beforeAll(async () => {
    gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' });
    await gateway.stubService(identity.login, () => ({ token: 't', user: {} as User }));
    await gateway.stubService(identity.me, () => ({
      user: {} as User,
      security: { totp: false, recoveryCodesLeft: 0 },
      deletionAt: null,
      memberships: 0,
      memberInvitations: 0,
      language: null,
    }));
    await gateway.stubService(identity.logout, () => ({ message: 'bye' }));
    await gateway.stubService(identity.saveCompany, () => ({ message: 'ok', token: 't', user: {} as User }));
    await gateway.stubService(identity.confirmTotp, () => ({ message: 'ok', recoveryCodes: [] }));
  });
  afterAll(() => gateway.stop());

  it('is bound to a cookie that no script can read; the service gets only its digest', async () => {
    const { headers } = await login({ 'x-client': 'web' }, { binding: 'chosen by the caller' }).expect(200);
    const [cookie] = [headers['set-cookie']].flat() as [string];
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(lastBinding()).toBe(sha256(sidOf(cookie) as string));
  });

  it('replaces the session that the browser had, for any body', async () => {
    const replaced = () => (gateway.calls.at(-1)?.input as { replaces?: string }).replaces;
    const web = { 'x-client': 'web' };
    await login(web, { replaces: 'a'.repeat(64) }).expect(200);
    expect(replaced()).toBeUndefined();
    await login({ ...web, cookie: '__Host-sid=former' }, { replaces: 'a'.repeat(64) }).expect(200);
    expect(replaced()).toBe(sha256('former'));
    await login({ cookie: '__Host-sid=former' }).expect(200);
    expect(replaced()).toBeUndefined();
  });

  it('is not bound for other clients or over an insecure connection, even if the body asks for it', async () => {
    for (const headers of [{}, { 'x-client': 'script' }, { 'x-client': 'web', host: 'tradepost.example' }]) {
      const answer = await login(headers as Record<string, string>, { binding: 'b'.repeat(64) }).expect(200);
      expect([answer.headers['set-cookie'], lastBinding()]).toEqual([undefined, undefined]);
    }
    const { headers } = await login({
      'x-client': 'web',
      host: 'tradepost.example',
      'x-forwarded-proto': 'https',
    }).expect(200);
    expect(sidOf(headers['set-cookie'])).toBeDefined();
  });

  it('identifies the browser to the service with another cookie, which later calls send', async () => {
    const inputOf = () => gateway.calls.at(-1)?.input as { device?: string };
    const first = await login({ 'x-client': 'web' }, { device: 'd'.repeat(64) }).expect(200);
    const [, cookie] = [first.headers['set-cookie']].flat() as [string, string];
    expect(cookie).toMatch(/^__Host-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const device = sha256(/=([^;]+)/.exec(cookie)?.[1] ?? '');
    expect(inputOf().device).toBe(device);
    const again = await login({ 'x-client': 'web', cookie: cookie.split(';')[0] ?? '' }).expect(200);
    expect(([again.headers['set-cookie']].flat() as string[])[1]).toBe(cookie);
    expect([inputOf().device, gateway.calls.at(-1)?.actor]).toMatchObject([device, { kind: 'public', device }]);
    await login({}, { device: 'd'.repeat(64) }).expect(200);
    expect(inputOf().device).toBeUndefined();
  });

  it('is refused without the cookie, or with the cookie of another browser', async () => {
    const { actor } = await gateway.signIn();
    const token = await gateway.tokenOf({ sub: actor.userId, sid: actor.sessionId, bnd: sha256('its own') });
    const me = (cookie?: string) =>
      api()
        .get('/api/auth/me')
        .set({ authorization: `Bearer ${token}`, ...(cookie && { cookie }) });
    expect((await me('a=b; __Host-sid=its own')).status).toBe(200);
    for (const cookie of [undefined, '__Host-sid=another', 'sid=its own', '__Host-sid=']) {
      expect((await me(cookie)).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    }
  });

  it('is refused with the cookie alone', async () => {
    expect((await api().get('/api/auth/me').set('cookie', `__Host-sid=its own; auth-token=x`)).status).toBe(401);
  });

  it('is bound when onboarding or enrolment starts it, and not by later calls', async () => {
    for (const [path, scope, binds] of [
      ['/api/auth/signupFlow4', 'onboarding', true],
      ['/api/auth/signupFlow4', 'session', false],
      ['/api/auth/totp/confirm', 'enrolment', true],
      ['/api/auth/totp/confirm', 'session', false],
    ] as const) {
      const { bearer } = await gateway.signIn({ scope });
      const data = {
        companyName: 'A',
        country: 'India',
        addressLine1: 'x',
        city: 'x',
        postCode: '1',
        tradingCurrency: 'EUR',
        telephoneNumber: '+91 1',
        contractEmail: 'a@b.co',
        billingEmail: 'a@b.co',
      };
      const { headers } = await api()
        .post(path)
        .set({ authorization: bearer, 'x-client': 'web' })
        .send({ data, code: '123456' })
        .expect(200);
      expect([path, scope, sidOf(headers['set-cookie']) !== undefined]).toEqual([path, scope, binds]);
    }
  });

  it('deletes the cookie at logout', async () => {
    const { bearer } = await gateway.signIn();
    const { headers } = await api()
      .post('/api/auth/logout')
      .set({ authorization: bearer, cookie: '__Host-sid=x' })
      .expect(200);
    expect([headers['set-cookie']].flat().join()).toMatch(/^__Host-sid=; Max-Age=0;/);
  });

  it('opens only the enrolment step with an enrolment token', async () => {
    const { bearer } = await gateway.signIn({ scope: 'enrolment', userType: 'admin' });
    for (const path of ['/api/auth/me', '/api/admin/kyc/cases', '/api/admin/audit', '/api/auth/sessions']) {
      expect((await api().get(path).set('authorization', bearer)).body).toMatchObject({
        status: 403,
        code: 'NOT_ALLOWED',
      });
    }
  });
});
