import { identity, identityEvents } from '@tradepost/contracts/identity';
import { userActor } from '@tradepost/testing/service-harness';
import { CodeRow } from '../src/accounts.entity';
import { anybody, newEmail, origin, otherThan, password, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const verify = (email: string, otp: string, purpose?: string) =>
  stage.call(identity.verifyOtp, { email, otp, purpose }, anybody);
const wrong = { code: 'OTP_INVALID', status: 400, message: 'Otp is Invalid or expired' };

it('keeps entities and migrations in agreement', async () => {
  expect((await stage.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('signing up', () => {
  it('mails a 5-digit code and a link that fills it in', async () => {
    const email = newEmail();
    expect(await stage.signup(email)).toEqual({ message: expect.any(String), email });
    const [mail, ...others] = await stage.mails('signup-code', email);
    expect(others).toEqual([]);
    expect(mail!.data.code).toMatch(/^\d{5}$/);
    const link = new URL(mail!.data.link);
    expect(link.origin + link.pathname).toBe(`${origin}/check-email`);
    expect(Object.fromEntries(link.searchParams)).toEqual({ email, code: mail!.data.code });
    expect(mail!.notAfter!.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
  });

  it('opens onboarding alone with the right code', async () => {
    const email = newEmail();
    await stage.signup(email);
    const { token, user, verified } = await verify(email, await stage.codeFor(email));
    expect(verified).toBe(true);
    expect(user).toMatchObject({ email, firstName: 'Ann', userType: 'sender', companyId: null, kycStatus: 'Pending' });
    expect(await stage.claimsOf(token)).toMatchObject({
      sub: user!.id,
      role: 'sender',
      scope: 'onboarding',
      ver: expect.anything(),
      jti: expect.any(String),
    });
    const { iat, exp } = await stage.claimsOf(token);
    expect(exp! - iat!).toBe(3600);
    const actor = (await stage.bearer(token))!;
    await expect(stage.call(identity.me, {}, actor)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.call(identity.resetPassword, { password: 'new password!' }, actor)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });

  it('answers a known address alike, and writes to its owner instead', async () => {
    const ann = await stage.member('receiver');
    const before = (await stage.mails('signup-code', ann.email)).length;
    const answer = await stage.signup(ann.email.toUpperCase(), 'sender', { password: 'another one!' });
    expect(answer).toEqual({ message: (await stage.signup(newEmail())).message, email: ann.email.toUpperCase() });
    expect(await stage.mails('signup-code', ann.email)).toHaveLength(before);
    expect(await stage.mails('existing-account', ann.email)).toMatchObject([
      { data: { firstName: 'Ann', loginLink: `${origin}/receiver/login`, resetLink: `${origin}/password-reset` } },
    ]);
    await expect(stage.login(ann.email, 'another one!', 'receiver')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect((await stage.login(ann.email, password, 'receiver')).user.id).toBe(ann.userId);
  });

  it('lets an unproven address sign up again: one account, the newest code and password', async () => {
    const email = newEmail();
    await stage.signup(email);
    const first = await stage.codeFor(email);
    await stage.signup(email, 'receiver', { password: 'a second thought' });
    const second = await stage.codeFor(email);
    if (first !== second) await expect(verify(email, first)).rejects.toMatchObject(wrong);
    expect((await verify(email, second)).user).toMatchObject({ userType: 'receiver' });
    expect((await stage.login(email, 'a second thought', 'receiver')).user.email).toBe(email);
  });

  it('makes one account when twenty sign up with one address at once', async () => {
    const email = newEmail();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => stage.signup(i % 2 ? email : email.toLowerCase())),
    );
    expect(tally(outcomes)).toEqual({ ok: 20 });
    const signedUp = (await stage.published(identityEvents.userSignedUp)).filter(
      (event) => event.email.toLowerCase() === email.toLowerCase(),
    );
    expect(signedUp).toHaveLength(1);
    const sent = [
      ...(await stage.mails('signup-code', email)),
      ...(await stage.mails('signup-code', email.toLowerCase())),
    ];
    expect(sent).toHaveLength(5);
  });

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: undefined }, 'Email is required'],
    [{ email: 'nobody' }, 'Enter a valid email address'],
    [{ password: undefined }, 'Password is required'],
    [{ password: 'seven77' }, 'Password must be at least 8 characters'],
  ])('refuses %j', async (changed, message) => {
    await expect(stage.signup(newEmail(), 'sender', changed)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [expect.objectContaining({ message })],
    });
  });

  it('makes no admin', async () => {
    await expect(stage.signup(newEmail(), 'admin' as never)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('keeps neither password nor code as given', async () => {
    const email = newEmail();
    await stage.signup(email);
    const rows: unknown[] = await stage.db.source.query(
      'SELECT a.password_hash, c.code_hash FROM account a JOIN code c ON c.account_id = a.id WHERE a.email = $1',
      [email],
    );
    const argon2 = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(rows).toEqual([{ password_hash: argon2, code_hash: argon2 }]);
    const events = JSON.stringify(await stage.published(identityEvents.userSignedUp));
    expect(events).not.toContain(await stage.codeFor(email));
  });
});

describe('codes', () => {
  it('work once, and once only when fifty come at once', async () => {
    const email = newEmail();
    await stage.signup(email);
    const code = await stage.codeFor(email);
    expect(tally(await Promise.allSettled(Array.from({ length: 50 }, () => verify(email, code))))).toEqual({
      ok: 1,
      OTP_INVALID: 49,
    });
    await expect(verify(email, code)).rejects.toMatchObject(wrong);
    expect((await stage.published(identityEvents.emailVerified)).filter((event) => event.email === email)).toHaveLength(
      1,
    );
  });

  it('stand five tries, also when they come at once', async () => {
    const email = newEmail();
    await stage.signup(email);
    const code = await stage.codeFor(email);
    expect(tally(await Promise.allSettled(Array.from({ length: 5 }, () => verify(email, otherThan(code)))))).toEqual({
      OTP_INVALID: 5,
    });
    await expect(verify(email, code)).rejects.toMatchObject(wrong);
    await stage.call(identity.resendOtp, { email }, anybody);
    expect((await verify(email, await stage.codeFor(email))).verified).toBe(true);
  });

  it('end after ten minutes', async () => {
    const email = newEmail();
    await stage.signup(email);
    await stage.db.source.query(
      `UPDATE code SET expires_at = expires_at - interval '10 minutes' WHERE account_id = (SELECT id FROM account WHERE email = $1)`,
      [email],
    );
    await expect(verify(email, await stage.codeFor(email))).rejects.toMatchObject(wrong);
  });

  it('open nothing but their own purpose and account', async () => {
    const [email, other] = [newEmail(), newEmail('Bob')];
    await stage.signup(email);
    await stage.signup(other);
    const [code, others] = [await stage.codeFor(email), await stage.codeFor(other)];
    await expect(verify(email, code, 'password-reset')).rejects.toMatchObject(wrong);
    if (code !== others) await expect(verify(other, code)).rejects.toMatchObject(wrong);
    expect((await verify(email, code)).verified).toBe(true);
  });

  it('are mailed five times an hour, and the sixth answer is the same', async () => {
    const email = newEmail();
    await stage.signup(email);
    for (let i = 0; i < 6; i += 1)
      expect(await stage.call(identity.resendOtp, { email }, anybody)).toEqual({ message: 'New Otp is generated' });
    expect(await stage.mails('signup-code', email)).toHaveLength(5);
  });

  it('may be tried twenty times a day an account', async () => {
    const email = newEmail();
    await stage.signup(email);
    const used = {
      purpose: 'signup' as const,
      codeHash: 'x',
      createdAt: new Date(Date.now() - 7_200_000),
      expiresAt: new Date(),
      usedAt: null,
    };
    const { id: accountId } = (await stage.db.source.query('SELECT id FROM account WHERE email = $1', [email]))[0] as {
      id: string;
    };
    const ids = ['0', '1', '2', '3'].map((n) => `00000000-0000-7000-8000-${n}${accountId.slice(-11)}`);
    await stage.db.read.insert(
      CodeRow,
      ids.map((id) => ({ ...used, id, accountId, tries: 5 })),
    );
    await expect(verify(email, await stage.codeFor(email))).rejects.toMatchObject(wrong);
    await stage.db.read.update(CodeRow, ids[0]!, { tries: 4 });
    expect((await verify(email, await stage.codeFor(email))).verified).toBe(true);
  });

  it('answer an unknown address like a wrong code, and mail it nothing', async () => {
    const email = newEmail();
    await expect(verify(email, '12345')).rejects.toMatchObject(wrong);
    expect(await stage.call(identity.resendOtp, { email }, anybody)).toEqual({ message: 'New Otp is generated' });
    const known = await stage.member();
    expect(await stage.call(identity.requestReset, { email }, anybody)).toEqual(
      await stage.call(identity.requestReset, { email: known.email }, anybody),
    );
    expect((await stage.jobs('mail')).filter(({ payload }) => (payload as { to: string }).to === email)).toEqual([]);
  });

  it('leave other calls free while many guess for unknown addresses', async () => {
    const ann = await stage.member();
    const guesses = Promise.allSettled(Array.from({ length: 60 }, () => verify(newEmail(), '12345')));
    let done = false;
    void guesses.then(() => (done = true));
    await stage.call(identity.me, {}, ann);
    expect(done).toBe(false);
    expect(tally(await guesses)).toEqual({ OTP_INVALID: 60 });
  });

  it.each(['', '123', 'abcde', '123456789'])('refuse %j before anything is counted', async (otp) => {
    await expect(verify(newEmail(), otp)).rejects.toMatchObject({ status: 400, code: 'INVALID' });
  });
});

describe('resetting a password', () => {
  const change = 'a new secret!';
  const reset = (actor: Parameters<typeof stage.call>[2], changed: object = {}) =>
    stage.call(identity.resetPassword, { password: change, ...changed }, actor);

  it('ends every session, works once, and tells the owner', async () => {
    const ann = await stage.member();
    const { token } = await stage.login(ann.email);
    const ticket = await stage.ticketFor(ann.email);
    const second = await stage.ticketFor(ann.email);
    expect(ticket.scope).toBe('password-reset');
    expect(tally(await Promise.allSettled([reset(ticket), reset(ticket), reset(ticket)]))).toEqual({
      ok: 1,
      UNAUTHENTICATED: 2,
    });
    await expect(reset(second)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await stage.bearer(token)).toBeNull();
    await expect(stage.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect((await stage.login(ann.email, change)).user.id).toBe(ann.userId);
    const ended = (await stage.published(identityEvents.sessionEnded))
      .filter(({ userId }) => userId === ann.userId)
      .map(({ sessionId }) => sessionId);
    expect(new Set(ended)).toEqual(new Set(ended.filter((id, i) => ended.indexOf(id) === i)));
    expect(ended).toEqual(
      expect.arrayContaining([ann.sessionId, ticket.sessionId, second.sessionId, (await stage.claimsOf(token)).sid]),
    );
    expect(await stage.mails('password-changed', ann.email)).toHaveLength(1);
  });

  it('opens nothing else, for ten minutes', async () => {
    const ann = await stage.member();
    const ticket = await stage.ticketFor(ann.email);
    await expect(stage.call(identity.me, {}, ticket)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.call(identity.sessions, {}, ticket)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const { expires_at: expires } = (
      await stage.db.source.query('SELECT expires_at FROM session WHERE id = $1', [ticket.sessionId])
    )[0] as { expires_at: Date };
    expect(Math.abs(expires.getTime() - Date.now() - 600_000)).toBeLessThan(20_000);
  });

  it('refuses nobody, a session, another address and a weak password', async () => {
    const ann = await stage.member();
    const ticket = await stage.ticketFor(ann.email);
    await expect(reset(anybody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(reset(ann)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(reset(ticket, { email: 'bob@example.com' })).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(reset(ticket, { password: 'nospecial1' })).rejects.toMatchObject({
      message: 'Password must contain at least one special character',
    });
    await expect(reset(ticket, { password: 'short!' })).rejects.toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    expect((await stage.login(ann.email)).user.id).toBe(ann.userId);
    await expect(
      reset(userActor({ scope: 'password-reset', userId: ann.userId, email: ann.email })),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('proves the address too', async () => {
    const email = newEmail();
    await stage.signup(email);
    await reset(await stage.ticketFor(email));
    expect((await stage.login(email, change)).user.email).toBe(email);
  });
});
