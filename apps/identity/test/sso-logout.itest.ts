import { randomUUID } from 'node:crypto';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { networkOf } from '@tradepost/service-kit/limits/network';
import { SignJWT, type JWTPayload } from 'jose';
import { anonymous } from './fixture';
import { clientSecret } from './sso-kit';
import { outcome, startWithLiars, type WithLiars } from './sso-liars';

let sso: WithLiars;
let { fixture, liar, second, owner, newPerson, enter } = {} as WithLiars;

beforeAll(async () => {
  sso = await startWithLiars();
  ({ fixture, liar, second, owner, newPerson, enter } = sso);
});
afterAll(() => sso.stop());
beforeEach(() => sso.reset());

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a logout token', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1000);
  const report = (logoutToken: string) =>
    fixture.call(identity.ssoLogout, { companyId: owner.companyId, logoutToken }, anonymous);
  const claims = () => ({ iss: liar.issuer, aud: 'tradepost', iat: now(), jti: randomUUID(), events: event });

  it('ends the sessions of its person only if it is one', async () => {
    const person = newPerson();
    const { actor } = await enter(person);
    const isLive = async () =>
      (
        await fixture.call(
          identity.actorOf,
          { sessionId: actor.sessionId, enforcesRoles: true },
          { kind: 'system', service: 'gateway' },
        )
      ).actor !== null;
    const right = { ...claims(), sub: person.sub };
    const wrong: [string, JWTPayload][] = [
      ['another issuer', { ...right, iss: second.issuer }],
      ['another audience', { ...right, aud: 'another' }],
      ['no event', { ...right, events: undefined }],
      ['another event', { ...right, events: { 'https://example.com/event': {} } }],
      ['a nonce: it is an ID token', { ...right, nonce: 'n' }],
      ['no id', { ...right, jti: undefined }],
      ['no target', { ...right, sub: undefined }],
      ['old', { ...right, iat: now() - 3_600 }],
      ['expired', { ...right, exp: now() - 60 }],
    ];
    for (const [what, payload] of wrong)
      expect([what, await outcome(report(await liar.sign(payload)))]).toEqual([what, 'INVALID']);
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(right)}.`;
    const symmetric = await new SignJWT(right).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret));
    for (const token of [unsigned, symmetric, await second.sign(right), 'a.b.c'])
      expect(await outcome(report(token))).toBe('INVALID');
    expect(await isLive()).toBe(true);
    await report(await liar.sign(right));
    expect(await isLive()).toBe(false);
  });

  const nul = 'a\0b';
  const long = 'x'.repeat(10_000);

  it.each([
    ['id', nul],
    ['id', long],
    ['person', nul],
    ['person', long],
    ['session', nul],
    ['session', long],
  ])('with an impossible %s is refused as invalid', async (what, value) => {
    const names = { id: 'jti', person: 'sub', session: 'sid' } as const;
    const token = { ...claims(), sub: 'any', [names[what as keyof typeof names]]: value };
    expect(await outcome(report(await liar.sign(token)))).toBe('INVALID');
  });

  it('costs its provider one call a minute, also if it does not answer with keys', async () => {
    const { owner: victim } = await fixture.connected(liar.issuer);
    liar.metadata = { jwks_uri: `${liar.issuer}/missing` };
    liar.asked.length = 0;
    const token = await liar.sign({ ...claims(), sub: 'any' });
    const send = () =>
      outcome(fixture.call(identity.ssoLogout, { companyId: victim.companyId, logoutToken: token }, anonymous));
    expect(await Promise.all([send(), send(), send()])).toEqual(Array(3).fill('SSO_PROVIDER'));
    expect(await send()).toBe('SSO_PROVIDER');
    expect([...liar.asked].sort()).toEqual(['/.well-known/openid-configuration', '/missing']);
  });

  it('is not verified after too many wrong ones from the same network for the company', async () => {
    const { owner: victim } = await fixture.connected(liar.issuer);
    const [here, elsewhere] = ['198.51.100.7', '198.51.100.8'].map((ip): Actor => ({ kind: 'public', ip }));
    const key = `${victim.companyId} ${networkOf('198.51.100.7')}`;
    const send = (payload: JWTPayload, from: Actor) =>
      liar
        .sign(payload)
        .then((logoutToken) =>
          outcome(fixture.call(identity.ssoLogout, { companyId: victim.companyId, logoutToken }, from)),
        );
    const usesOf = async () =>
      (await fixture.db.source.query('SELECT count(*)::int AS n FROM limit_use WHERE key = $1', [key]))[0].n as number;
    expect(await send({ ...claims(), sub: 'any' }, here!)).toBe('ok');
    expect(await usesOf()).toBe(0);
    expect(await send({ ...claims(), sub: 'any', nonce: 'n' }, here!)).toBe('INVALID');
    expect(await usesOf()).toBe(1);
    await fixture.db.source.query(
      'INSERT INTO limit_use (id, limit_name, key, amount, at) VALUES (gen_random_uuid(), $1, $2, 1000000, now())',
      ['ssoLogouts', key],
    );
    expect(await send({ ...claims(), sub: 'any' }, here!)).toBe('TOO_MANY');
    expect(await send({ ...claims(), sub: 'any' }, elsewhere!)).toBe('ok');
  });
});
