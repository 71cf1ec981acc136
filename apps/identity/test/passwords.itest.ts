import { identity } from '@tradepost/contracts/identity';
import { isAuthKey } from '@tradepost/contracts/encryption/formats';
import { deriveAuthKey } from '../src/account/hashing';
import { createAdmin } from '../src/account/create-admin';
import { anonymous, newEmail, password, manyLoginFailures, startFixture, tally, type Fixture } from './fixture';
import { formerAccounts } from './proof-kit';
import { vaultsOf } from './vault-kit';
import { waitingFor } from './waiting-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(manyLoginFailures);
});
afterAll(() => fixture.stop());

const { formerAccount, oldestAccount, proveFormer } = formerAccounts(() => fixture);
const { keyed } = vaultsOf(() => fixture);
const { whilePasswordChanges } = waitingFor(() => fixture);
const refused = { code: 'BAD_CREDENTIALS', status: 401 };
const prelogin = (email: string) => fixture.call(identity.prelogin, { email }, anonymous);
const storedOf = async (id: string) =>
  (await fixture.db.source.query('SELECT * FROM account WHERE id = $1', [id]))[0] as { password_hash: string };

describe('an account', () => {
  it('accepts the password and its proof, with either kind of signup', async () => {
    const plain = await fixture.member();
    expect((await fixture.login(plain.email, await fixture.proofOf(plain.email))).user.id).toBe(plain.userId);
    expect(await fixture.prove(plain.email, 'a wrong password')).toBeNull();
    const email = newEmail();
    await fixture.signup(email, 'sender', { password: (await fixture.record(email, password)).password });
    const { user } = await fixture.call(identity.verifyOtp, { email, otp: await fixture.codeFor(email) }, anonymous);
    expect((await fixture.login(email)).user.id).toBe(user!.id);
    expect((await fixture.login(email, await fixture.proofOf(email))).user.id).toBe(user!.id);
    await expect(fixture.login(email, 'a wrong password')).rejects.toMatchObject(refused);
  });

  it('accepts only the exact password: not shorter, longer, in another case or without its spaces', async () => {
    const email = newEmail();
    const long = ` Aa${'x'.repeat(1_020)} `;
    await fixture.signup(email, 'sender', { password: long });
    await fixture.call(identity.verifyOtp, { email, otp: await fixture.codeFor(email) }, anonymous);
    for (const other of [long.slice(0, -1), long.trim(), long.toLowerCase(), long.slice(0, 72)]) {
      await expect(fixture.login(email, other)).rejects.toMatchObject(refused);
      expect(await fixture.prove(email, other)).toBeNull();
    }
    expect(await fixture.login(email, long)).toHaveProperty('token');
  });

  it('accepts a password in any Unicode normalization form', async () => {
    const email = newEmail();
    await fixture.signup(email, 'sender', { password: 'pa\u0308ssword!' });
    await fixture.call(identity.verifyOtp, { email, otp: await fixture.codeFor(email) }, anonymous);
    expect(await fixture.login(email, 'p\u00e4ssword!')).toHaveProperty('token');
    expect(await fixture.login(email, await fixture.proofOf(email, 'p\u00e4ssword!'))).toHaveProperty('token');
  });

  it('stores nothing that can be used to sign in', async () => {
    const ann = await fixture.member();
    const row = await storedOf(ann.userId);
    expect(JSON.stringify(row)).not.toContain(password);
    for (const part of [row.password_hash, `opaque.${row.password_hash.split('$').at(-1)}`])
      await expect(fixture.login(ann.email, part)).rejects.toMatchObject(refused);
  });

  it('accepts the proof in every call that asks for the password', async () => {
    const ann = await fixture.member();
    for (const command of [identity.authorizeExport, identity.beginTotp, identity.requestDeletion]) {
      const other = await fixture.proofOf((await fixture.member()).email);
      await expect(fixture.call(command, { password: other }, ann)).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
      await fixture.call(command, { password: await fixture.proofOf(ann.email) }, ann);
    }
    const { password: record } = await fixture.record(ann.email, 'another horse!');
    const change = { current: await fixture.proofOf(ann.email), password: record };
    await fixture.call(identity.changePassword, change, ann);
    expect(await fixture.login(ann.email, 'another horse!')).toHaveProperty('token');
    await expect(fixture.login(ann.email)).rejects.toMatchObject(refused);
  });

  it('with keys refuses the plain password, and reveals this only to a caller who knows it', async () => {
    const { who: ann } = await keyed();
    const sealed = {
      code: 'SEALED_SIGN_IN_REQUIRED',
      status: 403,
      message: expect.stringMatching(/web app.*command line.*API key/),
    };
    await expect(fixture.login(ann.email)).rejects.toMatchObject(sealed);
    await expect(fixture.call(identity.authorizeExport, { password }, ann)).rejects.toMatchObject(sealed);
    await expect(fixture.login(ann.email, 'a wrong password')).rejects.toMatchObject(refused);
    expect(await fixture.login(ann.email, await fixture.proofOf(ann.email))).toHaveProperty('token');
  });

  it('refuses a new password that is not a record', async () => {
    const email = newEmail();
    await expect(fixture.signup(email, 'sender', { password: `opaque.${'_'.repeat(256)}` })).rejects.toMatchObject({
      code: 'INVALID',
      status: 400,
    });
    expect(await fixture.mails('signup-code', email)).toEqual([]);
  });

  it('of an admin created on the command line accepts both', async () => {
    const email = newEmail('admin');
    await createAdmin(fixture.db.source, { email, password, firstName: 'Ada', lastName: '' });
    expect(await fixture.login(email, (await proveFormer(email)).proof!)).toMatchObject({ enrol: true });
    expect(await fixture.login(email)).toMatchObject({ enrol: true });
    expect(await fixture.login(email, await fixture.proofOf(email))).toMatchObject({ enrol: true });
  });
});

describe('an account of an earlier version', () => {
  it('moves when its owner signs in with the password itself', async () => {
    for (const old of [await formerAccount(), await oldestAccount()]) {
      expect(await fixture.prove(old.email)).toBeNull();
      await expect(fixture.login(old.email, 'a wrong password')).rejects.toMatchObject(refused);
      const logins = await Promise.allSettled(Array.from({ length: 3 }, () => fixture.login(old.email)));
      expect(tally(logins)).toEqual({ ok: 3 });
      expect((await storedOf(old.userId)).password_hash).not.toContain('argon2');
      expect(await fixture.login(old.email, await fixture.proofOf(old.email))).toHaveProperty('token');
      expect(await fixture.login(old.email)).toHaveProperty('token');
    }
  });

  it('moves from a browser without sending the password', async () => {
    const old = await formerAccount();
    expect((await proveFormer(old.email, 'a wrong password')).proof).toBeNull();
    const { proof } = await proveFormer(old.email);
    const { token } = await fixture.login(old.email, proof!);
    const again = (await fixture.bearer(token))!;
    const { password: text } = await fixture.record(old.email, password);
    const move = { record: text, password: (await proveFormer(old.email)).proof! };
    await fixture.call(identity.movePassword, move, again);
    expect(await fixture.login(old.email, await fixture.proofOf(old.email))).toHaveProperty('token');
    expect((await proveFormer(old.email)).proof).toBeNull();
    await expect(
      fixture.call(identity.movePassword, { ...move, password: await fixture.proofOf(old.email) }, again),
    ).rejects.toMatchObject({ code: 'PASSWORD_MOVED', status: 409 });
  });

  it('keeps working with programs of that version until it moves', async () => {
    const old = await formerAccount();
    const kdf = await prelogin(old.email);
    const authKey = await deriveAuthKey(password, kdf);
    expect(isAuthKey(authKey)).toBe(true);
    expect(await fixture.login(old.email, authKey)).toHaveProperty('token');
    await fixture.login(old.email);
    await expect(fixture.login(old.email, authKey)).rejects.toMatchObject(refused);
    expect(await prelogin(old.email)).toEqual(kdf);
  });
});

describe('a password that changes after it was compared is not replaced', () => {
  it('by a new one', async () => {
    const ann = await fixture.member();
    const given = { current: await fixture.proofOf(ann.email), password: 'another horse!' };
    const outcome = await whilePasswordChanges(ann, () => fixture.call(identity.changePassword, given, ann));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'PASSWORD_WRONG' } });
    expect((await storedOf(ann.userId)).password_hash).toBe('another');
  });

  it('by the move of the former one', async () => {
    const old = await formerAccount();
    const { password: record } = await fixture.record(old.email, password);
    const given = { record, password: (await proveFormer(old.email)).proof! };
    const outcome = await whilePasswordChanges(old, () => fixture.call(identity.movePassword, given, old));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'PASSWORD_MOVED' } });
    expect((await storedOf(old.userId)).password_hash).toBe('another');
  });
});
