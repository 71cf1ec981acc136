import { identity, identityEvents } from '@tradepost/contracts/identity';
import { v7 as uuidv7 } from 'uuid';
import { SessionRow } from '../src/accounts.entity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { createAdmin } from '../src/create-admin';
import { anybody, at, newEmail, password, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const system = { kind: 'system', service: 'gateway' } as const;
const badCredentials = { code: 'BAD_CREDENTIALS', status: 401, message: 'Invalid email or password' };

describe('signing in', () => {
  it('opens a session of 24 hours, whatever the case of the address', async () => {
    const ann = await stage.member();
    const { token, user } = await stage.login(ann.email.toUpperCase());
    expect(user).toEqual({
      id: ann.userId,
      email: ann.email,
      firstName: 'Ann',
      lastName: 'Sender',
      companyName: 'Ann Trading',
      companyId: ann.companyId,
      userType: 'sender',
      kycStatus: 'Pending',
      totalStorage: 10 * 1024 ** 3,
    });
    const { iat, exp, scope, sid, sub } = await stage.claimsOf(token);
    expect({ life: exp! - iat!, scope, sub }).toEqual({ life: 86_400, scope: 'session', sub: ann.userId });
    expect(await stage.bearer(token)).toEqual({ ...ann, sessionId: sid, ip: '' });
    expect((await stage.published(identityEvents.signedIn)).at(-1)).toEqual({
      userId: ann.userId,
      email: ann.email,
      sessionId: sid,
    });
  });

  it('answers unknown address, wrong password and wrong portal alike', async () => {
    const [ann, rita] = [await stage.member(), await stage.member('receiver')];
    await expect(stage.login(newEmail())).rejects.toMatchObject(badCredentials);
    await expect(stage.login(ann.email, 'wrong password')).rejects.toMatchObject(badCredentials);
    await expect(stage.login(ann.email, password, 'receiver')).rejects.toMatchObject(badCredentials);
    await expect(stage.login(rita.email, password, 'sender')).rejects.toMatchObject(badCredentials);
    expect((await stage.login(rita.email, password, 'receiver')).user).toMatchObject({
      userType: 'receiver',
      kycStatus: 'NotRequired',
    });
  });

  it('tells an unproven address only to who knows its password', async () => {
    const email = newEmail();
    await stage.signup(email);
    await expect(stage.login(email)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED', status: 403 });
    await expect(stage.login(email, 'wrong password')).rejects.toMatchObject(badCredentials);
  });

  it.each([
    [{ email: '', password }, 'Email is required'],
    [{ email: 'nobody', password }, 'Invalid email format'],
    [{ email: 'ann@example.com', password: '' }, 'Password is required'],
    [{ email: 'ann@example.com', password: 'short' }, 'Password must be at least 8 characters long'],
  ])('refuses %j', async (given, message) => {
    await expect(stage.call(identity.login, { ...given, portal: 'sender' }, anybody)).rejects.toMatchObject({
      code: 'INVALID',
      message,
    });
  });

  it('lets an admin in where senders are, who then owns no company', async () => {
    const email = newEmail('admin');
    const made = { email, password, firstName: 'Ada', lastName: 'Min' };
    expect(await createAdmin(stage.db.source, made)).toBe(true);
    expect(await createAdmin(stage.db.source, { ...made, email: email.toUpperCase() })).toBe(false);
    await expect(stage.login(email, password, 'receiver')).rejects.toMatchObject(badCredentials);
    const first = await stage.login(email);
    expect(first).toMatchObject({ enrol: true, user: { userType: 'admin', kycStatus: 'NotRequired' } });
    const newcomer = (await stage.bearer(first.token))!;
    for (const command of [identity.me, identity.sessions, identity.invite, identity.endOtherSessions]) {
      await expect(stage.call(command, { emails: [newEmail()] }, newcomer)).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      });
    }
    const { secret } = await stage.call(identity.beginTotp, {}, newcomer);
    const { token } = await stage.call(identity.confirmTotp, { code: authenticatorCode(secret) }, newcomer);
    expect(await stage.bearer(first.token)).toBeNull();
    const admin = (await stage.bearer(token!))!;
    await expect(stage.call(identity.invite, { emails: [newEmail()] }, admin)).rejects.toMatchObject({
      code: 'COMPANY_MISSING',
    });
    await expect(
      stage.call(identity.endTotp, { password, code: authenticatorCode(secret, 1) }, admin),
    ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.login(email)).rejects.toMatchObject({ code: 'TOTP_REQUIRED', status: 401 });
  });
});

describe('guessing a password', () => {
  let address = 0;
  const somewhere = () => at(`198.51.100.${(address += 1)}`);
  const guess = (email: string, from: ReturnType<typeof at>) => stage.login(email, 'wrong password', 'sender', from);

  it.each(['known', 'unknown'])('has to wait after five failures for a %s account, at one address', async (kind) => {
    const email = kind === 'known' ? (await stage.member()).email : newEmail();
    const from = somewhere();
    for (let i = 0; i < 5; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
    await expect(guess(email.toUpperCase(), from)).rejects.toMatchObject({
      code: 'TOO_MANY',
      status: 429,
      retryAfter: 1,
    });
    await expect(guess(email, somewhere())).rejects.toMatchObject(badCredentials);
  });

  it('cannot outrun the wait by asking in parallel', async () => {
    const { email } = await stage.member();
    const from = somewhere();
    const {
      BAD_CREDENTIALS: compared,
      TOO_MANY: refused,
      ...others
    } = tally(await Promise.allSettled(Array.from({ length: 50 }, () => guess(email, from))));
    expect(others).toEqual({});
    expect(compared! + refused!).toBe(50);
    // five at once, and one more a second from then on
    expect(compared).toBeLessThan(25);
  });

  it('ends for an account after twenty failures from anywhere, its owner included, for a while', async () => {
    const ann = await stage.member();
    await stage.db.source.query(
      `INSERT INTO login_failure (id, email, address, at) SELECT gen_random_uuid(), lower($1), '203.0.113.' || n, now() - interval '14 minutes' FROM generate_series(1, 20) n`,
      [ann.email],
    );
    await expect(stage.login(ann.email, password, 'sender', somewhere())).rejects.toMatchObject({ code: 'TOO_MANY' });
    await stage.db.source.query(`UPDATE login_failure SET at = at - interval '2 minutes' WHERE email = lower($1)`, [
      ann.email,
    ]);
    expect((await stage.login(ann.email, password, 'sender', somewhere())).user.id).toBe(ann.userId);
  });

  it('ends for an address after a hundred failures, and for no other', async () => {
    const ann = await stage.member();
    await stage.db.source.query(
      `INSERT INTO login_failure (id, email, address, at) SELECT gen_random_uuid(), n || '@example.com', '203.0.113.200', now() FROM generate_series(1, 100) n`,
    );
    await expect(stage.login(ann.email, password, 'sender', at('203.0.113.200'))).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
    expect((await stage.login(ann.email, password, 'sender', at('203.0.113.201'))).user.id).toBe(ann.userId);
  });

  it('counts failures only, and starts anew after a right password', async () => {
    const { email } = await stage.member();
    const from = somewhere();
    expect(
      tally(await Promise.allSettled(Array.from({ length: 30 }, () => stage.login(email, password, 'sender', from)))),
    ).toEqual({ ok: 30 });
    for (let i = 0; i < 4; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
    await stage.login(email, password, 'sender', from);
    for (let i = 0; i < 5; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
  });
});

describe('a session', () => {
  it('is over everywhere after signing out, and the others go on', async () => {
    const ann = await stage.member();
    const { token } = await stage.login(ann.email);
    const other = (await stage.bearer(token))!;
    await stage.call(identity.logout, {}, ann);
    expect((await stage.call(identity.actorOf, { sessionId: ann.sessionId }, system)).actor).toBeNull();
    expect((await stage.bearer(token))?.sessionId).toBe(other.sessionId);
    expect((await stage.published(identityEvents.sessionEnded)).at(-1)).toEqual({
      sessionId: ann.sessionId,
      userId: ann.userId,
    });
    await stage.call(identity.logout, {}, ann);
    expect(
      (await stage.published(identityEvents.sessionEnded)).filter(({ sessionId }) => sessionId === ann.sessionId),
    ).toHaveLength(1);
  });

  it('is over when its time is', async () => {
    const ann = await stage.member();
    await stage.db.read.update(SessionRow, ann.sessionId, { expiresAt: new Date() });
    expect((await stage.call(identity.actorOf, { sessionId: ann.sessionId }, system)).actor).toBeNull();
    expect((await stage.call(identity.actorOf, { sessionId: uuidv7() }, system)).actor).toBeNull();
  });

  it('shows its own user and nobody else', async () => {
    const [ann, rita] = [await stage.member(), await stage.member('receiver', 'Rita Buying')];
    expect(await stage.call(identity.me, {}, ann)).toEqual({
      user: expect.objectContaining({ id: ann.userId, companyName: 'Ann Trading' }),
      company: expect.objectContaining({
        id: ann.companyId,
        companyName: 'Ann Trading',
        telephoneNumber: '+912212345678',
        addressLine2: null,
      }),
      security: { totp: false, recoveryCodesLeft: 0 },
      deletionAt: null,
    });
    expect((await stage.call(identity.me, {}, rita)).company).toMatchObject({ companyName: 'Rita Buying' });
    expect((await stage.call(identity.userOf, { userId: rita.userId }, system)).user.id).toBe(rita.userId);
    await expect(stage.call(identity.userOf, { userId: uuidv7() }, system)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(stage.call(identity.me, {}, anybody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
