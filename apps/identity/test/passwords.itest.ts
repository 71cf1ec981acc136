import { hash } from '@node-rs/argon2';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { isAuthKey, type Kdf } from '@tradepost/contracts/sealed';
import { newPrelogin, passwordKeys } from '@tradepost/sealing/password';
import { AccountRow } from '../src/accounts.entity';
import { createAdmin } from '../src/create-admin';
import { anybody, keysOf, newEmail, password, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '60',
    LOGIN_FAILURES_PER_ADDRESS: '1000',
  });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const prelogin = (email: string, { call }: Pick<Stage, 'call'> = stage) => call(identity.prelogin, { email }, anybody);
const keyOf = async (given: string, kdf: Kdf) => (await keysOf(given, kdf)).authKey;
/** As the web app does it: nothing but what the password makes is sent. */
const loginByKey = async (email: string, given = password) =>
  stage.login(email, await keyOf(given, await prelogin(email)));
const verify = async (email: string) =>
  stage.call(identity.verifyOtp, { email, otp: await stage.codeFor(email) }, anybody);
const refused = { code: 'BAD_CREDENTIALS', status: 401 };

/** An account of a time when the password itself was hashed. */
async function ofBefore(): Promise<UserActor> {
  const ann = await stage.member();
  const passwordHash = await hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  await stage.db.read.update(AccountRow, ann.userId, { passwordHash, kdf: null });
  return ann;
}

describe('how keys are made of a password', () => {
  it('is told for any address, always the same, and does not tell which are known', async () => {
    const [ann, old, stranger] = [await stage.member(), await ofBefore(), newEmail()];
    const answers = await Promise.all([ann.email, old.email, stranger].map((email) => prelogin(email)));
    const shape = { kdf: 'argon2id', salt: expect.stringMatching(/^[\w-]{22}$/), params: { m: 65_536, t: 3, p: 4 } };
    for (const answer of answers) {
      expect(answer).toEqual(shape);
      expect(Object.keys(answer)).toEqual(Object.keys(answers[0]!));
    }
    expect(new Set(answers.map(({ salt }) => salt)).size).toBe(3);
    const replica = await stage.replica({
      CODE_PEPPER: 'another pepper for tests',
      TOTP_KEY: 'another key for tests, 32 characters',
    });
    const again = await Promise.all(
      [ann.email, old.email, stranger].map((email) => prelogin(email.toUpperCase(), replica)),
    );
    await replica.stop();
    expect(again).toEqual(answers);
  });

  it('is that of the signup whose code is entered', async () => {
    const email = newEmail();
    const kdfs = [newPrelogin(), newPrelogin()];
    for (const [n, kdf] of kdfs.entries())
      await stage.signup(email, 'sender', { password: await keyOf(`password ${n}!`, kdf), kdf });
    expect(await prelogin(email)).toEqual(kdfs[0]);
    await expect(loginByKey(email, 'password 0!')).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
    await verify(email);
    expect(await prelogin(email)).toEqual(kdfs[1]);
    await expect(loginByKey(email, 'password 0!')).rejects.toMatchObject(refused);
    expect(await loginByKey(email, 'password 1!')).toHaveProperty('token');
    expect(await stage.login(email, 'password 1!')).toHaveProperty('token');
  });

  it('is said with a key alone, at the one cost', async () => {
    const kdf = newPrelogin();
    const authKey = await keyOf(password, kdf);
    await expect(stage.signup(newEmail(), 'sender', { kdf })).rejects.toMatchObject({ code: 'INVALID', status: 400 });
    await expect(stage.signup(newEmail(), 'sender', { password: authKey })).rejects.toMatchObject({
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
        stage.signup(newEmail(), 'sender', { password: authKey, kdf: { ...kdf, params } }),
      ).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(
      stage.signup(newEmail(), 'sender', { password: authKey, kdf: { ...kdf, salt: 'AAAA' } }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('an account', () => {
  it('opens with the password and with its key, however it was signed up', async () => {
    const plain = await stage.member();
    expect(
      (await stage.login(plain.email, (await passwordKeys(password, await prelogin(plain.email))).authKey)).user.id,
    ).toBe(plain.userId);
    await expect(loginByKey(plain.email, 'a wrong password')).rejects.toMatchObject(refused);
    const kdf = newPrelogin();
    const keyed = newEmail();
    await stage.signup(keyed, 'sender', { password: await keyOf(password, kdf), kdf });
    const { user } = await verify(keyed);
    expect((await stage.login(keyed)).user.id).toBe(user!.id);
    await expect(stage.login(keyed, 'a wrong password')).rejects.toMatchObject(refused);
  });

  it('takes a password however its letters are composed', async () => {
    const email = newEmail();
    await stage.signup(email, 'sender', { password: 'pa\u0308ssword!' });
    await verify(email);
    expect(await stage.login(email, 'p\u00e4ssword!')).toHaveProperty('token');
    expect(await loginByKey(email, 'pa\u0308ssword!')).toHaveProperty('token');
  });

  it('keeps neither the password nor what is sent for it', async () => {
    const ann = await stage.member();
    const authKey = await keyOf(password, await prelogin(ann.email));
    const [row] = await stage.db.source.query('SELECT * FROM account WHERE id = $1', [ann.userId]);
    expect(JSON.stringify(row)).not.toContain(authKey.slice(5));
    expect(JSON.stringify(row)).not.toContain(password);
    expect(isAuthKey(authKey)).toBe(true);
    await expect(stage.login(ann.email, row.password_hash)).rejects.toMatchObject(refused);
  });

  it('of a time before opens with the password, then with its key', async () => {
    const old = await ofBefore();
    const told = await prelogin(old.email);
    await expect(loginByKey(old.email)).rejects.toMatchObject(refused);
    await expect(stage.login(old.email, 'a wrong password')).rejects.toMatchObject(refused);
    const logins = await Promise.allSettled(Array.from({ length: 5 }, () => stage.login(old.email)));
    expect(tally(logins)).toEqual({ ok: 5 });
    expect(await prelogin(old.email)).toEqual(told);
    expect(await loginByKey(old.email)).toHaveProperty('token');
    expect(await stage.login(old.email)).toHaveProperty('token');
  });

  it('of a time before is carried over by any question for the password, and by a reset', async () => {
    const [asked, reset] = [await ofBefore(), await ofBefore()];
    await stage.call(identity.authorizeExport, { password }, asked);
    expect(await loginByKey(asked.email)).toHaveProperty('token');
    const kdf = newPrelogin();
    await stage.call(
      identity.resetPassword,
      { password: await keyOf('another horse!', kdf), kdf },
      await stage.ticketFor(reset.email),
    );
    expect(await prelogin(reset.email)).toEqual(kdf);
    expect(await stage.login(reset.email, 'another horse!')).toHaveProperty('token');
    await expect(stage.login(reset.email)).rejects.toMatchObject(refused);
  });

  it('answers every question for the password by its key too', async () => {
    const ann = await stage.member();
    const authKey = await keyOf(password, await prelogin(ann.email));
    const wrong = await keyOf('a wrong password', await prelogin(ann.email));
    for (const command of [identity.authorizeExport, identity.beginTotp, identity.requestDeletion]) {
      await expect(stage.call(command, { password: wrong }, ann)).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
      await stage.call(command, { password: authKey }, ann);
    }
    const kdf = newPrelogin();
    await stage.call(
      identity.changePassword,
      { current: authKey, password: await keyOf('another horse!', kdf), kdf },
      ann,
    );
    expect(await loginByKey(ann.email, 'another horse!')).toHaveProperty('token');
    await stage.call(identity.changePassword, { current: 'another horse!', password: 'a third horse!' }, ann);
    expect(await loginByKey(ann.email, 'a third horse!')).toHaveProperty('token');
  });

  it('of an admin made on the command line opens with both', async () => {
    const email = newEmail('admin');
    await createAdmin(stage.db.source, { email, password, firstName: 'Ada', lastName: '' });
    expect(await stage.login(email)).toMatchObject({ enrol: true });
    expect(await loginByKey(email)).toMatchObject({ enrol: true });
  });
});
