import { randomBytes } from 'node:crypto';
import { identity } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { anonymous, at, password, startFixture, type Fixture } from './fixture';
import { passkeysOf } from './passkey-kit';
import type { SoftwareAuthenticator } from './software-authenticator';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { add, challenge, guarded } = passkeysOf(() => fixture);
const [here, there] = [at('198.51.100.1'), at('198.51.100.2')];

describe('the second step of a sign-in', () => {
  const login = (email: string, passkey: ReturnType<SoftwareAuthenticator['get']>, given = password) =>
    fixture.call(identity.login, { email, password: given, portal: 'sender', passkey }, anonymous);
  const invalid = { code: 'PASSKEY_INVALID', status: 400 };

  it('accepts a passkey of the account in place of the code', async () => {
    const { ann, authenticator } = await guarded();
    const passkey = authenticator.get(await challenge('second-step'));
    expect(await login(ann.email, passkey)).toMatchObject({ user: { id: ann.userId } });
    await expect(login(ann.email, passkey)).rejects.toMatchObject(invalid);
  });

  it('ends with the session that it was used for, when the passkey is removed', async () => {
    const { ann, authenticator } = await guarded();
    const { token } = await login(ann.email, authenticator.get(await challenge('second-step')));
    const [passkey] = await fixture.call(identity.passkeys, {}, ann);
    await fixture.call(identity.removePasskey, { id: passkey!.id }, ann);
    expect(await fixture.bearer(token)).toBeNull();
  });

  it('is looked at only after the right password', async () => {
    const { ann, authenticator } = await guarded();
    const passkey = authenticator.get(await challenge('second-step'));
    await expect(login(ann.email, passkey, 'a wrong password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await login(ann.email, passkey);
  });

  it("refuses another account's passkey, and challenges of a sign-in", async () => {
    const [{ ann, authenticator }, tom] = [await guarded(), await guarded()];
    const others = tom.authenticator.get(await challenge('second-step'));
    await expect(login(ann.email, others)).rejects.toMatchObject(invalid);
    await expect(login(ann.email, authenticator.get(await challenge()))).rejects.toMatchObject(invalid);
  });

  it('counts a wrong passkey as a failed sign-in', async () => {
    const { ann, authenticator } = await guarded();
    const strict = await fixture.replica({ LOGIN_FREE_FAILURES: '1', LOGIN_FAILURES_PER_ACCOUNT: '2' });
    const wrong = authenticator.get({ challenge: randomBytes(32).toString('base64url') });
    const input = { email: ann.email, password, portal: 'sender', passkey: wrong } as const;
    await expect(strict.call(identity.login, input, here)).rejects.toMatchObject(invalid);
    await expect(strict.call(identity.login, input, there)).rejects.toMatchObject(invalid);
    await expect(strict.call(identity.login, input, at('198.51.100.3'))).rejects.toMatchObject({ code: 'TOO_MANY' });
    await strict.stop();
  });
});

describe('a step-up by passkey', () => {
  const requestId = 'request-of-rita';
  const approved = async (who: Promise<Parameters<typeof add>[0] | null>) => ({
    ...(await who)!,
    kycStatus: 'Approved' as const,
  });
  const start = (who: Parameters<typeof add>[0], id = requestId) =>
    fixture.call(identity.startPasskeyStepUp, { requestId: id }, who);
  const accepted = async (
    who: Parameters<typeof add>[0],
    passkey: ReturnType<SoftwareAuthenticator['get']>,
    id = requestId,
  ) => (await fixture.call(identity.acceptPasskey, { requestId: id, passkey }, who)).accepted;

  it('is accepted once, from the person and the session that it was issued to', async () => {
    const [ann, tom] = [await approved(fixture.member()), await approved(fixture.member())];
    const elsewhere = await approved(fixture.bearer((await fixture.login(ann.email)).token));
    const { authenticator } = await add(ann);
    const passkey = authenticator.get(await start(ann));
    expect(await accepted(elsewhere, passkey)).toBe(false);
    expect(await accepted(tom, passkey)).toBe(false);
    expect(await accepted(ann, passkey, 'another request')).toBe(false);
    expect(await accepted(ann, passkey)).toBe(true);
    expect(await accepted(ann, passkey)).toBe(false);
  });

  it("refuses another person's passkey, and a challenge of a sign-in", async () => {
    const [ann, tom] = [await approved(fixture.member()), await approved(fixture.member())];
    const [{ authenticator }, { authenticator: other }] = [await add(ann), await add(tom)];
    expect(await accepted(ann, other.get(await start(ann)))).toBe(false);
    const ofSignIn = await fixture.call(identity.startPasskeySignIn, {}, ann);
    expect(await accepted(ann, authenticator.get(ofSignIn))).toBe(false);
    expect(await accepted(ann, authenticator.get(await start(ann), { isUserVerified: false }))).toBe(false);
  });
});

describe('a second step without its authenticator app and recovery codes, which are lost', () => {
  const invalid = { code: 'PASSKEY_INVALID', status: 400 };
  const invalidCode = { code: 'INVALID', errors: [{ field: 'code' }] };

  it('is renewed with the password and a passkey', async () => {
    const { ann, authenticator } = await guarded();
    const passkey = async () => authenticator.get(await challenge('second-step'));
    const { recoveryCodes } = await fixture.call(
      identity.renewRecoveryCodes,
      { password, passkey: await passkey() },
      ann,
    );
    const { secret } = await fixture.call(identity.beginTotp, { password, passkey: await passkey() }, ann);
    await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
    const login = { email: ann.email, password, portal: 'sender' } as const;
    await expect(fixture.call(identity.login, { ...login, code: recoveryCodes[0]! }, anonymous)).rejects.toMatchObject({
      code: 'TOTP_INVALID',
    });
    await fixture.call(identity.login, { ...login, code: authenticatorCode(secret, 1) }, anonymous);
  });

  it('takes both the password and a passkey of this account, which works once', async () => {
    const [{ ann, authenticator }, tom] = [await guarded(), await guarded()];
    const renew = (given: object) => fixture.call(identity.renewRecoveryCodes, { password, ...given } as never, ann);
    const begin = (given: object) => fixture.call(identity.beginTotp, { password, ...given } as never, ann);
    for (const call of [renew, begin]) {
      await expect(call({})).rejects.toMatchObject(invalidCode);
      const passkey = authenticator.get(await challenge('second-step'));
      await expect(call({ passkey, password: 'a wrong password' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
      await call({ passkey });
      await expect(call({ passkey })).rejects.toMatchObject(invalid);
      await expect(call({ passkey: authenticator.get(await challenge()) })).rejects.toMatchObject(invalid);
      const others = tom.authenticator.get(await challenge('second-step'));
      await expect(call({ passkey: others })).rejects.toMatchObject(invalid);
    }
  });
});
