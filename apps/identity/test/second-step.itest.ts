import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { setDate } from '@tradepost/testing/clock';
import { createAdmin } from '../src/account/create-admin';
import { TotpRow } from '../src/session/totp.entity';
import { anonymous, newEmail, password, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
// a code is good for a minute, which a busy machine may need for one test
beforeEach(() => setDate(Date.now()));
afterEach(() => jest.useRealTimers());

const codeMissing = { code: 'INVALID', errors: [{ field: 'code' }] };
const ofApp = { code: 'TOTP_INVALID' };

/** An account with two-step sign-in. Its current codes are unused. */
async function guarded() {
  const ann = await fixture.member();
  const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
  const { recoveryCodes } = await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await sql(fixture.db.read).update(TotpRow, { accountId: ann.userId }, { lastStep: 0 });
  return { ann, secret, recoveryCodes };
}

const withCode = ({ email }: UserActor, code: string, from: Actor = anonymous) =>
  fixture.call(identity.login, { email, password, portal: 'sender', code }, from);

describe('a stolen session with the password', () => {
  it('gets no recovery codes, which would be a second step', async () => {
    const { ann, secret, recoveryCodes } = await guarded();
    const renew = (given: object) => fixture.call(identity.renewRecoveryCodes, { password, ...given } as never, ann);
    await expect(renew({})).rejects.toMatchObject(codeMissing);
    await expect(renew({ code: '000000' })).rejects.toMatchObject(ofApp);
    await withCode(ann, recoveryCodes[0]!);
    const { recoveryCodes: renewed } = await renew({ code: authenticatorCode(secret) });
    await expect(withCode(ann, recoveryCodes[1]!)).rejects.toMatchObject(ofApp);
    await withCode(ann, renewed[0]!);
  });

  it('cannot put another authenticator app in place of the present one', async () => {
    const { ann, secret, recoveryCodes } = await guarded();
    const begin = (given: object) => fixture.call(identity.beginTotp, { password, ...given }, ann);
    await expect(begin({})).rejects.toMatchObject(codeMissing);
    await expect(begin({ code: '000000' })).rejects.toMatchObject(ofApp);
    await withCode(ann, authenticatorCode(secret));
    const { secret: next } = await begin({ code: recoveryCodes[0]! });
    await fixture.call(identity.confirmTotp, { code: authenticatorCode(next) }, ann);
    await expect(withCode(ann, authenticatorCode(secret, 1))).rejects.toMatchObject(ofApp);
    await withCode(ann, authenticatorCode(next, 1));
  });

  it('tries no more codes because it gives the right password in between', async () => {
    const { ann, recoveryCodes } = await guarded();
    const device = 'd'.repeat(64);
    const given = { email: ann.email, password, portal: 'sender' as const, code: recoveryCodes[0]!, device };
    const { token } = await fixture.call(identity.login, given, anonymous);
    const here: UserActor = { ...(await fixture.bearer(token))!, device };
    const outcomes: unknown[] = [];
    for (let n = 0; n < 7; n += 1) {
      const guess = fixture.call(identity.endTotp, { password, code: '000000' }, here);
      outcomes.push(await guess.catch(({ code }: { code: string }) => code));
      await fixture.call(identity.authorizeExport, { password }, here).catch(() => undefined);
    }
    expect(outcomes).toEqual([...Array.from({ length: 5 }, () => 'TOTP_INVALID'), 'TOO_MANY', 'TOO_MANY']);
  });
});

it('mails the person each change, and records it', async () => {
  const { ann, secret, recoveryCodes } = await guarded();
  const nextCode = async (of: string) => {
    await sql(fixture.db.read).update(TotpRow, { accountId: ann.userId }, { lastStep: 0 });
    return authenticatorCode(of);
  };
  await fixture.call(identity.renewRecoveryCodes, { password, code: recoveryCodes[0]! }, ann);
  const { secret: next } = await fixture.call(identity.beginTotp, { password, code: await nextCode(secret) }, ann);
  await fixture.call(identity.confirmTotp, { code: authenticatorCode(next) }, ann);
  await fixture.call(identity.endTotp, { password, code: await nextCode(next) }, ann);
  const mails = await fixture.mails('two-step-changed', ann.email);
  expect(mails.map(({ data }) => data.change)).toEqual(['on', 'codes', 'replaced', 'off']);
  expect(mails[0]!.data).toMatchObject({
    firstName: ann.firstName,
    ip: ann.ip,
    link: expect.stringMatching(/profile/),
  });
  const ofAnn = ({ userId }: { userId: string }) => userId === ann.userId;
  const changes = (await fixture.published(identityEvents.totpChanged)).filter(ofAnn);
  expect(changes.map(({ on, replaced = false }) => [on, replaced])).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ]);
  expect((await fixture.published(identityEvents.recoveryCodesRenewed)).filter(ofAnn)).toHaveLength(1);
});

it('a second setup that was opened before the first was completed does not replace it', async () => {
  const email = newEmail('admin');
  await createAdmin(fixture.db.source, { email, password, firstName: 'Ada', lastName: 'Min' });
  const enrolment = async () => (await fixture.bearer((await fixture.login(email)).token))!;
  const [owner, thief] = [await enrolment(), await enrolment()];
  const { secret } = await fixture.call(identity.beginTotp, {}, owner);
  await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, owner);
  await expect(fixture.call(identity.beginTotp, {}, thief)).rejects.toMatchObject(codeMissing);
});
