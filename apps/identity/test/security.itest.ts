import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { TotpRow } from '../src/accounts.entity';
import { anybody, company, newEmail, origin, password, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({
    LOGIN_FREE_FAILURES: '50',
    LOGIN_FAILURES_PER_ACCOUNT: '60',
    LOGIN_FAILURES_PER_ADDRESS: '1000',
  });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const signIn = async (email: string, from: Actor = anybody) =>
  (await stage.bearer((await stage.login(email, password, 'sender', from)).token))!;
const withCode = (email: string, code: string, given = password) =>
  stage.call(identity.login, { email, password: given, portal: 'sender', code }, anybody);

/** Two-step sign-in, set up a while ago: its codes of now are unused. */
async function guarded() {
  const ann = await stage.member();
  const { secret } = await stage.call(identity.beginTotp, { password }, ann);
  const { recoveryCodes } = await stage.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await stage.db.read.update(TotpRow, { accountId: ann.userId }, { lastStep: 0 });
  return { ann, secret, recoveryCodes };
}

describe('sessions', () => {
  it('are listed to their user alone, and ended one by one', async () => {
    const ann = await stage.member();
    const phone = await signIn(ann.email, { kind: 'public', ip: '192.0.2.7', agent: 'Phone/1.0' });
    const tom = await stage.member();
    const list = await stage.call(identity.sessions, {}, ann);
    expect(list).toMatchObject([
      { id: phone.sessionId, ip: '192.0.2.7', agent: 'Phone/1.0', current: false },
      { id: ann.sessionId, current: true },
    ]);
    await expect(stage.call(identity.endSession, { id: phone.sessionId }, tom)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(stage.call(identity.endSession, { id: 'nonsense' }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await stage.call(identity.endSession, { id: phone.sessionId }, ann);
    expect((await stage.call(identity.sessions, {}, ann)).map(({ id }) => id)).toEqual([ann.sessionId]);
    expect((await stage.published(identityEvents.sessionEnded)).filter(({ userId }) => userId === ann.userId)).toEqual([
      { sessionId: phone.sessionId, userId: ann.userId },
    ]);
  });

  it('end everywhere else at once', async () => {
    const ann = await stage.member();
    const others = [await signIn(ann.email), await signIn(ann.email)];
    await stage.call(identity.endOtherSessions, {}, ann);
    for (const { sessionId } of others) {
      expect(await stage.call(identity.actorOf, { sessionId }, { kind: 'system', service: 'gateway' })).toEqual({
        actor: null,
      });
    }
    expect(await stage.call(identity.sessions, {}, ann)).toHaveLength(1);
  });

  it('carry the binding to a browser in their token, and keep it when the profile is saved', async () => {
    const ann = await stage.member();
    const { token } = await stage.call(
      identity.login,
      { email: ann.email, password, portal: 'sender', binding: 'b'.repeat(64) },
      anybody,
    );
    expect(await stage.claimsOf(token)).toMatchObject({ bnd: 'b'.repeat(64) });
    const saved = await stage.call(
      identity.saveCompany,
      { company, binding: 'c'.repeat(64) },
      (await stage.bearer(token))!,
    );
    expect(await stage.claimsOf(saved.token)).toMatchObject({ bnd: 'b'.repeat(64) });
  });
});

describe('a browser not seen before', () => {
  const from = (agent: string): Actor => ({ kind: 'public', ip: '192.0.2.9', agent });

  it('is told to the owner by mail, the first one and newer versions of known ones are not', async () => {
    const ann = await stage.member();
    await signIn(ann.email, { kind: 'public', ip: anybody.kind === 'public' ? anybody.ip : '' });
    await signIn(ann.email, from('Firefox/130.0'));
    await signIn(ann.email, from('Firefox/131.0'));
    expect((await stage.mails('new-sign-in', ann.email)).map(({ data }) => [data.agent, data.ip, data.link])).toEqual([
      ['Firefox/130.0', '192.0.2.9', `${origin}/profile`],
    ]);
    await signIn(ann.email, from('Chrome/1.0'));
    expect(await stage.mails('new-sign-in', ann.email)).toHaveLength(2);
  });
});

describe('two-step sign-in', () => {
  it('is in force only once a code was confirmed', async () => {
    const ann = await stage.member();
    await expect(stage.call(identity.confirmTotp, { code: '123456' }, ann)).rejects.toMatchObject({ code: 'TOTP_OFF' });
    const { secret, uri } = await stage.call(identity.beginTotp, { password }, ann);
    expect(uri).toContain(`secret=${secret}`);
    await expect(stage.call(identity.confirmTotp, { code: authenticatorCode(secret, 10) }, ann)).rejects.toMatchObject({
      code: 'TOTP_INVALID',
    });
    await signIn(ann.email);
    expect(
      (await stage.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann)).recoveryCodes,
    ).toHaveLength(10);
    expect((await stage.call(identity.me, {}, ann)).security).toEqual({ totp: true, recoveryCodesLeft: 10 });
    await expect(stage.login(ann.email)).rejects.toMatchObject({ code: 'TOTP_REQUIRED' });
  });

  it('is not begun by a session whose owner’s password is not given', async () => {
    const { ann, secret } = await guarded();
    await expect(stage.call(identity.beginTotp, {}, ann)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Please enter your current password',
    });
    await expect(stage.call(identity.beginTotp, { password: 'a wrong password' }, ann)).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    await expect(stage.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann)).rejects.toMatchObject({
      code: 'TOTP_OFF',
    });
    expect(await withCode(ann.email, authenticatorCode(secret))).toMatchObject({ user: { id: ann.userId } });
  });

  it('says nothing of itself to who does not know the password', async () => {
    const { ann, secret } = await guarded();
    await expect(stage.login(ann.email, 'a wrong password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(withCode(ann.email, authenticatorCode(secret), 'a wrong password')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
  });

  it('takes each code once, of fifty at once too', async () => {
    const { ann, secret } = await guarded();
    const code = authenticatorCode(secret);
    expect(tally(await Promise.allSettled(Array.from({ length: 50 }, () => withCode(ann.email, code))))).toEqual({
      ok: 1,
      TOTP_INVALID: 49,
    });
    await expect(withCode(ann.email, authenticatorCode(secret, -1))).rejects.toMatchObject({ code: 'TOTP_INVALID' });
  });

  it('takes a recovery code once, however it is written', async () => {
    const { ann, recoveryCodes } = await guarded();
    const [first, second] = recoveryCodes as [string, string];
    expect(await withCode(ann.email, first.toLowerCase())).toMatchObject({ user: { id: ann.userId } });
    await expect(withCode(ann.email, first)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await withCode(ann.email, second.replace('-', ' '));
    expect((await stage.call(identity.me, {}, ann)).security.recoveryCodesLeft).toBe(8);
    const { recoveryCodes: renewed } = await stage.call(identity.renewRecoveryCodes, { password }, ann);
    await expect(withCode(ann.email, recoveryCodes[2]!)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await withCode(ann.email, renewed[0]!);
  });

  it("is nobody else's: another account's codes do not help", async () => {
    const [{ ann }, tom] = [await guarded(), await guarded()];
    await expect(withCode(ann.email, authenticatorCode(tom.secret))).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await expect(withCode(ann.email, tom.recoveryCodes[0]!)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
  });

  it('stays in force through a reset of the password', async () => {
    const { ann, secret } = await guarded();
    const renewed = 'another horse!';
    await stage.call(identity.resetPassword, { password: renewed }, await stage.ticketFor(ann.email));
    await expect(stage.login(ann.email, renewed)).rejects.toMatchObject({ code: 'TOTP_REQUIRED' });
    expect(await withCode(ann.email, authenticatorCode(secret), renewed)).toMatchObject({ user: { id: ann.userId } });
  });

  it('ends with password and code alone', async () => {
    const { ann, secret } = await guarded();
    await expect(
      stage.call(identity.endTotp, { password: 'a wrong password', code: authenticatorCode(secret) }, ann),
    ).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(stage.call(identity.endTotp, { password, code: '000000' }, ann)).rejects.toMatchObject({
      code: 'TOTP_INVALID',
    });
    await stage.call(identity.endTotp, { password, code: authenticatorCode(secret) }, ann);
    await signIn(ann.email);
  });

  it('keeps its secrets unreadable', async () => {
    const { ann, secret, recoveryCodes } = await guarded();
    const rows = JSON.stringify([
      await stage.db.source.query('SELECT * FROM totp WHERE account_id = $1', [ann.userId]),
      await stage.db.source.query('SELECT * FROM recovery_code WHERE account_id = $1', [ann.userId]),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replace('-', ''));
  });
});

describe('changing the password', () => {
  const change = (by: UserActor, current: string, next: string) =>
    stage.call(identity.changePassword, { current, password: next }, by);

  it('needs the current one, ends the other sessions and says so by mail', async () => {
    const ann = await stage.member();
    const other = await signIn(ann.email);
    await expect(change(ann, 'a wrong password', 'Another-good-1!')).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
      status: 400,
    });
    await expect(change(ann, password, 'short!')).rejects.toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    await change(ann, password, 'Another-good-1!');
    expect((await stage.call(identity.sessions, {}, ann)).map(({ id }) => id)).toEqual([ann.sessionId]);
    expect(
      await stage.call(identity.actorOf, { sessionId: other.sessionId }, { kind: 'system', service: 'gateway' }),
    ).toEqual({ actor: null });
    await expect(stage.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await stage.login(ann.email, 'Another-good-1!');
    expect(await stage.mails('password-changed', ann.email)).toHaveLength(1);
  });

  it.each(['password', 'Password123', '12345678'])(
    'refuses %s at signup, which is on the list of breached ones',
    async (breached) => {
      const refusal = {
        code: 'PASSWORD_BREACHED',
        status: 400,
        errors: [{ field: 'password', message: expect.any(String) }],
      };
      await expect(stage.signup(newEmail(), 'sender', { password: breached })).rejects.toMatchObject(refusal);
    },
  );

  it('refuses a breached one at a reset and a change too', async () => {
    const ann = await stage.member();
    await expect(change(ann, password, 'p@ssw0rd')).rejects.toMatchObject({ code: 'PASSWORD_BREACHED' });
    await expect(
      stage.call(identity.resetPassword, { password: 'p@ssw0rd' }, await stage.ticketFor(ann.email)),
    ).rejects.toMatchObject({ code: 'PASSWORD_BREACHED' });
    await stage.login(ann.email);
  });
});
