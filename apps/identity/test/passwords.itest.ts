import { hash } from '@node-rs/argon2';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { isAuthKey, type Kdf } from '@tradepost/contracts/sealed';
import { newPrelogin, passwordKeys } from '@tradepost/sealing/keys/password';
import { AccountRow } from '../src/account/account.entity';
import { createAdmin } from '../src/account/create-admin';
import { anonymous, keysOf, newEmail, password, startFixture, tally, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '60',
    LOGIN_FAILURES_PER_ADDRESS: '1000',
  });
});
afterAll(() => fixture.stop());

const prelogin = (email: string, { call }: Pick<Fixture, 'call'> = fixture) =>
  call(identity.prelogin, { email }, anonymous);
const keyOf = async (given: string, kdf: Kdf) => (await keysOf(given, kdf)).authKey;
/** Sends only values derived from the password, as the web app does. */
const loginByKey = async (email: string, given = password) =>
  fixture.login(email, await keyOf(given, await prelogin(email)));
const verify = async (email: string) =>
  fixture.call(identity.verifyOtp, { email, otp: await fixture.codeFor(email) }, anonymous);
const refused = { code: 'BAD_CREDENTIALS', status: 401 };

/** An account of an earlier version, which hashed the password itself. */
async function legacyAccount(): Promise<UserActor> {
  const ann = await fixture.member();
  const passwordHash = await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  await sql(fixture.db.read).update(AccountRow, ann.userId, { passwordHash, kdf: null });
  return ann;
}

describe('the KDF of a password', () => {
  it('is stable for every address and does not reveal accounts', async () => {
    const [ann, old, outsider] = [await fixture.member(), await legacyAccount(), newEmail()];
    const answers = await Promise.all([ann.email, old.email, outsider].map((email) => prelogin(email)));
    const shape = { kdf: 'argon2id', salt: expect.stringMatching(/^[\w-]{22}$/), params: { m: 65_536, t: 3, p: 4 } };
    for (const answer of answers) {
      expect(answer).toEqual(shape);
      expect(Object.keys(answer)).toEqual(Object.keys(answers[0]!));
    }
    expect(new Set(answers.map(({ salt }) => salt)).size).toBe(3);
    const replica = await fixture.replica({
      CODE_PEPPER: 'another pepper for tests',
      TOTP_KEY: 'another key for tests, 32 characters',
    });
    const again = await Promise.all(
      [ann.email, old.email, outsider].map((email) => prelogin(email.toUpperCase(), replica)),
    );
    await replica.stop();
    expect(again).toEqual(answers);
  });

  it('belongs to the signup that the entered code confirms', async () => {
    const email = newEmail();
    const kdfs = [newPrelogin(), newPrelogin()];
    for (const [n, kdf] of kdfs.entries())
      await fixture.signup(email, 'sender', { password: await keyOf(`password ${n}!`, kdf), kdf });
    expect(await prelogin(email)).toEqual(kdfs[0]);
    await expect(loginByKey(email, 'password 0!')).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await verify(email);
    expect(await prelogin(email)).toEqual(kdfs[1]);
    await expect(loginByKey(email, 'password 0!')).rejects.toMatchObject(refused);
    expect(await loginByKey(email, 'password 1!')).toHaveProperty('token');
    expect(await fixture.login(email, 'password 1!')).toHaveProperty('token');
  });

  it('is accepted only with an auth key and at the fixed cost', async () => {
    const kdf = newPrelogin();
    const authKey = await keyOf(password, kdf);
    await expect(fixture.signup(newEmail(), 'sender', { kdf })).rejects.toMatchObject({ code: 'INVALID', status: 400 });
    await expect(fixture.signup(newEmail(), 'sender', { password: authKey })).rejects.toMatchObject({
      code: 'INVALID',
      status: 400,
    });
    for (const params of [
      { ...kdf.params, m: 8 },
      { ...kdf.params, m: 1_048_576 },
      { ...kdf.params, t: 16 },
      { ...kdf.params, p: 5 },
    ]) {
      await expect(
        fixture.signup(newEmail(), 'sender', { password: authKey, kdf: { ...kdf, params } }),
      ).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(
      fixture.signup(newEmail(), 'sender', { password: authKey, kdf: { ...kdf, salt: 'AAAA' } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('an account', () => {
  it('accepts the password and its auth key, with either kind of signup', async () => {
    const plain = await fixture.member();
    expect(
      (await fixture.login(plain.email, (await passwordKeys(password, await prelogin(plain.email))).authKey)).user.id,
    ).toBe(plain.userId);
    await expect(loginByKey(plain.email, 'a wrong password')).rejects.toMatchObject(refused);
    const kdf = newPrelogin();
    const keyed = newEmail();
    await fixture.signup(keyed, 'sender', { password: await keyOf(password, kdf), kdf });
    const { user } = await verify(keyed);
    expect((await fixture.login(keyed)).user.id).toBe(user!.id);
    await expect(fixture.login(keyed, 'a wrong password')).rejects.toMatchObject(refused);
  });

  it('accepts a password in any Unicode normalization form', async () => {
    const email = newEmail();
    await fixture.signup(email, 'sender', { password: 'pa\u0308ssword!' });
    await verify(email);
    expect(await fixture.login(email, 'p\u00e4ssword!')).toHaveProperty('token');
    expect(await loginByKey(email, 'pa\u0308ssword!')).toHaveProperty('token');
  });

  it('stores neither the password nor the auth key', async () => {
    const ann = await fixture.member();
    const authKey = await keyOf(password, await prelogin(ann.email));
    const [row] = await fixture.db.source.query('SELECT * FROM account WHERE id = $1', [ann.userId]);
    expect(JSON.stringify(row)).not.toContain(authKey.slice(5));
    expect(JSON.stringify(row)).not.toContain(password);
    expect(isAuthKey(authKey)).toBe(true);
    await expect(fixture.login(ann.email, row.password_hash)).rejects.toMatchObject(refused);
  });

  it('of an earlier version accepts the password, then its auth key', async () => {
    const old = await legacyAccount();
    const kdf = await prelogin(old.email);
    await expect(loginByKey(old.email)).rejects.toMatchObject(refused);
    await expect(fixture.login(old.email, 'a wrong password')).rejects.toMatchObject(refused);
    const logins = await Promise.allSettled(Array.from({ length: 5 }, () => fixture.login(old.email)));
    expect(tally(logins)).toEqual({ ok: 5 });
    expect(await prelogin(old.email)).toEqual(kdf);
    expect(await loginByKey(old.email)).toHaveProperty('token');
    expect(await fixture.login(old.email)).toHaveProperty('token');
  });

  it('of an earlier version is upgraded by any password check and by a reset', async () => {
    const [checked, reset] = [await legacyAccount(), await legacyAccount()];
    await fixture.call(identity.authorizeExport, { password }, checked);
    expect(await loginByKey(checked.email)).toHaveProperty('token');
    const kdf = newPrelogin();
    await fixture.call(
      identity.resetPassword,
      { password: await keyOf('another horse!', kdf), kdf },
      await fixture.ticketFor(reset.email),
    );
    expect(await prelogin(reset.email)).toEqual(kdf);
    expect(await fixture.login(reset.email, 'another horse!')).toHaveProperty('token');
    await expect(fixture.login(reset.email)).rejects.toMatchObject(refused);
  });

  it('accepts the auth key wherever the password is asked for', async () => {
    const ann = await fixture.member();
    const authKey = await keyOf(password, await prelogin(ann.email));
    const wrong = await keyOf('a wrong password', await prelogin(ann.email));
    for (const command of [identity.authorizeExport, identity.beginTotp, identity.requestDeletion]) {
      await expect(fixture.call(command, { password: wrong }, ann)).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
      await fixture.call(command, { password: authKey }, ann);
    }
    const kdf = newPrelogin();
    await fixture.call(
      identity.changePassword,
      { current: authKey, password: await keyOf('another horse!', kdf), kdf },
      ann,
    );
    expect(await loginByKey(ann.email, 'another horse!')).toHaveProperty('token');
    await fixture.call(identity.changePassword, { current: 'another horse!', password: 'a third horse!' }, ann);
    expect(await loginByKey(ann.email, 'a third horse!')).toHaveProperty('token');
  });

  it('of an admin created on the command line accepts both', async () => {
    const email = newEmail('admin');
    await createAdmin(fixture.db.source, { email, password, firstName: 'Ada', lastName: '' });
    expect(await fixture.login(email)).toMatchObject({ enrol: true });
    expect(await loginByKey(email)).toMatchObject({ enrol: true });
  });
});
