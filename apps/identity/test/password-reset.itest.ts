import { identity, identityEvents } from '@tradepost/contracts/identity';
import { userActor } from '@tradepost/testing/service-harness';
import { anonymous, newEmail, startFixture, tally, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('resetting a password', () => {
  const change = 'a new secret!';
  const reset = (actor: Parameters<typeof fixture.call>[2], changed: object = {}) =>
    fixture.call(identity.resetPassword, { password: change, ...changed }, actor);

  it('ends every session, works once and informs the owner', async () => {
    const ann = await fixture.member();
    const { token } = await fixture.login(ann.email);
    const ticket = await fixture.ticketFor(ann.email);
    const second = await fixture.ticketFor(ann.email);
    expect(ticket.scope).toBe('password-reset');
    expect(tally(await Promise.allSettled([reset(ticket), reset(ticket), reset(ticket)]))).toEqual({
      ok: 1,
      UNAUTHENTICATED: 2,
    });
    await expect(reset(second)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await fixture.bearer(token)).toBeNull();
    await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect((await fixture.login(ann.email, change)).user.id).toBe(ann.userId);
    const ended = (await fixture.published(identityEvents.sessionEnded))
      .filter(({ userId }) => userId === ann.userId)
      .map(({ sessionId }) => sessionId);
    expect(new Set(ended)).toEqual(new Set(ended.filter((id, i) => ended.indexOf(id) === i)));
    expect(ended).toEqual(
      expect.arrayContaining([ann.sessionId, ticket.sessionId, second.sessionId, (await fixture.claimsOf(token)).sid]),
    );
    expect(await fixture.mails('password-changed', ann.email)).toHaveLength(1);
  });

  it('is proven by each code once, also by parallel calls', async () => {
    const { email } = await fixture.member();
    await fixture.call(identity.requestReset, { email }, anonymous);
    const otp = await fixture.codeFor(email, 'reset-code');
    const verify = () => fixture.call(identity.verifyOtp, { email, otp, purpose: 'password-reset' }, anonymous);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, verify));
    expect(tally(outcomes)).toEqual({ ok: 1, OTP_INVALID: 4 });
  });

  it('gives access to nothing else and lasts ten minutes', async () => {
    const ann = await fixture.member();
    const began = Date.now();
    const ticket = await fixture.ticketFor(ann.email);
    await expect(fixture.call(identity.me, {}, ticket)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.call(identity.sessions, {}, ticket)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const { expires_at: expires } = (
      await fixture.db.source.query('SELECT expires_at FROM session WHERE id = $1', [ticket.sessionId])
    )[0] as { expires_at: Date };
    expect(expires.getTime()).toBeGreaterThanOrEqual(Math.floor(began / 1_000) * 1_000 + 600_000);
    expect(expires.getTime()).toBeLessThanOrEqual(Date.now() + 600_000);
  });

  it('rejects anonymous callers, a session, another address and a weak password', async () => {
    const ann = await fixture.member();
    const ticket = await fixture.ticketFor(ann.email);
    await expect(reset(anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(reset(ann)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(reset(ticket, { email: 'bob@example.com' })).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(reset(ticket, { password: 'nospecial1' })).rejects.toMatchObject({
      message: 'Password must contain at least one special character',
    });
    await expect(reset(ticket, { password: 'short!' })).rejects.toMatchObject({
      message: 'Password must be at least 8 characters',
    });
    expect((await fixture.login(ann.email)).user.id).toBe(ann.userId);
    await expect(
      reset(userActor({ scope: 'password-reset', userId: ann.userId, email: ann.email })),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is refused for an address that is not verified', async () => {
    const email = newEmail();
    await fixture.signup(email);
    await fixture.call(identity.requestReset, { email }, anonymous);
    expect(await fixture.mails('reset-code', email)).toEqual([]);
  });
});
