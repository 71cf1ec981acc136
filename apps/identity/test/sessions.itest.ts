import type { Actor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { passwordWork } from '@tradepost/sealing/keys/opaque';
import { v7 as uuidv7 } from 'uuid';
import { SessionRow } from '../src/session/session.entity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { createAdmin } from '../src/account/create-admin';
import { anonymous, at, newEmail, password, startFixture, tally, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const system = { kind: 'system', service: 'gateway' } as const;
const badCredentials = { code: 'BAD_CREDENTIALS', status: 401, message: 'Invalid email or password' };

describe('the check of a session', () => {
  it('sends exactly the statements of the statement budget', async () => {
    const { sessionId } = await fixture.member();
    const check = () => fixture.call(identity.actorOf, { sessionId }, system);
    expect(await databaseWorkOf(check)).toEqual(statementBudget['identity.actor-of']);
  });
});

describe('the profile of the caller', () => {
  it('asks the database as often as the table of statements says', async () => {
    const ann = await fixture.member();
    const ask = () => fixture.call(identity.me, {}, ann);
    expect(await databaseWorkOf(ask)).toEqual(statementBudget['identity.me']);
  });
});

describe('signing in', () => {
  it('sends exactly the statements of the statement budget', async () => {
    const { email } = await fixture.member();
    const { request } = await passwordWork.startProof({ text: password, kind: 'password' });
    // the first calls of a server also read its keys
    const proof = await fixture.proofOf(email);
    const start = () => fixture.call(identity.startProof, { email, request }, anonymous);
    expect(await databaseWorkOf(start)).toEqual(statementBudget['identity.start-proof']);
    expect(await databaseWorkOf(() => fixture.login(email, proof))).toEqual(statementBudget['identity.login']);
    const other: Actor = { kind: 'public', ip: '192.0.2.1', agent: 'Another browser' };
    const proven = (await fixture.prove(email, password, other))!.proof;
    const enter = () => fixture.call(identity.login, { email, password: proven, portal: 'sender' }, other);
    expect(await databaseWorkOf(enter)).toEqual(statementBudget['identity.login of a new browser']);
  });

  it('asks the database no more often to know a browser again', async () => {
    const { email } = await fixture.member();
    const device = 'd'.repeat(64);
    const browser: Actor = { kind: 'public', ip: '192.0.2.1', device };
    const enter = (proof: string) =>
      fixture.call(identity.login, { email, password: proof, portal: 'sender', device }, browser);
    await enter(await fixture.proofOf(email));
    const { request } = await passwordWork.startProof({ text: password, kind: 'password' });
    const start = () => fixture.call(identity.startProof, { email, request }, browser);
    expect(await databaseWorkOf(start)).toEqual(statementBudget['identity.start-proof of a known browser']);
    // one that counts by now
    expect(await databaseWorkOf(start)).toEqual(statementBudget['identity.start-proof']);
    const { proof } = (await fixture.prove(email, password, browser))!;
    expect(await databaseWorkOf(() => enter(proof))).toEqual(statementBudget['identity.login of a known browser']);
  });

  it('opens a session of 24 hours, for the address in any case', async () => {
    const ann = await fixture.member();
    const { token, user } = await fixture.login(ann.email.toUpperCase());
    expect(user).toEqual({
      id: ann.userId,
      email: ann.email,
      firstName: 'Ann',
      lastName: 'Sender',
      companyName: 'Ann Trading',
      companyId: ann.companyId,
      userType: 'sender',
      kycStatus: 'Pending',
      roles: ['owner'],
      totalStorage: 10 * 1024 ** 3,
    });
    const { iat, exp, scope, sid, sub } = await fixture.claimsOf(token);
    expect({ life: exp! - iat!, scope, sub }).toEqual({ life: 86_400, scope: 'session', sub: ann.userId });
    expect(await fixture.bearer(token)).toEqual({ ...ann, sessionId: sid, ip: '' });
    expect((await fixture.published(identityEvents.signedIn)).at(-1)).toEqual({
      userId: ann.userId,
      email: ann.email,
      sessionId: sid,
    });
  });

  it('gives the same answer for an unknown address, a wrong password and the other portal', async () => {
    const [ann, rita] = [await fixture.member(), await fixture.member('receiver')];
    await expect(fixture.login(newEmail())).rejects.toMatchObject(badCredentials);
    await expect(fixture.login(ann.email, 'wrong password')).rejects.toMatchObject(badCredentials);
    await expect(fixture.login(ann.email, 'wrong password', 'receiver')).rejects.toMatchObject(badCredentials);
    await expect(fixture.login(ann.email, password, 'receiver')).rejects.toMatchObject(badCredentials);
    await expect(fixture.login(rita.email, password, 'sender')).rejects.toMatchObject(badCredentials);
    expect((await fixture.login(rita.email, password, 'receiver')).user).toMatchObject({
      userType: 'receiver',
      kycStatus: 'NotRequired',
    });
  });

  it('in a browser ends only the session that this browser had', async () => {
    const [ann, rita] = [await fixture.member(), await fixture.member('receiver')];
    const signIn = (email: string, portal: 'sender' | 'receiver', given: { binding: string; replaces?: string }) =>
      fixture.call(identity.login, { email, password, portal, ...given }, anonymous);
    const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
    const had = await signIn(ann.email, 'sender', { binding: first });
    const elsewhere = await signIn(ann.email, 'sender', { binding: second });
    const wrong = { email: ann.email, password: 'wrong password', portal: 'sender' as const, replaces: first };
    await expect(fixture.call(identity.login, wrong, anonymous)).rejects.toMatchObject(badCredentials);
    expect(await fixture.bearer(had.token)).not.toBeNull();
    const now = await signIn(rita.email, 'receiver', { binding: third, replaces: first });
    expect(await fixture.bearer(had.token)).toBeNull();
    const { sid } = await fixture.claimsOf(had.token);
    expect((await fixture.published(identityEvents.sessionEnded)).at(-1)).toEqual({
      sessionId: sid,
      userId: ann.userId,
    });
    expect(await fixture.bearer(elsewhere.token)).not.toBeNull();
    expect(await fixture.bearer(now.token)).not.toBeNull();
  });

  it('reveals that an address is unverified only with the right password', async () => {
    const email = newEmail();
    await fixture.signup(email);
    await expect(fixture.login(email)).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED', status: 403 });
    await expect(fixture.login(email, 'wrong password')).rejects.toMatchObject(badCredentials);
  });

  it.each([
    [{ email: '', password }, 'Email is required'],
    [{ email: 'no address', password }, 'Invalid email format'],
    [{ email: 'ann@example.com', password: '' }, 'Password is required'],
    [{ email: 'ann@example.com', password: 'short' }, 'Password must be at least 8 characters long'],
  ])('rejects %j', async (given, message) => {
    await expect(fixture.call(identity.login, { ...given, portal: 'sender' }, anonymous)).rejects.toMatchObject({
      code: 'INVALID',
      message,
    });
  });

  it('lets admins sign in through the portal of senders; they have no company', async () => {
    const email = newEmail('admin');
    const made = { email, password, firstName: 'Ada', lastName: 'Min' };
    expect(await createAdmin(fixture.db.source, made)).toBe(true);
    expect(await createAdmin(fixture.db.source, { ...made, email: email.toUpperCase() })).toBe(false);
    await expect(fixture.login(email, password, 'receiver')).rejects.toMatchObject(badCredentials);
    const first = await fixture.login(email);
    expect(first).toMatchObject({ enrol: true, user: { userType: 'admin', kycStatus: 'NotRequired' } });
    const newcomer = (await fixture.bearer(first.token))!;
    for (const command of [identity.me, identity.sessions, identity.invite, identity.endOtherSessions]) {
      await expect(fixture.call(command, { emails: [newEmail()] }, newcomer)).rejects.toMatchObject({
        code: 'NOT_ALLOWED',
      });
    }
    const { secret } = await fixture.call(identity.beginTotp, {}, newcomer);
    const { token } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, newcomer);
    expect(await fixture.bearer(first.token)).toBeNull();
    const admin = (await fixture.bearer(token!))!;
    await expect(fixture.call(identity.invite, { emails: [newEmail()] }, admin)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(
      fixture.call(identity.endTotp, { password, code: authenticatorCode(secret, 1) }, admin),
    ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.login(email)).rejects.toMatchObject({ code: 'TOTP_REQUIRED', status: 401 });
  });
});

describe('guessing a password', () => {
  let address = 0;
  const somewhere = () => at(`198.51.100.${(address += 1)}`);
  const guess = (email: string, from: ReturnType<typeof at>) => fixture.login(email, 'wrong password', 'sender', from);

  it.each(['known', 'unknown'])('is delayed after five failures for a %s account from one address', async (kind) => {
    const email = kind === 'known' ? (await fixture.member()).email : newEmail();
    const from = somewhere();
    for (let i = 0; i < 5; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
    await expect(guess(email.toUpperCase(), from)).rejects.toMatchObject({
      code: 'TOO_MANY',
      status: 429,
      retryAfter: 1,
    });
    await expect(guess(email, somewhere())).rejects.toMatchObject(badCredentials);
  });

  it('cannot bypass the delay with parallel calls', async () => {
    const { email } = await fixture.member();
    const from = somewhere();
    const {
      BAD_CREDENTIALS: compared,
      TOO_MANY: refused,
      ...others
    } = tally(await Promise.allSettled(Array.from({ length: 50 }, () => guess(email, from))));
    expect(others).toEqual({});
    expect(compared! + refused!).toBe(50);
    // five at once, then one more per second
    expect(compared).toBeLessThan(25);
  });

  it('is blocked for an account after twenty failures from any address, also for its owner', async () => {
    const ann = await fixture.member();
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at) SELECT gen_random_uuid(), 'loginsOfAccount', lower($1), now() - interval '14 minutes' FROM generate_series(1, 20)`,
      [ann.email],
    );
    await expect(fixture.login(ann.email, password, 'sender', somewhere())).rejects.toMatchObject({ code: 'TOO_MANY' });
    await fixture.db.source.query(`UPDATE limit_use SET at = at - interval '2 minutes' WHERE key = lower($1)`, [
      ann.email,
    ]);
    expect((await fixture.login(ann.email, password, 'sender', somewhere())).user.id).toBe(ann.userId);
  });

  it('is blocked for an address after a hundred failures, but not for other addresses', async () => {
    const ann = await fixture.member();
    await fixture.db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, at) SELECT gen_random_uuid(), 'loginsOfNetwork', '203.0.113.200', now() FROM generate_series(1, 100)`,
    );
    await expect(fixture.login(ann.email, password, 'sender', at('203.0.113.200'))).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
    expect((await fixture.login(ann.email, password, 'sender', at('203.0.113.201'))).user.id).toBe(ann.userId);
  });

  it('counts only failures, and starts from zero after a right password', async () => {
    const { email } = await fixture.member();
    const from = somewhere();
    const signIn = () => fixture.login(email, password, 'sender', from);
    // no more at once: on a busy machine, a password that waits too long for its hash is refused
    for (let pairs = 0; pairs < 4; pairs += 1) await Promise.all([signIn(), signIn()]);
    for (let i = 0; i < 4; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
    await signIn();
    for (let i = 0; i < 5; i += 1) await expect(guess(email, from)).rejects.toMatchObject(badCredentials);
  });
});

describe('a session', () => {
  it('ends everywhere after signing out, while other sessions stay', async () => {
    const ann = await fixture.member();
    const { token } = await fixture.login(ann.email);
    const other = (await fixture.bearer(token))!;
    await fixture.call(identity.logout, {}, ann);
    expect(
      (await fixture.call(identity.actorOf, { sessionId: ann.sessionId, enforcesRoles: true }, system)).actor,
    ).toBeNull();
    expect((await fixture.bearer(token))?.sessionId).toBe(other.sessionId);
    expect((await fixture.published(identityEvents.sessionEnded)).at(-1)).toEqual({
      sessionId: ann.sessionId,
      userId: ann.userId,
    });
    await fixture.call(identity.logout, {}, ann);
    expect(
      (await fixture.published(identityEvents.sessionEnded)).filter(({ sessionId }) => sessionId === ann.sessionId),
    ).toHaveLength(1);
  });

  it('ends when it expires', async () => {
    const ann = await fixture.member();
    await sql(fixture.db.read).update(SessionRow, ann.sessionId, { expiresAt: new Date() });
    expect(
      (await fixture.call(identity.actorOf, { sessionId: ann.sessionId, enforcesRoles: true }, system)).actor,
    ).toBeNull();
    expect(
      (await fixture.call(identity.actorOf, { sessionId: uuidv7(), enforcesRoles: true }, system)).actor,
    ).toBeNull();
  });

  it('shows only its own user', async () => {
    const [ann, rita] = [await fixture.member(), await fixture.member('receiver', 'Rita Buying')];
    expect(await fixture.call(identity.me, {}, ann)).toEqual({
      user: expect.objectContaining({ id: ann.userId, companyName: 'Ann Trading' }),
      company: expect.objectContaining({
        id: ann.companyId,
        companyName: 'Ann Trading',
        telephoneNumber: '+912212345678',
        addressLine2: null,
      }),
      security: { totp: false, recoveryCodesLeft: 0 },
      deletionAt: null,
      language: null,
      memberships: 0,
      memberInvitations: 0,
    });
    expect((await fixture.call(identity.me, {}, rita)).company).toMatchObject({ companyName: 'Rita Buying' });
    expect((await fixture.call(identity.userOf, { userId: rita.userId }, system)).user.id).toBe(rita.userId);
    await expect(fixture.call(identity.userOf, { userId: uuidv7() }, system)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(identity.me, {}, anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
