import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { userActor } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { TotpRow } from '../src/session/totp.entity';
import { anonymous, password, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const admin = userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });

/** By a code from a mail, after which no session of the old password is left. */
async function reset({ email }: UserActor) {
  const ticket = await fixture.ticketFor(email);
  return () => fixture.call(identity.resetPassword, { password: 'a new secret!' }, ticket);
}

async function suspension({ userId: id }: UserActor) {
  return async () => {
    await fixture.call(identity.suspend, { id, reason: 'asked by its owner' }, admin);
    await fixture.call(identity.restore, { id }, admin);
  };
}

/** Resolves when so many statements wait for a lock. Outside of transactions: within one, PostgreSQL shows the same state again. */
const untilWaiting = (many: number) =>
  waitFor(async () => {
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const [row] = (await sql(fixture.db.read).query(waiting)) as { n: number }[];
    return (row?.n ?? 0) >= many;
  });

/** Whether the outcome of a sign-in opens the account. */
async function opens(outcome: PromiseSettledResult<{ token: string }> | undefined): Promise<boolean> {
  return outcome?.status === 'fulfilled' && (await fixture.bearer(outcome.value.token)) !== null;
}

it('refuses a sign-in if the password was reset after it was compared', async () => {
  const ann = await fixture.member();
  const { secret } = await fixture.call(identity.beginTotp, { password }, ann);
  await fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  await sql(fixture.db.read).update(TotpRow, { accountId: ann.userId }, { lastStep: 0 });
  const toReset = await reset(ann);
  const proof = await fixture.proofOf(ann.email);
  const { signedIn } = await fixture.db.transaction(async (tx) => {
    // the second step follows the comparison
    await sql(tx).query('SELECT 1 FROM totp WHERE account_id = $1 FOR UPDATE', [ann.userId]);
    const given = { email: ann.email, password: proof, portal: 'sender' as const, code: authenticatorCode(secret) };
    const started = Promise.allSettled([fixture.call(identity.login, given, anonymous)]);
    await untilWaiting(1);
    await toReset();
    return { signedIn: started };
  });
  const [outcome] = await signedIn;
  expect(await opens(outcome)).toBe(false);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'BAD_CREDENTIALS' } });
});

it.each([
  ['a reset of the password', reset],
  ['a suspension, also once it is lifted', suspension],
])('ends a session that is created at the same time: %s', async (_what, prepare) => {
  const ann = await fixture.member();
  await fixture.login(ann.email);
  const end = await prepare(ann);
  const proof = await fixture.proofOf(ann.email);
  const { both } = await fixture.db.transaction(async (tx) => {
    // the sign-in has the lock of the account when it waits for its browser
    const browsers = await sql(tx).query('SELECT 1 FROM device WHERE account_id = $1 FOR UPDATE', [ann.userId]);
    expect(browsers).toHaveLength(1);
    const signedIn = fixture.login(ann.email, proof);
    await untilWaiting(1);
    const ended = end();
    const settled = Promise.allSettled([signedIn, ended]);
    await Promise.race([ended, untilWaiting(2)]);
    return { both: settled };
  });
  const [signedIn, ended] = await both;
  expect(ended.status).toBe('fulfilled');
  expect(await opens(signedIn)).toBe(false);
});
