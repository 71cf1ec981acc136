import { identity } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { sql } from '@tradepost/service-kit/database/sql';
import { waitFor } from '@tradepost/testing/wait-for';
import { IsNull } from 'typeorm';
import { MembersRepository } from '../src/member/members.repository';
import { SessionRow } from '../src/session/session.entity';
import { anonymous, manyLoginFailures, startFixture, type Fixture } from './fixture';
import { handoversOf } from './handover-kit';
import { SoftwareAuthenticator } from './software-authenticator';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(manyLoginFailures);
});
afterAll(() => fixture.stop());

const kit = handoversOf(() => fixture);
const { prepared, start, taking, proof, signedIn, recovery, withKeys } = kit;

/** A company that is being handed over, with what the owner can have prepared before. */
async function handedOver() {
  const world = await prepared();
  return { ...world, dora: await withKeys(world.company) };
}
type World = Awaited<ReturnType<typeof handedOver>>;
type Call = () => Promise<unknown>;

/** What the owner sends while the company is taken over. Each is prepared before the handover starts. */
const calls: Record<string, (world: World) => Promise<Call>> = {
  'a sign-in': async ({ ann }) => {
    const password = await proof(ann);
    return () => fixture.login(ann.email, password);
  },
  'a password reset': async ({ ann }) => {
    const ticket = await fixture.ticketFor(ann.email);
    return () => fixture.call(identity.resetPassword, { password: 'a third battery!' }, ticket);
  },
  'the code of a password reset': async ({ ann: { email } }) => {
    await fixture.call(identity.requestReset, { email }, anonymous);
    const otp = await fixture.codeFor(email, 'reset-code');
    return () => fixture.call(identity.verifyOtp, { email, otp, purpose: 'password-reset' }, anonymous);
  },
  'another password': async ({ ann }) => {
    const current = await proof(ann);
    const { password } = await fixture.record(ann.email, 'a third battery!');
    const wrap = (await fixture.call(identity.keys, {}, ann)).keys!.vault.wraps.password;
    return () => fixture.call(identity.changePassword, { current, password, epoch: 1, wrap }, ann);
  },
  'the start of two-step sign-in': async ({ ann }) => {
    const password = await proof(ann);
    return () => fixture.call(identity.beginTotp, { password }, ann);
  },
  'two-step sign-in': async ({ ann }) => {
    const { secret } = await fixture.call(identity.beginTotp, { password: await proof(ann) }, ann);
    return () => fixture.call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
  },
  'a passkey': async ({ ann }) => {
    const creation = await fixture.call(identity.startPasskey, { password: await proof(ann) }, ann);
    const passkey = new SoftwareAuthenticator().create(creation);
    return () => fixture.call(identity.addPasskey, { name: 'Late', passkey }, ann);
  },
  'an API key': async ({ ann }) => {
    const given = { name: 'Late', scopes: ['read' as const], expiresInDays: 30, password: await proof(ann) };
    return () => fixture.call(identity.createApiKey, given, ann);
  },
  'the deletion of the account': async ({ ann }) => {
    const password = await proof(ann);
    return () => fixture.call(identity.requestDeletion, { password }, ann);
  },
  'a wrap of the vault': async ({ ann }) => {
    const { vault } = (await fixture.call(identity.keys, {}, ann)).keys!;
    const given = { epoch: 1, kind: 'password' as const, wrap: vault.wraps.password, password: await proof(ann) };
    return () => fixture.call(identity.rewrapVault, given, ann);
  },
  'recovery shares': async ({ company, ann }) => {
    const holders = [await recovery.holder(company), await recovery.holder(company)];
    const made = await recovery.split(company, holders);
    return () => recovery.save(ann, made);
  },
  'another handover': async ({ company, ann, dora }) => {
    const code = await kit.sendCode(ann);
    return () => start(company, dora, { code });
  },
  'another session':
    async ({ ann }) =>
    () =>
      fixture.call(identity.switchCompany, { companyId: null }, ann),
  'an invitation of a co-owner': async ({ ann }) => {
    const { email } = await fixture.member('receiver');
    return () => fixture.call(identity.inviteMembers, { emails: [email], roles: ['co-owner'] }, ann);
  },
  'a membership of another company': async ({ ann }) => {
    const other = await fixture.member('sender', 'Other Trading');
    await fixture.call(identity.inviteMembers, { emails: [ann.email], roles: ['co-owner'] }, other);
    const [received] = await fixture.call(identity.receivedMemberInvitations, {}, ann);
    return () => fixture.call(identity.acceptMemberInvitation, { id: received!.id }, ann);
  },
};

/** Resolves when so many statements wait for a lock. Outside of transactions: within one, PostgreSQL shows the same state again. */
const untilWaiting = (many: number) =>
  waitFor(async () => {
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const [row] = (await sql(fixture.db.read).query(waiting)) as { n: number }[];
    return (row?.n ?? 0) >= many;
  });

/** The former owner's call passes all checks before the takeover, and waits for it. */
async function duringTakeover({ company, ann, cora }: World, call: Call) {
  const { sent } = await taking(company, cora);
  const { taken, late } = await fixture.db.transaction(async (tx) => {
    await fixture.app.get(MembersRepository).lockCompany(tx, ann.companyId!);
    const accepted = Promise.allSettled([fixture.call(identity.acceptHandover, sent, cora.acting)]);
    await untilWaiting(1);
    const called = Promise.allSettled([call()]);
    await untilWaiting(2);
    return { taken: accepted, late: called };
  });
  return { taken: (await taken)[0], late: (await late)[0] };
}

it.each(Object.entries(calls))(
  'does nothing for the former owner while the company is taken over: %s',
  async (_what, prepare) => {
    const world = await handedOver();
    const { company, ann, cora } = world;
    const call = await prepare(world);
    await start(company, cora);
    const { taken, late } = await duringTakeover(world, call);
    expect(taken.status).toBe('fulfilled');
    expect(late.status).toBe('rejected');
    const owner = await signedIn(ann);
    const live = await sql(fixture.db.read).findBy(SessionRow, { accountId: ann.userId, endedAt: IsNull() });
    expect(live.map(({ id }) => id)).toEqual([owner.sessionId]);
    expect(await fixture.call(identity.me, {}, owner)).toMatchObject({
      security: { totp: false, recoveryCodesLeft: 0 },
      deletionAt: null,
      memberships: 0,
    });
    expect(await fixture.call(identity.passkeys, {}, owner)).toEqual([]);
    expect(await fixture.call(identity.apiKeys, {}, owner)).toEqual([]);
    expect(await fixture.call(identity.memberInvitations, {}, owner)).toEqual([]);
    expect(await fixture.call(identity.handover, {}, owner)).toEqual({ handover: null });
    expect(await recovery.stateFor(owner)).toMatchObject({ set: null });
  },
);
