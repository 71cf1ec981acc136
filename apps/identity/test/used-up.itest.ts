import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { limits, type LimitName } from '@tradepost/contracts/limits/table';
import { addressKey } from '@tradepost/contracts/values/address';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { networkOf } from '@tradepost/service-kit/limits/network';
import { newEmail, password, startFixture, type Fixture } from './fixture';

const ip = '198.51.100.9';
const caller: Actor = { kind: 'public', ip };
const account = { firstName: 'Ann', lastName: 'Sender', userType: 'sender' as const, password };
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const uses = (limit: LimitName, key: string) =>
  fixture.db.source.query(
    'INSERT INTO limit_use (id, limit_name, key, amount, at) VALUES (gen_random_uuid(), $1, $2, 1000000, now())',
    [limit, key],
  );
const wrong = { code: 'OTP_INVALID' };
const refusedBy = (limit: LimitName) => ({
  code: 'TOO_MANY',
  status: 429,
  message: limits[limit].message,
  retryAfter: expect.any(Number),
});

const here = (key: string) => `${key} ${networkOf(ip)}`;

describe('what was used up within its time', () => {
  it.each<[LimitName, (address: string) => string]>([
    ['unprovenMails', (address) => address],
    ['unprovenMailsFromNetwork', here],
    ['signupsOfAddress', here],
  ])('of %s is refused', async (limit, keyOf) => {
    const email = newEmail();
    await uses(limit, keyOf(addressKey(email)));
    await expect(fixture.call(identity.signup, { ...account, email }, caller)).rejects.toMatchObject(refusedBy(limit));
  });

  it('of codesOfNetwork is refused only for this network', async () => {
    const { email } = await fixture.member();
    await uses('codesOfNetwork', networkOf('198.51.100.10'));
    const reset = (from: string) => fixture.call(identity.requestReset, { email }, { kind: 'public', ip: from });
    await expect(reset('198.51.100.10')).rejects.toMatchObject(refusedBy('codesOfNetwork'));
    await expect(reset('198.51.100.11')).resolves.toBeDefined();
  });

  it('of signupTries and codeTries makes even the right code fail, so that guesses reveal nothing', async () => {
    const email = newEmail();
    const { ticket } = await fixture.call(identity.signup, { ...account, email }, caller);
    await uses('signupTries', addressKey(email));
    const otp = await fixture.codeFor(email);
    await expect(fixture.call(identity.verifyOtp, { email, otp, ticket }, caller)).rejects.toMatchObject(wrong);
    const ann = await fixture.member();
    await fixture.call(identity.requestReset, { email: ann.email }, caller);
    await uses('codeTries', addressKey(ann.email));
    const reset = {
      email: ann.email,
      otp: await fixture.codeFor(ann.email, 'reset-code'),
      purpose: 'password-reset' as const,
    };
    await expect(fixture.call(identity.verifyOtp, reset, caller)).rejects.toMatchObject(wrong);
  });

  it('of invitationsAfterApproval is refused for a company with an approved registration', async () => {
    const ann = await fixture.member();
    await fixture.decided(ann, 'Approved', 1);
    await uses('invitationsBeforeApproval', ann.companyId!);
    const invite = () => fixture.call(identity.invite, { emails: [newEmail()] }, ann);
    await expect(invite()).resolves.toBeDefined();
    await uses('invitationsAfterApproval', ann.companyId!);
    await expect(invite()).rejects.toMatchObject(refusedBy('invitationsAfterApproval'));
  });
});

describe('what is held at once', () => {
  const full = (limit: LimitName, key: string, amount: number = limits[limit].amount) =>
    fixture.app.get(Admission).enter([{ limit, key, amount }]);

  it('of searchesOfAccount is refused until a search has ended', async () => {
    const ann = await fixture.member();
    const search = () => fixture.call(identity.searchPartners, { q: 'trade' }, ann);
    const leave = full('searchesOfAccount', ann.userId);
    await expect(search()).rejects.toMatchObject(refusedBy('searchesOfAccount'));
    leave();
    await expect(search()).resolves.toBeDefined();
  });

  it('of hashing is refused until a check has ended', async () => {
    const { email } = await fixture.member();
    const login = () => fixture.call(identity.login, { email, password, portal: 'sender' }, caller);
    const leave = full('hashing', '', 1_000);
    await expect(login()).rejects.toMatchObject(refusedBy('hashing'));
    leave();
    await expect(login()).resolves.toBeDefined();
  });
});
