import { identity, identityEvents } from '@tradepost/contracts/identity';
import { userActor } from '@tradepost/testing/service-harness';
import { addressKey } from '@tradepost/contracts/values/address';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { anonymous, at, newEmail, origin, otherThan, password, startFixture, tally, type Fixture } from './fixture';

let fixture: Fixture;
let networks = 0;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const verify = (email: string, otp: string, purpose?: string, ticket?: string) =>
  fixture.call(identity.verifyOtp, { email, otp, purpose, ticket }, anonymous);
/** What the page of a mailed link sends. */
const linkedBy = (link: string) => {
  const { email = '', code: otp = '', attempt } = Object.fromEntries(new URLSearchParams(new URL(link).hash.slice(1)));
  return { email, otp, attempt };
};
const newcomer = (email: string) => ({
  firstName: 'Ann',
  lastName: 'Sender',
  email,
  password,
  userType: 'sender' as const,
});
const system = { kind: 'system', service: 'test' } as const;
const wrong = { code: 'OTP_INVALID', status: 400, message: 'Otp is Invalid or expired' };

it('has entities that match the migrations', async () => {
  expect((await fixture.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('signing up', () => {
  it('uses the language of the form for the mails and screens of the account', async () => {
    const email = newEmail();
    const { ticket } = await fixture.signup(email, 'sender', { language: 'de' });
    const [mail] = await fixture.mails('signup-code', email);
    expect(mail).toMatchObject({ language: 'de' });
    await verify(email, mail!.data.code, 'signup', ticket);
    expect(await fixture.call(identity.languageOf, { email }, system)).toEqual({ address: email, language: 'de' });
    const unknown = newEmail();
    expect(await fixture.call(identity.languageOf, { email: unknown }, system)).toEqual({
      address: unknown,
      language: null,
    });
  });

  it('lets the owner of the account choose another of the available languages', async () => {
    const ann = await fixture.member();
    const actor = userActor({ userId: ann.userId, email: ann.email });
    expect(await fixture.call(identity.me, {}, actor)).toMatchObject({ language: null });
    await fixture.call(identity.saveLanguage, { language: 'ar' }, actor);
    expect(await fixture.call(identity.me, {}, actor)).toMatchObject({ language: 'ar' });
    await expect(fixture.call(identity.saveLanguage, { language: 'xx' as never }, actor)).rejects.toMatchObject({
      code: 'INVALID',
    });
  });

  it('mails a 5-digit code and a link that fills it in', async () => {
    const email = newEmail();
    expect(await fixture.signup(email)).toEqual({ message: expect.any(String), email, ticket: expect.any(String) });
    const [mail, ...others] = await fixture.mails('signup-code', email);
    expect(others).toEqual([]);
    expect(mail!.data.code).toMatch(/^\d{5}$/);
    const link = new URL(mail!.data.link);
    // the address that is sent to the server has none of it
    expect(link.origin + link.pathname + link.search).toBe(`${origin}/check-email`);
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
      email,
      code: mail!.data.code,
      attempt: expect.any(String),
    });
    expect(mail!.notAfter!.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('gives access only to onboarding with the right code', async () => {
    const email = newEmail();
    await fixture.signup(email);
    const { token, user, verified } = await verify(email, await fixture.codeFor(email));
    expect(verified).toBe(true);
    expect(user).toMatchObject({ email, firstName: 'Ann', userType: 'sender', companyId: null, kycStatus: 'Pending' });
    expect(await fixture.claimsOf(token)).toMatchObject({
      sub: user!.id,
      role: 'sender',
      scope: 'onboarding',
      ver: expect.anything(),
      jti: expect.any(String),
    });
    const { iat, exp } = await fixture.claimsOf(token);
    expect(exp! - iat!).toBe(3600);
    const actor = (await fixture.bearer(token))!;
    await expect(fixture.call(identity.me, {}, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.call(identity.resetPassword, { password: 'new password!' }, actor)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });

  it('gives the same answer for a known address, and mails its owner instead', async () => {
    const ann = await fixture.member('receiver');
    const before = (await fixture.mails('signup-code', ann.email)).length;
    const answer = await fixture.signup(ann.email.toUpperCase(), 'sender', { password: 'another one!' });
    expect(answer).toEqual({
      message: (await fixture.signup(newEmail())).message,
      email: ann.email.toUpperCase(),
      ticket: expect.any(String),
    });
    expect(await fixture.mails('signup-code', ann.email)).toHaveLength(before);
    expect(await fixture.mails('existing-account', ann.email)).toMatchObject([
      { data: { firstName: 'Ann', loginLink: `${origin}/receiver/login`, resetLink: `${origin}/password-reset` } },
    ]);
    await expect(fixture.login(ann.email, 'another one!', 'sender')).rejects.toMatchObject({
      code: 'EMAIL_NOT_VERIFIED',
    });
    await expect(fixture.login(ann.email, 'another one!', 'receiver')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
    expect((await fixture.login(ann.email, password, 'receiver')).user.id).toBe(ann.userId);
  });

  it('mails at most five codes and creates one account when twenty calls sign up with one address', async () => {
    const email = newEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => fixture.signup(i % 2 ? email : email.toLowerCase())),
    );
    expect(tally(outcomes)).toEqual({ ok: 5, TOO_MANY: 15 });
    const sent = [
      ...(await fixture.mails('signup-code', email)),
      ...(await fixture.mails('signup-code', email.toLowerCase())),
    ];
    expect(sent).toHaveLength(5);
    const proofs = sent.map(({ data }) => fixture.call(identity.verifyOtp, linkedBy(data.link), anonymous));
    expect(tally(await Promise.allSettled(proofs))).toEqual({ ok: 1, OTP_INVALID: 4 });
    const signedUp = (await fixture.published(identityEvents.userSignedUp)).filter(
      (event) => event.email.toLowerCase() === email.toLowerCase(),
    );
    expect(signedUp).toHaveLength(1);
  });

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: undefined }, 'Email is required'],
    [{ email: 'no address' }, 'Enter a valid email address'],
    [{ password: undefined }, 'Password is required'],
    [{ password: 'seven77' }, 'Password must be at least 8 characters'],
  ])('rejects %j', async (changed, message) => {
    await expect(fixture.signup(newEmail(), 'sender', changed)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [expect.objectContaining({ message })],
    });
  });

  it('creates no admin', async () => {
    await expect(fixture.signup(newEmail(), 'admin' as never)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('stores neither the password nor the code in plain text', async () => {
    const email = newEmail();
    await fixture.signup(email);
    const rows: unknown[] = await fixture.db.source.query(
      "SELECT a.pending->>'passwordHash' AS password_hash, c.code_hash FROM signup_attempt a JOIN code c ON c.account_id = a.id WHERE a.email = $1",
      [email],
    );
    const argon2 = expect.stringMatching(/^\$argon2id\$/);
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$opaque\$[\w-]+\$[\w-]+$/), code_hash: argon2 }]);
    const events = JSON.stringify(await fixture.published(identityEvents.userSignedUp));
    expect(events).not.toContain(await fixture.codeFor(email));
  });
});

describe('codes', () => {
  it('work once, also among fifty parallel calls', async () => {
    const email = newEmail();
    await fixture.signup(email);
    const code = await fixture.codeFor(email);
    expect(tally(await Promise.allSettled(Array.from({ length: 50 }, () => verify(email, code))))).toEqual({
      ok: 1,
      OTP_INVALID: 49,
    });
    await expect(verify(email, code)).rejects.toMatchObject(wrong);
    expect(
      (await fixture.published(identityEvents.emailVerified)).filter((event) => event.email === email),
    ).toHaveLength(1);
  });

  it('allow five tries, also in parallel', async () => {
    const email = newEmail();
    await fixture.signup(email);
    const code = await fixture.codeFor(email);
    expect(tally(await Promise.allSettled(Array.from({ length: 5 }, () => verify(email, otherThan(code)))))).toEqual({
      OTP_INVALID: 5,
    });
    await expect(verify(email, code)).rejects.toMatchObject(wrong);
    await fixture.call(identity.resendOtp, { email }, anonymous);
    expect((await verify(email, await fixture.codeFor(email))).verified).toBe(true);
  });

  it('expire after ten minutes', async () => {
    const email = newEmail();
    await fixture.signup(email);
    await fixture.db.source.query(
      `UPDATE code SET expires_at = expires_at - interval '10 minutes' WHERE account_id = (SELECT id FROM signup_attempt WHERE email = $1)`,
      [email],
    );
    await expect(verify(email, await fixture.codeFor(email))).rejects.toMatchObject(wrong);
  });

  it('work only for their own purpose and account', async () => {
    const [email, other] = [newEmail(), newEmail('Bob')];
    await fixture.signup(email);
    await fixture.signup(other);
    const [code, others] = [await fixture.codeFor(email), await fixture.codeFor(other)];
    await expect(verify(email, code, 'password-reset')).rejects.toMatchObject(wrong);
    if (code !== others) await expect(verify(other, code)).rejects.toMatchObject(wrong);
    expect((await verify(email, code)).verified).toBe(true);
  });

  it('are mailed five times a day to an unverified address from one network, whether or not it has an account', async () => {
    for (const email of [newEmail(), (await fixture.member('sender', 'Ann Trading')).email]) {
      const from = at(`203.0.113.${(networks += 1)}`);
      const { ticket } = await fixture.call(identity.signup, newcomer(email), from);
      const resend = () => fixture.call(identity.resendOtp, { email, ticket }, from);
      for (let i = 1; i < 5; i += 1) expect(await resend()).toEqual({ message: 'New Otp is generated' });
      await expect(resend()).rejects.toMatchObject({ code: 'TOO_MANY', status: 429, retryAfter: expect.any(Number) });
    }
  });

  it('requested again without the ticket get the same answer for every address', async () => {
    const [busy, quiet] = [newEmail(), newEmail()];
    const from = at(`203.0.113.${(networks += 1)}`);
    await fixture.call(identity.signup, newcomer(busy), from);
    for (let i = 1; i < 5; i += 1) await fixture.call(identity.resendOtp, { email: busy }, from);
    const sent = await fixture.mails('signup-code', busy);
    expect(sent).toHaveLength(5);
    for (const email of [busy, quiet])
      for (const by of [from, at(`203.0.113.${(networks += 1)}`)])
        expect(await fixture.call(identity.resendOtp, { email }, by)).toEqual({ message: 'New Otp is generated' });
    expect(await fixture.mails('signup-code', busy)).toHaveLength(6);
    expect(await fixture.mails('signup-code', quiet)).toEqual([]);
  });

  it('to reset a password are mailed five times an hour, whether or not there is an account', async () => {
    for (const email of [newEmail(), (await fixture.member()).email]) {
      const request = () => fixture.call(identity.requestReset, { email }, anonymous);
      for (let i = 0; i < 5; i += 1) await request();
      await expect(request()).rejects.toMatchObject({ code: 'TOO_MANY' });
    }
  });

  it('may be tried twenty times a day per account', async () => {
    const email = newEmail();
    await fixture.signup(email);
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at)
       SELECT gen_random_uuid(), 'signupTriesFromNetwork', $1, now() - n * interval '1 minute' FROM generate_series(1, 20) n`,
      [`${addressKey(email)} ${callerNetwork(anonymous)}`],
    );
    await expect(verify(email, await fixture.codeFor(email))).rejects.toMatchObject(wrong);
    await fixture.db.source.query(
      `DELETE FROM limit_use WHERE id = (SELECT id FROM limit_use WHERE key = $1 AND limit_name = 'signupTriesFromNetwork' LIMIT 1)`,
      [`${addressKey(email)} ${callerNetwork(anonymous)}`],
    );
    expect((await verify(email, await fixture.codeFor(email))).verified).toBe(true);
  });

  it('answer an unknown address like a wrong code, and send no mail', async () => {
    const email = newEmail();
    await expect(verify(email, '12345')).rejects.toMatchObject(wrong);
    expect(await fixture.call(identity.resendOtp, { email }, anonymous)).toEqual({ message: 'New Otp is generated' });
    const known = await fixture.member();
    expect(await fixture.call(identity.requestReset, { email }, anonymous)).toEqual(
      await fixture.call(identity.requestReset, { email: known.email }, anonymous),
    );
    expect((await fixture.jobs('mail')).filter(({ payload }) => (payload as { to: string }).to === email)).toEqual([]);
  });

  it('do not block other calls while many guess for unknown addresses', async () => {
    const ann = await fixture.member();
    const guesses = Promise.allSettled(Array.from({ length: 60 }, () => verify(newEmail(), '12345')));
    let done = false;
    void guesses.then(() => (done = true));
    await fixture.call(identity.me, {}, ann);
    expect(done).toBe(false);
    expect(tally(await guesses)).toEqual({ OTP_INVALID: 60 });
  });

  it.each(['', '123', 'abcde', '123456789'])('reject %j before counting a try', async (otp) => {
    await expect(verify(newEmail(), otp)).rejects.toMatchObject({ status: 400, code: 'INVALID' });
  });
});
