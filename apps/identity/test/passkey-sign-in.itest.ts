import { randomBytes } from 'node:crypto';
import type { Actor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { userActor } from '@tradepost/testing/service-harness';
import { sql } from '@tradepost/service-kit/database/sql';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow } from '../src/account/account.entity';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { anonymous, at, password, startFixture, tally, type Fixture } from './fixture';
import { passkeysOf } from './passkey-kit';
import { SoftwareAuthenticator } from './software-authenticator';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    PASSKEY_CHALLENGES_PER_NETWORK: '60',
    LOGIN_FAILURES_PER_ADDRESS: '40',
  });
});
afterAll(() => fixture.stop());

const { add, challenge, enter, guarded, signIn } = passkeysOf(() => fixture);
const refused = {
  code: 'PASSKEY_REFUSED',
  status: 401,
  message: 'This passkey cannot be used here. Try the sign-in page of the other side, or sign in with your password.',
};

let network = 0;
/** Limits count each network alone. */
const somewhere = () => at(`198.51.100.${(network += 1)}`);

describe('signing in with a passkey', () => {
  it('asks the database as often as the table of statements says', async () => {
    const { authenticator } = await add(await fixture.member());
    await signIn(authenticator);
    expect(await databaseWorkOf(() => challenge())).toEqual(statementBudget['identity.start-passkey-sign-in']);
    const passkey = authenticator.get(await challenge());
    expect(await databaseWorkOf(() => enter(passkey))).toEqual(statementBudget['identity.passkey-login']);
  });

  it('opens a session that ends with the passkey, also when an admin sets up two-step sign-in in it', async () => {
    const ann = await fixture.member();
    const { authenticator, id } = await add(ann);
    await sql(fixture.db.read).update(AccountRow, ann.userId, { userType: 'admin' });
    const { token: first, enrol } = await signIn(authenticator);
    expect(enrol).toBe(true);
    const newcomer = (await fixture.bearer(first))!;
    const { secret } = await fixture.call(identity.beginTotp, {}, newcomer);
    const { token } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, newcomer);
    expect(await fixture.bearer(token!)).not.toBeNull();
    await fixture.call(identity.removePasskey, { id }, { ...ann, sessionId: uuidv7() });
    expect(await fixture.bearer(token!)).toBeNull();
  });

  it('opens the same session as a password, and says so in the log', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    const { token, user, enrol, vault } = await signIn(authenticator);
    expect({ user, enrol, vault }).toEqual({
      user: (await fixture.login(ann.email)).user,
      enrol: undefined,
      vault: null,
    });
    const { iat, exp, scope, sid } = await fixture.claimsOf(token);
    expect({ life: exp! - iat!, scope }).toEqual({ life: 86_400, scope: 'session' });
    expect(await fixture.bearer(token)).toEqual({ ...ann, sessionId: sid, ip: '' });
    expect(await fixture.published(identityEvents.signedIn)).toContainEqual({
      userId: ann.userId,
      email: ann.email,
      sessionId: sid,
      by: 'passkey',
    });
    expect((await fixture.call(identity.passkeys, {}, ann))[0]?.lastUsedAt).not.toBeNull();
  });

  it('binds the session to its browser, ends the one that it had, and makes the device known', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    const [first, second, device] = ['1', '2', 'd'].map((digit) => digit.repeat(64)) as [string, string, string];
    const open = async (browser: Parameters<typeof enter>[3]) =>
      enter(authenticator.get(await challenge()), 'sender', anonymous, browser);
    const had = await open({ binding: first, device });
    expect(await fixture.claimsOf(had.token)).toMatchObject({ bnd: first });
    await open({ binding: second, replaces: first, device });
    expect(await fixture.bearer(had.token)).toBeNull();
    expect(await fixture.db.source.query('SELECT 1 FROM known_device WHERE device = $1', [device])).toHaveLength(1);
  });

  it('reports a new browser to the owner by mail', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    const from = (agent: string): Actor => ({ kind: 'public', ip: '192.0.2.9', agent });
    await signIn(authenticator, 'sender', from('Firefox/130.0'));
    await signIn(authenticator, 'sender', from('Firefox/131.0'));
    expect((await fixture.mails('new-sign-in', ann.email)).map(({ data }) => data.agent)).toEqual(['Firefox/130.0']);
  });

  it('counts as both steps', async () => {
    const { authenticator, ann } = await guarded();
    await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'TOTP_REQUIRED' });
    expect(await signIn(authenticator)).toMatchObject({ user: { id: ann.userId } });
  });

  it('answers the other portal as it answers an unknown passkey', async () => {
    const [ann, rita] = [await fixture.member(), await fixture.member('receiver')];
    const [{ authenticator: sender }, { authenticator: receiver }] = [await add(ann), await add(rita)];
    await expect(signIn(sender, 'receiver')).rejects.toMatchObject(refused);
    await expect(signIn(receiver, 'sender')).rejects.toMatchObject(refused);
    const unknown = new SoftwareAuthenticator();
    unknown.create(await fixture.call(identity.startPasskey, { password }, ann));
    await expect(signIn(unknown)).rejects.toMatchObject(refused);
    expect((await signIn(receiver, 'receiver')).user.id).toBe(rita.userId);
  });

  it('starts alike for every caller', async () => {
    const [one, other] = [await challenge(), await challenge('second-step')];
    expect(one).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), rpId: 'tradepost.test', timeout: 300_000 });
    expect({ ...other, challenge: '' }).toEqual({ ...one, challenge: '' });
    expect(other.challenge).not.toBe(one.challenge);
  });

  it('tells a suspended person with the right passkey, and nobody else', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    await fixture.call(identity.suspend, { id: ann.userId, reason: 'Fraud' }, userActor({ userType: 'admin' }));
    await expect(signIn(authenticator)).rejects.toMatchObject({ code: 'SUSPENDED', status: 403 });
    const passkey = authenticator.get(await challenge(), { origin: 'https://evil.example' });
    await expect(enter(passkey)).rejects.toMatchObject(refused);
  });

  it('does not open a deleted account', async () => {
    const ann = await fixture.member();
    const { authenticator } = await add(ann);
    const passkey = authenticator.get(await challenge());
    await fixture.call(identity.requestDeletion, { password }, ann);
    await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * 86_400_000));
    await expect(enter(passkey)).rejects.toMatchObject(refused);
    for (const table of ['passkey', 'passkey_challenge'])
      expect(await fixture.db.source.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [ann.userId])).toEqual([]);
  });
});

it('is for the origin of its installation only, with its port', async () => {
  const local = await fixture.replica({ ORIGIN: 'http://localhost:8080' });
  const ann = await fixture.member();
  const site = { origin: 'http://localhost:8080', rpId: 'localhost' };
  const others = [{ origin: 'http://localhost:8081' }, { origin: 'https://localhost:8080' }, { rpId: 'host' }];
  const authenticator = new SoftwareAuthenticator(0, false);
  const creation = await local.call(identity.startPasskey, { password }, ann);
  expect(creation.rpId).toBe('localhost');
  await local.call(identity.addPasskey, { name: 'Laptop', passkey: authenticator.create(creation, site) }, ann);
  const enterLocal = async (stated: object) => {
    const passkey = authenticator.get(await local.call(identity.startPasskeySignIn, {}, anonymous), stated);
    return local.call(identity.passkeyLogin, { passkey, portal: 'sender' }, anonymous);
  };
  const outcomes = await Promise.allSettled(
    [site, ...others.map((other) => ({ ...site, ...other })), {}].map(enterLocal),
  );
  await local.stop();
  expect(tally(outcomes)).toEqual({ ok: 1, PASSKEY_REFUSED: 4 });
  expect(outcomes[0]).toMatchObject({ status: 'fulfilled' });
});

describe('limits', () => {
  it('bound how many challenges a network gets, but not those of a device that is known', async () => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    const device = randomBytes(32).toString('hex');
    await enter(authenticator.get(await challenge('sign-in', from)), 'sender', from, { device });
    const outcomes = Array.from({ length: 70 }, () => challenge('sign-in', from));
    expect(tally(await Promise.allSettled(outcomes))).toEqual({ ok: 59, TOO_MANY: 11 });
    await challenge('sign-in', { ...from, device } as Actor);
    await expect(challenge('sign-in', { ...from, device: 'e'.repeat(64) } as Actor)).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
    await challenge('sign-in', somewhere());
  });

  it('refuse a network with many failures, but never a right passkey', async () => {
    const { authenticator } = await add(await fixture.member());
    const from = somewhere();
    const wrong = authenticator.get({ challenge: randomBytes(32).toString('base64url') });
    const tries = Array.from({ length: 45 }, () => enter(wrong, 'sender', from));
    expect(tally(await Promise.allSettled(tries))).toEqual({ PASSKEY_REFUSED: 40, TOO_MANY: 5 });
    await signIn(authenticator, 'sender', from);
  });
});
