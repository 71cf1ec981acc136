import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { setDate } from '@tradepost/testing/clock';
import { TotpRow } from '../src/session/totp.entity';
import {
  anonymous,
  company,
  newEmail,
  origin,
  password,
  manyLoginFailures,
  startFixture,
  tally,
  type Fixture,
} from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(manyLoginFailures);
});
afterAll(() => fixture.stop());

const signIn = async (email: string, from: Actor = anonymous) =>
  (await fixture.bearer((await fixture.login(email, password, 'sender', from)).token))!;
const withCode = (email: string, code: string, given = password) =>
  fixture.call(identity.login, { email, password: given, portal: 'sender', code }, anonymous);

/** An account with two-step sign-in. Its current codes are unused. */
async function guarded() {
  const ann = await fixture.member();
  const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
  const { recoveryCodes } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await sql(fixture.db.read).update(TotpRow, { accountId: ann.userId }, { lastStep: 0 });
  return { ann, secret, recoveryCodes };
}

describe('sessions', () => {
  it('are listed only to their user and can be ended one by one', async () => {
    const ann = await fixture.member();
    const phone = await signIn(ann.email, { kind: 'public', ip: '192.0.2.7', agent: 'Phone/1.0' });
    const tom = await fixture.member();
    const list = await fixture.call(identity.sessions, {}, ann);
    expect(list).toMatchObject([
      { id: phone.sessionId, ip: '192.0.2.7', agent: 'Phone/1.0', current: false },
      { id: ann.sessionId, current: true },
    ]);
    await expect(fixture.call(identity.endSession, { id: phone.sessionId }, tom)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(identity.endSession, { id: 'nonsense' }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(identity.endSession, { id: phone.sessionId }, ann);
    expect((await fixture.call(identity.sessions, {}, ann)).map(({ id }) => id)).toEqual([ann.sessionId]);
    expect(
      (await fixture.published(identityEvents.sessionEnded)).filter(({ userId }) => userId === ann.userId),
    ).toEqual([{ sessionId: phone.sessionId, userId: ann.userId }]);
  });

  it('all end at once, except the current one', async () => {
    const ann = await fixture.member();
    const others = [await signIn(ann.email), await signIn(ann.email)];
    await fixture.call(identity.endOtherSessions, {}, ann);
    for (const { sessionId } of others) {
      expect(await fixture.call(identity.actorOf, { sessionId }, { kind: 'system', service: 'gateway' })).toEqual({
        actor: null,
      });
    }
    expect(await fixture.call(identity.sessions, {}, ann)).toHaveLength(1);
  });

  it('carry the browser binding in their token, also after the profile is saved', async () => {
    const ann = await fixture.member();
    const { token } = await fixture.call(
      identity.login,
      { email: ann.email, password, portal: 'sender', binding: 'b'.repeat(64) },
      anonymous,
    );
    expect(await fixture.claimsOf(token)).toMatchObject({ bnd: 'b'.repeat(64) });
    const saved = await fixture.call(
      identity.saveCompany,
      { company, binding: 'c'.repeat(64) },
      (await fixture.bearer(token))!,
    );
    expect(await fixture.claimsOf(saved.token)).toMatchObject({ bnd: 'b'.repeat(64) });
  });
});

describe('a new browser', () => {
  const from = (agent: string): Actor => ({ kind: 'public', ip: '192.0.2.9', agent });

  it('is reported to the owner by mail, except for the first one and new versions of known ones', async () => {
    const ann = await fixture.member();
    await signIn(ann.email, { kind: 'public', ip: anonymous.kind === 'public' ? anonymous.ip : '' });
    await signIn(ann.email, from('Firefox/130.0'));
    await signIn(ann.email, from('Firefox/131.0'));
    expect((await fixture.mails('new-sign-in', ann.email)).map(({ data }) => [data.agent, data.ip, data.link])).toEqual(
      [['Firefox/130.0', '192.0.2.9', `${origin}/profile`]],
    );
    await signIn(ann.email, from('Chrome/1.0'));
    expect(await fixture.mails('new-sign-in', ann.email)).toHaveLength(2);
  });
});

describe('two-step sign-in', () => {
  // a code is good for a minute, which a busy machine may need for fifty sign-ins
  beforeEach(() => setDate(Date.now()));
  afterEach(() => jest.useRealTimers());

  it('is active only once a code was confirmed', async () => {
    const ann = await fixture.member();
    await expect(fixture.call(identity.confirmTotp, { code: '123456' }, ann)).rejects.toMatchObject({
      code: 'TOTP_OFF',
    });
    const { secret, uri } = await fixture.call(identity.beginTotp, { password }, ann);
    expect(uri).toContain(`secret=${secret}`);
    await expect(
      fixture.call(identity.confirmTotp, { code: authenticatorCode(secret, 10) }, ann),
    ).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await signIn(ann.email);
    expect(
      (await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann)).recoveryCodes,
    ).toHaveLength(10);
    expect((await fixture.call(identity.me, {}, ann)).security).toEqual({ totp: true, recoveryCodesLeft: 10 });
    await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'TOTP_REQUIRED' });
  });

  it('cannot be set up without the password', async () => {
    const { ann, secret } = await guarded();
    await expect(fixture.call(identity.beginTotp, {}, ann)).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Please enter your current password',
    });
    await expect(fixture.call(identity.beginTotp, { password: 'a wrong password' }, ann)).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
    });
    await expect(fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann)).rejects.toMatchObject({
      code: 'TOTP_OFF',
    });
    expect(await withCode(ann.email, authenticatorCode(secret))).toMatchObject({ user: { id: ann.userId } });
  });

  it('is not revealed without the right password', async () => {
    const { ann, secret } = await guarded();
    await expect(fixture.login(ann.email, 'a wrong password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(withCode(ann.email, authenticatorCode(secret), 'a wrong password')).rejects.toMatchObject({
      code: 'BAD_CREDENTIALS',
    });
  });

  it('accepts each code once, also among fifty parallel calls', async () => {
    const { ann, secret } = await guarded();
    const code = authenticatorCode(secret);
    const outcomes = tally(await Promise.allSettled(Array.from({ length: 50 }, () => withCode(ann.email, code))));
    // a call that waits too long for a core is refused before its code is looked at
    const { ok, TOTP_INVALID: invalid = 0, TOO_MANY: late = 0 } = outcomes;
    expect({ ok, refused: invalid + late }).toEqual({ ok: 1, refused: 49 });
    await expect(withCode(ann.email, authenticatorCode(secret, -1))).rejects.toMatchObject({ code: 'TOTP_INVALID' });
  });

  it('accepts a recovery code once, in any spelling', async () => {
    const { ann, recoveryCodes } = await guarded();
    // 24 letters and digits of 32: 120 bits
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first, second] = recoveryCodes as [string, string];
    expect(await withCode(ann.email, first.toLowerCase())).toMatchObject({ user: { id: ann.userId } });
    await expect(withCode(ann.email, first)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await withCode(ann.email, second.replace('-', ' '));
    expect((await fixture.call(identity.me, {}, ann)).security.recoveryCodesLeft).toBe(8);
    const by = { password, code: recoveryCodes[3]! };
    const { recoveryCodes: renewed } = await fixture.call(identity.renewRecoveryCodes, by, ann);
    await expect(withCode(ann.email, recoveryCodes[2]!)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await withCode(ann.email, renewed[0]!);
  });

  it("does not accept another account's codes", async () => {
    const [{ ann }, tom] = [await guarded(), await guarded()];
    await expect(withCode(ann.email, authenticatorCode(tom.secret))).rejects.toMatchObject({ code: 'TOTP_INVALID' });
    await expect(withCode(ann.email, tom.recoveryCodes[0]!)).rejects.toMatchObject({ code: 'TOTP_INVALID' });
  });

  it('stays active after a password reset', async () => {
    const { ann, secret } = await guarded();
    const renewed = 'another horse!';
    await fixture.call(identity.resetPassword, { password: renewed }, await fixture.ticketFor(ann.email));
    await expect(fixture.login(ann.email, renewed)).rejects.toMatchObject({ code: 'TOTP_REQUIRED' });
    expect(await withCode(ann.email, authenticatorCode(secret), renewed)).toMatchObject({ user: { id: ann.userId } });
  });

  it('is switched off only with password and code', async () => {
    const { ann, secret } = await guarded();
    await expect(
      fixture.call(identity.endTotp, { password: 'a wrong password', code: authenticatorCode(secret) }, ann),
    ).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    await expect(fixture.call(identity.endTotp, { password, code: '000000' }, ann)).rejects.toMatchObject({
      code: 'TOTP_INVALID',
    });
    await fixture.call(identity.endTotp, { password, code: authenticatorCode(secret) }, ann);
    await signIn(ann.email);
  });

  it('has no recovery codes to renew and nothing to switch off while it is off', async () => {
    const ann = await fixture.member();
    for (const command of [identity.renewRecoveryCodes, identity.endTotp] as const)
      await expect(fixture.call(command, { password, code: '123456' }, ann)).rejects.toMatchObject({
        code: 'TOTP_OFF',
      });
  });

  it('stores its secrets encrypted', async () => {
    const { ann, secret, recoveryCodes } = await guarded();
    const rows = JSON.stringify([
      await fixture.db.source.query('SELECT * FROM totp WHERE account_id = $1', [ann.userId]),
      await fixture.db.source.query('SELECT * FROM recovery_code WHERE account_id = $1', [ann.userId]),
    ]);
    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replaceAll('-', ''));
  });
});

describe('changing the password', () => {
  const change = (by: UserActor, current: string, next: string) =>
    fixture.call(identity.changePassword, { current, password: next }, by);

  it('needs the current one, ends the other sessions and sends a mail', async () => {
    const ann = await fixture.member();
    const other = await signIn(ann.email);
    await expect(change(ann, 'a wrong password', 'Another-good-1!')).rejects.toMatchObject({
      code: 'PASSWORD_WRONG',
      status: 400,
    });
    await expect(change(ann, password, 'short!')).rejects.toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    await change(ann, password, 'Another-good-1!');
    expect((await fixture.call(identity.sessions, {}, ann)).map(({ id }) => id)).toEqual([ann.sessionId]);
    expect(
      await fixture.call(
        identity.actorOf,
        { sessionId: other.sessionId, enforcesRoles: true },
        { kind: 'system', service: 'gateway' },
      ),
    ).toEqual({ actor: null });
    await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await fixture.login(ann.email, 'Another-good-1!');
    expect(await fixture.mails('password-changed', ann.email)).toHaveLength(1);
  });

  it.each(['password', 'Password123', '12345678'])('rejects the breached password %s at signup', async (breached) => {
    const refusal = {
      code: 'PASSWORD_BREACHED',
      status: 400,
      errors: [{ field: 'password', message: expect.any(String) }],
    };
    await expect(fixture.signup(newEmail(), 'sender', { password: breached })).rejects.toMatchObject(refusal);
  });

  it('rejects the name of the product and the user’s own address at signup', async () => {
    const email = newEmail();
    for (const guessable of ['Tradepost1!', `${email}!`])
      await expect(fixture.signup(email, 'sender', { password: guessable })).rejects.toMatchObject({
        code: 'PASSWORD_GUESSABLE',
        status: 400,
        errors: [{ field: 'password', message: expect.any(String) }],
      });
  });

  it('also rejects a breached or guessable password at a reset and a change', async () => {
    const ann = await fixture.member();
    for (const [weak, code] of [
      ['p@ssw0rd', 'PASSWORD_BREACHED'],
      ['Tradepost1!', 'PASSWORD_GUESSABLE'],
    ] as const) {
      await expect(change(ann, password, weak)).rejects.toMatchObject({ code });
      await expect(
        fixture.call(identity.resetPassword, { password: weak }, await fixture.ticketFor(ann.email)),
      ).rejects.toMatchObject({ code });
    }
    await fixture.login(ann.email);
  });
});
