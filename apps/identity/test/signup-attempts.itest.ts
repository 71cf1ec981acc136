import { identity } from '@tradepost/contracts/identity';
import { createAdmin } from '../src/account/create-admin';
import {
  anonymous,
  at,
  company,
  newEmail,
  otherThan,
  password,
  startFixture,
  undeliverable,
  type Fixture,
} from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const stranger = at('203.0.113.66');
const theirs = 'password of a stranger!';
const person = { firstName: 'Claim your refund at evil.example', lastName: 'Now', userType: 'sender' as const };

const wrong = { code: 'OTP_INVALID', status: 400 };
const unverified = { code: 'EMAIL_NOT_VERIFIED', status: 403 };
const unknown = { code: 'BAD_CREDENTIALS', status: 401 };

const attackOn = (email: string) => fixture.call(identity.signup, { ...person, email, password: theirs }, stranger);
const verify = (email: string, otp: string, given: { ticket?: string; attempt?: string } = {}) =>
  fixture.call(identity.verifyOtp, { email, otp, ...given }, anonymous);
const mailed = async (email: string) => (await fixture.mails('signup-code', email)).map(({ data }) => data);
const attemptIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('attempt')!;

describe('a stranger who signs up the address of a person who is signing up', () => {
  const start = async () => {
    const email = newEmail();
    const { ticket } = await fixture.signup(email);
    const { ticket: stolen } = await attackOn(email);
    const [own, foreign] = await mailed(email);
    return { email, ticket, stolen, own: own!, foreign: foreign! };
  };

  it('does not end the person’s code, and gets no access when the person enters both codes', async () => {
    const { email, ticket, own, foreign } = await start();
    if (own.code !== foreign.code) await expect(verify(email, foreign.code, { ticket })).rejects.toMatchObject(wrong);
    expect((await verify(email, own.code, { ticket })).user).toMatchObject({ email, firstName: 'Ann' });
    await expect(fixture.login(email, theirs)).rejects.toMatchObject(unknown);
    expect((await fixture.login(email, password)).user.email).toBe(email);
  });

  it('gets no access when the person opens the stranger’s link', async () => {
    const { email, ticket, stolen, foreign } = await start();
    const proof = { ticket, attempt: attemptIn(foreign.link) };
    const { token, passwordNeeded, user } = await verify(email, foreign.code, proof);
    expect([passwordNeeded, user]).toEqual([true, undefined]);
    expect(await fixture.claimsOf(token)).toMatchObject({ scope: 'password-reset' });
    await expect(fixture.login(email, theirs)).rejects.toMatchObject(unknown);
    await expect(verify(email, foreign.code, { ticket: stolen })).rejects.toMatchObject(wrong);
    await fixture.call(identity.resetPassword, { password: 'my own choice!' }, (await fixture.bearer(token))!);
    expect((await fixture.login(email, 'my own choice!')).user.email).toBe(email);
  });

  it('cannot verify it with a code of the other attempt, or without a ticket', async () => {
    const { email, stolen, own, foreign } = await start();
    if (own.code !== foreign.code)
      await expect(verify(email, own.code, { ticket: stolen })).rejects.toMatchObject(wrong);
    await expect(verify(email, own.code)).rejects.toMatchObject(wrong);
    await expect(verify(email, own.code, { ticket: 'made up' })).rejects.toMatchObject(wrong);
  });

  it('appears in the mail with time, browser and IP address, but with no text of their own', async () => {
    const { own, foreign } = await start();
    expect(foreign).toMatchObject({ ip: '203.0.113.66', at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(own).toMatchObject({ ip: '192.0.2.1' });
    expect(JSON.stringify(foreign)).not.toContain('refund');
  });

  it('does not replace an account that was made in the meantime', async () => {
    const { email, ticket, own } = await start();
    await createAdmin(fixture.db.source, { email, password: 'another horse!', firstName: 'Ada', lastName: '' });
    await expect(verify(email, own.code, { ticket })).rejects.toMatchObject(wrong);
    await expect(fixture.login(email, password)).rejects.toMatchObject(unverified);
    expect(await fixture.login(email, 'another horse!')).toMatchObject({ enrol: true });
  });

  it('gets no additional tries with more attempts', async () => {
    const email = newEmail();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { ticket } = await attackOn(email);
      const { code } = (await mailed(email)).at(-1)!;
      const guess = () => verify(email, otherThan(code), { ticket });
      await Promise.allSettled([guess(), guess(), guess(), guess(), guess()]);
    }
    const { ticket } = await attackOn(email);
    await expect(verify(email, (await mailed(email)).at(-1)!.code, { ticket })).rejects.toMatchObject(wrong);
    const { ticket: own } = await fixture.signup(email);
    expect((await verify(email, (await mailed(email)).at(-1)!.code, { ticket: own })).verified).toBe(true);
  });
});

describe('an attempt', () => {
  it('allows no sign-in before it is verified', async () => {
    const email = newEmail();
    await fixture.signup(email);
    await expect(fixture.login(email)).rejects.toMatchObject(unverified);
    await expect(fixture.login(email, password, 'receiver')).rejects.toMatchObject(unknown);
    await expect(fixture.login(email, theirs)).rejects.toMatchObject(unknown);
  });

  it('gives the same answer to a sign-in with and without an account for the address', async () => {
    const known = await fixture.member();
    for (const email of [known.email, newEmail()]) {
      await attackOn(email);
      await expect(fixture.login(email, theirs)).rejects.toMatchObject(unverified);
      await expect(fixture.login(email, 'neither of both!')).rejects.toMatchObject(unknown);
    }
  });

  it('expires after an hour', async () => {
    const email = newEmail();
    const { ticket } = await fixture.signup(email);
    const { code, link } = (await mailed(email))[0]!;
    await fixture.db.source.query(
      "UPDATE signup_attempt SET expires_at = expires_at - interval '1 hour' WHERE email = $1",
      [email],
    );
    await expect(verify(email, code, { ticket })).rejects.toMatchObject(wrong);
    await expect(verify(email, code, { attempt: attemptIn(link) })).rejects.toMatchObject(wrong);
    await expect(fixture.login(email)).rejects.toMatchObject(unknown);
  });

  it('gets another code with its ticket, also if there are other attempts', async () => {
    const email = newEmail();
    const { ticket } = await fixture.signup(email);
    await attackOn(email);
    await fixture.call(identity.resendOtp, { email }, anonymous);
    expect(await mailed(email)).toHaveLength(2);
    await fixture.call(identity.resendOtp, { email, ticket }, anonymous);
    const [first, , again] = await mailed(email);
    expect(attemptIn(again!.link)).toBe(attemptIn(first!.link));
    if (first!.code !== again!.code) await expect(verify(email, first!.code, { ticket })).rejects.toMatchObject(wrong);
    expect((await verify(email, again!.code, { ticket })).verified).toBe(true);
  });

  it('keeps its password when its own browser opens the link', async () => {
    const email = newEmail();
    const { ticket } = await fixture.signup(email);
    const { code, link } = (await mailed(email))[0]!;
    expect((await verify(email, code, { ticket, attempt: attemptIn(link) })).user).toMatchObject({ email });
    expect((await fixture.login(email)).user.email).toBe(email);
  });
});

describe('an account without a company', () => {
  it('gets no signup codes, because they would replace password and second step', async () => {
    const { email } = await fixture.onboarding();
    const before = (await mailed(email)).length;
    await fixture.call(identity.resendOtp, { email }, anonymous);
    const { ticket } = await fixture.signup(email);
    await fixture.call(identity.resendOtp, { email, ticket }, anonymous);
    expect(await mailed(email)).toHaveLength(before);
  });

  it('continues onboarding after a normal sign-in', async () => {
    const { email } = await fixture.onboarding();
    const actor = (await fixture.bearer((await fixture.login(email)).token))!;
    expect(actor).toMatchObject({ scope: 'session', companyId: null });
    const { user } = await fixture.call(identity.saveCompany, { company }, actor);
    expect(user).toMatchObject({ email, companyName: 'Ann Trading' });
  });
});

describe('an undeliverable address', () => {
  it.each(undeliverable)('%s is refused with the message for invalid ones, and gets no mail', async (email) => {
    const refused = { code: 'INVALID', message: 'Enter a valid email address' };
    await expect(fixture.signup(email)).rejects.toMatchObject(refused);
    expect(await mailed(email)).toEqual([]);
  });
});
