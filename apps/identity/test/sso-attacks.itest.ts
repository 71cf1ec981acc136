import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { tablesWith } from '@tradepost/testing/tables-with';
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { anonymous, newEmail, tally } from './fixture';
import { browser, clientSecret, type SsoFixture, type TokenMaker } from './sso-kit';
import { outcome, startWithLiars, type WithLiars } from './sso-liars';

let sso: WithLiars;
let { fixture, liar, second, owner, domain, newPerson, enter } = {} as WithLiars;
let other: Awaited<ReturnType<SsoFixture['connected']>>;

beforeAll(async () => {
  sso = await startWithLiars();
  ({ fixture, liar, second, owner, domain, newPerson, enter } = sso);
  other = await fixture.connected(second.issuer);
});
afterAll(() => sso.stop());
beforeEach(() => sso.reset());

it('an honest provider signs in', async () => {
  const person = newPerson();
  expect((await enter(person)).user).toMatchObject({ email: person.email, companyId: owner.companyId });
  const [sent] = liar.exchanged.slice(-1);
  expect(sent!.body.get('redirect_uri')).toBe(`https://tradepost.test/sso/${owner.companyId}`);
  expect(sent!.body.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const past = Math.floor(Date.now() / 1000) - 3_600;
const forged: [string, TokenMaker][] = [
  [
    'signed with another key',
    async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .sign((await generateKeyPair('RS256')).privateKey),
  ],
  ['without a signature', (claims) => new UnsecuredJWT(claims).encode()],
  [
    'without a signature, but with its place',
    (claims) => `${encoded({ alg: 'none', kid: 'k' })}.${encoded(claims)}.AAAA`,
  ],
  [
    'signed with the client secret',
    (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(Buffer.from(clientSecret)),
  ],
  [
    'changed after it was signed',
    async (claims, sign) => {
      const [head, , signature] = (await sign(claims)).split('.');
      return `${head}.${encoded({ ...claims, sub: 'someone else' })}.${signature}`;
    },
  ],
  ['for another client', (claims, sign) => sign({ ...claims, aud: 'another' })],
  [
    'for several clients, made for another one',
    (claims, sign) => sign({ ...claims, aud: ['tradepost', 'another'], azp: 'another' }),
  ],
  ['of another issuer', (claims, sign) => sign({ ...claims, iss: 'https://login.example.com' })],
  ['of the provider of another company', (claims) => second.sign({ ...claims, iss: second.issuer })],
  ['that has expired', (claims, sign) => sign({ ...claims, iat: past, exp: past + 60 })],
  ['without an end', ({ exp: _end, ...claims }, sign) => sign(claims)],
  ['of another sign-in', (claims, sign) => sign({ ...claims, nonce: 'n'.repeat(43) })],
  ['without a nonce', ({ nonce: _nonce, ...claims }, sign) => sign(claims)],
  ['without a subject', ({ sub: _sub, ...claims }, sign) => sign(claims)],
  ['that is no token', () => 'a.b.c'],
];
it.each(forged)('refuses an ID token %s', async (_what, make) => {
  liar.make = make;
  const person = newPerson();
  await expect(enter(person)).rejects.toMatchObject({ code: 'SSO_PROVIDER' });
  expect(await tablesWith(fixture.db, person.email)).toEqual([]);
});

it.each([
  ['an address that is not verified', { email_verified: false }, 'SSO_EMAIL_UNVERIFIED'],
  ['no word about the address', { email_verified: undefined }, 'SSO_EMAIL_UNVERIFIED'],
  ['a text for the truth', { email_verified: 'true' }, 'SSO_EMAIL_UNVERIFIED'],
  ['a number for the truth', { email_verified: 1 }, 'SSO_EMAIL_UNVERIFIED'],
  ['no address', { email: undefined }, 'SSO_EMAIL_UNVERIFIED'],
  ['two addresses', { email: ['a@example.com', 'b@example.com'] }, 'SSO_EMAIL_UNVERIFIED'],
  ['an address of another domain', { email: 'someone@stranger.example' }, 'SSO_DOMAIN_UNKNOWN'],
] as const)('refuses a provider that says %s', async (_what, claims, code) => {
  await expect(enter(newPerson(), claims as JWTPayload)).rejects.toMatchObject({ code });
});

it('refuses a provider that names people of another company, or of a domain below or above its own', async () => {
  for (const where of [other.domain, `mail.${domain}`, 'example', `${domain}@${other.domain}`]) {
    const code = await outcome(enter({ sub: `victim-${where}`, email: `victim@${where}` }));
    expect(['SSO_DOMAIN_UNKNOWN', 'SSO_EMAIL_UNVERIFIED']).toContain(code);
  }
});

it('signs in no person of a domain that belongs to another company now, under whatever other address', async () => {
  const [mine, theirs] = [await fixture.connected(liar.issuer), await fixture.withDomain()];
  const [sub, email] = ['paula', `paula@${mine.domain}`];
  const { domains } = await fixture.call(identity.addSsoDomain, { domain: `own.${mine.domain}` }, mine.owner);
  const own = domains.find((one) => one.domain !== mine.domain)!;
  fixture.dns.txt.set(own.domain, [own.record]);
  await fixture.call(identity.verifySsoDomain, { id: own.id }, mine.owner);
  const enterAs = async (named: string) => {
    const { state, nonce } = await fixture.start(`any@${own.domain}`);
    Object.assign(liar, { nonce, claims: { sub, email: named } });
    return outcome(fixture.finish(mine.owner.companyId, { code: 'code', state, iss: liar.issuer }));
  };
  const other = `paula@${own.domain}`;
  expect([await enterAs(email), await enterAs(other)]).toEqual(['ok', 'ok']);
  await fixture.moveDomain(mine.domain, theirs.owner);
  expect([await enterAs(email), await enterAs(other)]).toEqual(['SSO_DOMAIN_UNKNOWN', 'SSO_DOMAIN_UNKNOWN']);
});

it('adds no account for an address that mail servers refuse, nor anything else of the person', async () => {
  for (const local of ['.dot', 'dot.', 'two..dots', 'l'.repeat(65)]) {
    const email = `${local}@${domain}`;
    expect([email, await outcome(enter({ sub: local, email }))]).toEqual([email, 'INVALID']);
    expect(await tablesWith(fixture.db, email)).toEqual([]);
  }
  expect(await outcome(enter({ sub: 'longest', email: `${'l'.repeat(64)}@${domain}` }))).toBe('ok');
});

it('never takes over an account, whatever the provider says', async () => {
  const victim = await fixture.member('sender', 'Victim', newEmail('victim').replace(/@.*/, `@${domain}`));
  for (const email of [victim.email, victim.email.toUpperCase()])
    expect(await outcome(enter({ sub: `thief-${email}`, email }))).toBe('SSO_ACCOUNT_EXISTS');
});

it('does not sign in the owner, who has the password for emergencies', async () => {
  const email = 'boss@owner.example';
  const { owner: boss } = await fixture.withDomain('owner.example', email);
  const settings = { issuer: liar.issuer, clientId: 'tradepost', clientSecret, defaultRole: 'auditor' };
  await fixture.call(identity.saveSso, settings, boss);
  const finish = async (url: string) => {
    const { searchParams } = new URL(url);
    Object.assign(liar, { nonce: searchParams.get('nonce'), claims: { sub: 'boss', email } });
    return outcome(fixture.finish(boss.companyId, { code: 'c', state: searchParams.get('state')!, iss: liar.issuer }));
  };
  expect(await finish((await fixture.start(email)).url)).toBe('SSO_ACCOUNT_EXISTS');
  expect(await finish((await fixture.call(identity.startSsoLink, { browser }, boss)).url)).toBe('SSO_OWNER');
});

describe('a started sign-in', () => {
  const begun = async (from = browser) => {
    const person = newPerson();
    const { state, nonce } = await fixture.start(person.email, from);
    Object.assign(liar, { nonce, claims: person });
    return { code: 'code', state, iss: liar.issuer };
  };

  it('begins only in a browser that can prove later that it has begun it', async () => {
    const started = fixture.call(identity.startSso, { email: newPerson().email }, anonymous);
    await expect(started).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('works only in its browser, which other browsers do not end', async () => {
    const answer = await begun();
    for (const thief of ['a'.repeat(64), ''])
      expect(await outcome(fixture.finish(owner.companyId, answer, thief))).toBe('SSO_EXPIRED');
    await fixture.finish(owner.companyId, answer);
  });

  it('works once, also when it is finished twice at the same time', async () => {
    const answer = await begun();
    const both = await Promise.allSettled([1, 2, 3].map(() => fixture.finish(owner.companyId, answer)));
    expect(tally(both)).toEqual({ ok: 1, SSO_EXPIRED: 2 });
    expect(await outcome(fixture.finish(owner.companyId, answer))).toBe('SSO_EXPIRED');
  });

  it('belongs to the provider of its company', async () => {
    const sent = second.exchanged.length;
    expect(await outcome(fixture.finish(other.owner.companyId, await begun()))).toBe('SSO_EXPIRED');
    expect(await outcome(fixture.finish(owner.companyId, { ...(await begun()), iss: second.issuer }))).toBe(
      'SSO_PROVIDER',
    );
    const { iss: _iss, ...without } = await begun();
    expect(await outcome(fixture.finish(owner.companyId, without))).toBe('SSO_PROVIDER');
    expect(second.exchanged).toHaveLength(sent);
  });

  it('ends with a refusal of the provider, which cannot put a text of its own on the screen', async () => {
    const { state, iss } = await begun();
    const refused = { state, iss, error: 'access_denied', error_description: 'Call +1 900 now' };
    await expect(fixture.finish(owner.companyId, refused)).rejects.toMatchObject({
      code: 'SSO_REFUSED',
      message: 'The sign-in service of your company refused the sign-in.',
    });
  });

  it('does not survive another issuer or client, nor does its session', async () => {
    const { actor } = await enter();
    const answer = await begun();
    const settings = { issuer: liar.issuer, clientId: 'tradepost', defaultRole: 'auditor' };
    await expect(fixture.call(identity.saveSso, { ...settings, clientId: 'another' }, owner)).rejects.toMatchObject({
      errors: [{ field: 'clientSecret' }],
    });
    await fixture.call(identity.saveSso, { ...settings, clientId: 'another', clientSecret }, owner);
    expect(await outcome(fixture.finish(owner.companyId, answer))).toBe('SSO_EXPIRED');
    const given = { sessionId: actor.sessionId, enforcesRoles: true };
    expect((await fixture.call(identity.actorOf, given, { kind: 'system', service: 'gateway' })).actor).toBeNull();
    await fixture.call(identity.saveSso, { ...settings, clientSecret }, owner);
  });
});

it('a provider adds only so many people, in a day and in all; those it has added still sign in', async () => {
  const { owner: host, domain: own } = await fixture.connected(liar.issuer);
  const strict = await fixture.replica({ SSO_ACCOUNTS_PER_COMPANY: '1' });
  const { companyId } = host;
  const enterAs = async (name: string, by: Pick<SsoFixture, 'call'> = fixture) => {
    const { state, nonce } = await fixture.start(`any@${own}`);
    Object.assign(liar, { nonce, claims: { sub: name, email: `${name}@${own}` } });
    const parameters = String(new URLSearchParams({ code: 'code', state, iss: liar.issuer }));
    return outcome(by.call(identity.finishSso, { companyId, parameters, browser }, anonymous));
  };
  expect(await enterAs('first', strict)).toBe('ok');
  expect(await enterAs('second', strict)).toBe('SSO_ACCOUNTS_FULL');
  expect(await enterAs('first', strict)).toBe('ok');
  await strict.stop();
  await fixture.db.source.query(
    'INSERT INTO limit_use (id, limit_name, key, amount, at) VALUES (gen_random_uuid(), $1, $2, 1000000, now())',
    ['newSsoAccounts', companyId],
  );
  expect(await enterAs('second')).toBe('TOO_MANY');
  expect(await enterAs('first')).toBe('ok');
});

it.each([
  ['sub', 'a\0b'],
  ['sub', 'x'.repeat(10_000)],
  ['sid', 'a\0b'],
  ['sid', 'x'.repeat(10_000)],
])('an impossible %s signs in nobody', async (name, value) => {
  expect(await outcome(enter(newPerson(), { [name]: value }))).toBe('SSO_PROVIDER');
});

it('tells a stranger whether a domain uses single sign-on, but not who has an account', async () => {
  await enter({ sub: 'known', email: `known@${domain}` });
  const answers = await Promise.all(
    ['known', 'unknown'].map(async (name) => {
      const { url } = await fixture.start(`${name}@${domain}`);
      const { origin, pathname, searchParams } = new URL(url);
      return [origin, pathname, [...searchParams.keys()]];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(await outcome(fixture.start('known@nobody.example'))).toBe('SSO_UNKNOWN');
});

it('has a time limit for a provider that does not answer, and says so', async () => {
  const silent = () => undefined;
  const hangingUp = (response: ServerResponse) => void response.destroy();
  const elsewhere = (response: ServerResponse) =>
    void response.writeHead(307, { location: `${second.issuer}/token` }).end();
  const started = await Promise.all([silent, hangingUp, elsewhere].map(() => fixture.start(newPerson().email)));
  const wait = AbortSignal.timeout;
  const limit = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => wait.call(AbortSignal, ms / 20));
  for (const [index, instead] of [silent, hangingUp, elsewhere].entries()) {
    liar.instead = instead;
    const answer = { code: 'c', state: started[index]!.state, iss: liar.issuer };
    expect(await outcome(fixture.finish(owner.companyId, answer))).toBe('SSO_PROVIDER');
  }
  // shorter than the gateway waits; the library has limits of its own, which are longer
  expect(Math.min(...limit.mock.calls.map(([ms]) => ms))).toBe(10_000);
  limit.mockRestore();
});

it('stores and says the client secret nowhere in plain text', async () => {
  expect(JSON.stringify(await fixture.call(identity.sso, {}, owner))).not.toContain(clientSecret);
  expect(await tablesWith(fixture.db, clientSecret)).toEqual([]);
  for (const event of [identityEvents.ssoChanged, identityEvents.ssoDomainChanged])
    expect(JSON.stringify(await fixture.published(event))).not.toContain(clientSecret);
});

it('a state is stored only as a digest', async () => {
  const { state } = await fixture.start(`any@${domain}`);
  expect(await tablesWith(fixture.db, state)).toEqual([]);
  expect(await tablesWith(fixture.db, createHash('sha256').update(state).digest('hex'))).toEqual(['sso_sign_in']);
});
