import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { clientSecret, startLiar, startSso, type Liar, type SsoFixture } from './sso-kit';

let fixture: SsoFixture;
let liar: Liar;
beforeAll(async () => {
  [fixture, liar] = await Promise.all([startSso(), startLiar()]);
});
afterAll(async () => {
  await fixture.stop();
  liar.stop();
});
beforeEach(() => (liar.metadata = {}));

const add = (domain: string, by: UserActor) => fixture.call(identity.addSsoDomain, { domain }, by);
const verify = (id: string, by: UserActor) => fixture.call(identity.verifySsoDomain, { id }, by);
const save = (by: UserActor, changed: object = {}) =>
  fixture.call(
    identity.saveSso,
    { issuer: liar.issuer, clientId: 'tradepost', clientSecret, defaultRole: 'auditor', ...changed },
    by,
  );

describe('a domain', () => {
  it('is verified by its DNS record, and belongs to one company', async () => {
    const [ann, otto] = [await fixture.member(), await fixture.member()];
    const [mine] = (await add('Sold.Example', ann)).domains;
    const [theirs] = (await add('sold.example', otto)).domains;
    expect(mine).toMatchObject({
      domain: 'sold.example',
      record: expect.stringMatching(/^tradepost-verification=[\w-]{27}$/),
    });
    await expect(verify(mine!.id, ann)).rejects.toMatchObject({ code: 'SSO_RECORD_MISSING' });
    fixture.dns.txt.set('sold.example', [theirs!.record]);
    await expect(verify(mine!.id, ann)).rejects.toMatchObject({ code: 'SSO_RECORD_MISSING' });
    await expect(verify(mine!.id, otto)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    fixture.dns.txt.set('sold.example', [mine!.record, theirs!.record]);
    expect((await verify(mine!.id, ann)).domains).toMatchObject([{ verifiedAt: expect.any(String) }]);
    await expect(verify(theirs!.id, otto)).rejects.toMatchObject({ code: 'SSO_DOMAIN_TAKEN' });

    // the domain was sold
    fixture.dns.txt.set('sold.example', [theirs!.record]);
    await verify(theirs!.id, otto);
    expect((await fixture.call(identity.sso, {}, ann)).domains).toMatchObject([{ verifiedAt: null }]);
    const changes = (await fixture.published(identityEvents.ssoDomainChanged)).filter(
      ({ domain }) => domain === 'sold.example',
    );
    expect(changes).toMatchObject([
      { companyId: ann.companyId, change: 'verified' },
      { companyId: ann.companyId, change: 'lost' },
      { companyId: otto.companyId, change: 'verified' },
    ]);
  });

  it.each(['', 'com', 'example .com', 'ann@example.com', 'https://example.com', '127.0.0.1', 'example.com/a'])(
    '%j is none',
    async (domain) => {
      await expect(add(domain, await fixture.member())).rejects.toMatchObject({ code: 'INVALID' });
    },
  );
});

describe('a connection', () => {
  it('is made by the owner alone, and enforced only when it is complete', async () => {
    const { owner } = await fixture.withDomain();
    const auditor = { ...owner, roles: ['auditor' as const] };
    await expect(save(auditor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const enforce = () => fixture.call(identity.enforceSso, { enforced: true }, owner);
    await expect(enforce()).rejects.toMatchObject({ code: 'SSO_INCOMPLETE' });
    await save(owner);
    expect((await enforce()).connection).toMatchObject({ issuer: liar.issuer, enforced: true });
    await expect(save(owner, { mapping: [{ value: 'a', role: 'owner' }] })).rejects.toMatchObject({ code: 'INVALID' });
    // the stored secret stays
    await save(owner, { clientSecret: undefined, claim: 'groups' });
    expect((await fixture.call(identity.removeSso, {}, owner)).connection).toBeNull();
  });

  it.each([
    ['another issuer', { issuer: 'https://login.example.com' }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['a script in place of its page', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }],
    ['no signatures that others can verify', { id_token_signing_alg_values_supported: ['HS256'] }],
  ])('is not saved for a provider with %s', async (_what, metadata) => {
    const { owner } = await fixture.withDomain();
    liar.metadata = metadata;
    await expect(save(owner)).rejects.toMatchObject({ code: 'SSO_PROVIDER' });
    expect((await fixture.call(identity.sso, {}, owner)).connection).toBeNull();
  });
});

it('calls no private address and nothing without TLS, wherever the provider points to', async () => {
  const strict = await fixture.replica({ WEBHOOK_ALLOW_PRIVATE: 'false' });
  const owner = await fixture.member();
  for (const issuer of [
    liar.issuer,
    liar.issuer.replace('http:', 'https:'),
    'https://localhost',
    'https://169.254.169.254',
  ])
    await expect(
      strict.call(identity.saveSso, { issuer, clientId: 'tradepost', clientSecret, defaultRole: null }, owner),
    ).rejects.toMatchObject({ code: 'SSO_PROVIDER' });
  await strict.stop();
});
