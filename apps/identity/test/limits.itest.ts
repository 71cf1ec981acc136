import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { LimitReporter } from '@tradepost/service-kit/limits/limit-reporter';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { userActor } from '@tradepost/testing/service-harness';
import { newEmail, password, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
/** Two more replicas on the same database. */
let replicas: Awaited<ReturnType<Fixture['replica']>>[];
const strict = { SIGNUPS_PER_NETWORK: '4', HASHING_PER_NETWORK: '3' };

beforeAll(async () => {
  fixture = await startFixture();
  replicas = [await fixture.replica(strict), await fixture.replica(strict)];
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await fixture.stop();
});

const from = (ip: string, device?: string): Actor => ({ kind: 'public', ip, ...(device && { device }) });
const person = {
  firstName: 'Claim your refund at evil.example',
  lastName: 'Now',
  userType: 'sender' as const,
  password,
};
const signup = (n: number, email: string, actor: Actor) =>
  replicas[n % 2]!.call(identity.signup, { ...person, email }, actor);
const tooMany = { code: 'TOO_MANY', status: 429 };

describe('signups', () => {
  it('from one network have a limit, for all replicas and all addresses of a /64', async () => {
    const email = () => newEmail('flood');
    for (let n = 0; n < 4; n += 1) await signup(n, email(), from(`2001:db8:7:7::${n + 1}`));
    const last = email();
    const refused = await signup(1, last, from('2001:db8:7:7:aaaa::1')).catch((error: unknown) => error);
    expect(refused).toMatchObject({ ...tooMany, retryAfter: expect.any(Number) });
    expect((refused as { retryAfter: number }).retryAfter).toBeGreaterThan(3_000);
    expect(await fixture.mails('signup-code', last)).toEqual([]);
    await signup(0, last, from('2001:db8:7:8::1'));
    expect(await fixture.mails('signup-code', last)).toHaveLength(1);
  });

  it('and logins of one network can wait for only a few password checks', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        replicas[0]!.call(identity.login, { email: newEmail(), password, portal: 'sender' }, from('203.0.113.70')),
      ),
    );
    const refused = outcomes.filter(
      (one) => one.status === 'rejected' && (one.reason as Error & { code: string }).code === 'TOO_MANY',
    );
    expect(refused).toHaveLength(2);
  });
});

describe('a stranger', () => {
  const device = 'd'.repeat(64);
  const signIn = async (email: string) => {
    const { request } = { request: { email, password, portal: 'sender' as const } };
    return fixture.call(identity.login, { ...request, device }, from('192.0.2.50'));
  };

  it('who starts many sign-ins from several networks does not delay known devices', async () => {
    const { email } = await fixture.member();
    await signIn(email);
    const { request } = await passwordWork.startProof({ text: 'a wrong guess', kind: 'password' });
    for (let n = 0; n < 20; n += 1)
      await fixture.call(identity.startProof, { email, request }, from(`198.51.100.${n + 1}`));
    const login = (actor: Actor) => fixture.call(identity.login, { email, password, portal: 'sender' }, actor);
    await expect(login(from('192.0.2.50'))).rejects.toMatchObject(tooMany);
    await expect(login(from('192.0.2.50', 'e'.repeat(64)))).rejects.toMatchObject(tooMany);
    expect((await login(from('192.0.2.50', device))).user.email).toBe(email);
  });

  it('gets no additional guesses with a device that is known for another account', async () => {
    const [victim, own] = [await fixture.member(), await fixture.member()];
    await signIn(own.email);
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at) SELECT gen_random_uuid(), 'loginsOfAccount', lower($1), now() FROM generate_series(1, 20)`,
      [victim.email],
    );
    const guess = { email: victim.email, password: 'a wrong guess', portal: 'sender' as const };
    await expect(fixture.call(identity.login, guess, from('198.51.100.77', device))).rejects.toMatchObject(tooMany);
  });

  it('gets no more guesses with a proof that was started on a known device', async () => {
    const { email } = await fixture.member();
    await signIn(email);
    const { proof } = (await fixture.prove(email, password, from('192.0.2.50', device)))!;
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at) SELECT gen_random_uuid(), 'loginsOfAccount', lower($1), now() FROM generate_series(1, 20)`,
      [email],
    );
    const finish = (actor: Actor) => fixture.call(identity.login, { email, password: proof, portal: 'sender' }, actor);
    for (const stranger of [from('198.51.100.78'), from('198.51.100.78', 'e'.repeat(64))])
      await expect(finish(stranger)).rejects.toMatchObject(tooMany);
    expect((await finish(from('192.0.2.50', device))).user.email).toBe(email);
  });

  it('who requests codes does not use up the codes of a known device', async () => {
    const { email } = await fixture.member();
    await signIn(email);
    const request = (actor: Actor) => fixture.call(identity.requestReset, { email }, actor);
    for (let n = 0; n < 5; n += 1) await request(from(`198.51.100.${n + 100}`));
    await expect(request(from('192.0.2.50'))).rejects.toMatchObject(tooMany);
    await request(from('192.0.2.50', device));
    expect(await fixture.mails('reset-code', email)).toHaveLength(6);
  });
});

describe('invitations', () => {
  const invite = (by: Awaited<ReturnType<Fixture['member']>>, count: number) =>
    fixture.call(identity.invite, { emails: Array.from({ length: count }, () => newEmail('invited')) }, by);

  it('of a company without an approved registration are twenty a day; a call beyond that changes nothing', async () => {
    const ann = await fixture.member();
    await expect(invite(ann, 200)).rejects.toMatchObject(tooMany);
    await invite(ann, 19);
    await expect(invite(ann, 2)).rejects.toMatchObject({ ...tooMany, retryAfter: expect.any(Number) });
    expect(await fixture.call(identity.sentInvitations, { id: ann.userId }, ann)).toHaveLength(19);
    await invite(ann, 1);
  });

  it('name their inviter only by the verified address', async () => {
    const ann = await fixture.member('sender', 'Claim your refund at evil.example');
    const email = newEmail('invited');
    await fixture.call(identity.invite, { emails: [email] }, ann);
    const [mail] = await fixture.mails('invitation', email);
    expect(JSON.stringify(mail)).toContain(ann.email);
    expect(JSON.stringify(mail)).not.toContain('evil.example');
  });

  it('cause at most five mails a day to one address, from all companies together', async () => {
    const email = newEmail('invited');
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at) SELECT gen_random_uuid(), 'invitationMails', lower($1), now() FROM generate_series(1, 4)`,
      [email],
    );
    for (const name of ['First', 'Second'])
      await fixture.call(identity.invite, { emails: [email] }, await fixture.member('sender', name));
    expect(await fixture.mails('invitation', email)).toHaveLength(1);
  });
});

describe('the list of reached limits', () => {
  const admin = userActor({ userType: 'admin', companyId: null, companyName: null });
  const list = (input: Record<string, unknown>) => fixture.call(identity.reachedLimits, input, admin);

  it('shows which limit was reached, and who reached it', async () => {
    const ann = await fixture.member('sender', 'Loud Trading');
    for (let n = 0; n < 3; n += 1)
      await expect(
        fixture.call(identity.invite, { emails: Array.from({ length: 21 }, () => newEmail()) }, ann),
      ).rejects.toMatchObject(tooMany);
    await fixture.app.get(LimitReporter).report();
    const { items, total } = await list({ q: 'loud' });
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        limit: 'invitationsBeforeApproval',
        resource: 'Invitations before the registration is approved',
        per: 'company',
        setting: 'INVITATIONS_BEFORE_APPROVAL',
        key: ann.companyId,
        name: 'Loud Trading',
        times: 3,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ]);
    expect((await list({ q: '2001:db8:7:7::/64' })).items).toMatchObject([{ limit: 'signupsOfNetwork', times: 1 }]);
  });

  it('refuses a page number that is too large for a query', async () => {
    for (const page of [0, 1.5, 1e21]) await expect(list({ page })).rejects.toMatchObject({ code: 'INVALID' });
    const last = Number.MAX_SAFE_INTEGER;
    expect(await list({ page: last, pageSize: 200 })).toMatchObject({ items: [], page: last });
  });

  it('is for admins only', async () => {
    await expect(fixture.call(identity.reachedLimits, {}, await fixture.member())).rejects.toMatchObject({
      status: 403,
    });
  });
});
