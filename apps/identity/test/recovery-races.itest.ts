import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { manyLoginFailures, startFixture, tally, type Fixture } from './fixture';
import { recoveryOf } from './recovery-kit';
import { waitingFor } from './waiting-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ...manyLoginFailures, RECOVERIES_PER_DAY: '1000', KEY_BUNDLES_PER_DAY: '1000' });
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const { whilePasswordChanges, whileRemoved } = waitingFor(() => fixture);
const wrap = toBase64url(new Uint8Array(60));
const code = (name: string) => ({ code: name });

/** A company with a request that two of three members have approved, and what each call needs. */
async function approved() {
  const { company, holders, made } = await kit.prepared(3, 2);
  const { who } = company;
  const { request } = await kit.start(who, made);
  const [bob, cid, dan] = holders as [(typeof holders)[0], (typeof holders)[0], (typeof holders)[0]];
  for (const one of [bob, cid]) await kit.approve(request, one, made);
  return { company, who, made, id: request.requestId, request, bob, dan };
}
type World = Awaited<ReturnType<typeof approved>>;

/** Each is prepared first, so that both of a pair reach the database together. */
const calls: Record<string, (world: World) => Promise<() => Promise<unknown>>> = {
  finish: async ({ who, id }) => {
    const password = await kit.proof(who);
    return () => fixture.call(identity.finishRecovery, { id, epoch: 1, wrap, password }, who);
  },
  save: async ({ company, who, bob, dan }) => {
    const { set, sealed, wrap: shared } = await kit.split(company, [bob, dan]);
    const { id: _, ...stated } = set;
    const password = await kit.proof(who);
    return () => fixture.call(identity.saveRecovery, { set: stated, sealed, wrap: shared, password }, who);
  },
  end: async ({ who }) => {
    const password = await kit.proof(who);
    return () => fixture.call(identity.endRecovery, { password }, who);
  },
  stop:
    async ({ who, id }) =>
    () =>
      fixture.call(identity.stopRecovery, { id }, who),
  veto:
    async ({ bob, id }) =>
    () =>
      fixture.call(identity.stopRecovery, { id }, bob.acting),
  approve: async ({ dan, request, made, id }) => {
    const sealed = await kit.approvalOf(request, dan, made);
    const password = await kit.proof(dan.acting);
    return () => fixture.call(identity.approveRecovery, { id, sealed, password }, dan.acting);
  },
  'new keys': async ({ who }) => {
    const { sent } = await kit.vaults.made(who, 2);
    return () => kit.vaults.create(who, sent);
  },
  removal:
    async ({ who, bob }) =>
    () =>
      fixture.call(identity.removeMember, { id: bob.acting.userId }, who),
  suspension: async ({ who, bob }) => {
    const admin = { ...who, userType: 'admin' as const };
    return () => fixture.call(identity.suspend, { id: bob.acting.userId, reason: 'test' }, admin);
  },
  'new key': async ({ bob: { acting } }) => {
    const key = await createPersonKey(ownerOf(acting), await kit.vaults.kekOf(acting));
    const password = await kit.proof(acting);
    return () => fixture.call(identity.createPersonKey, { ...key, password }, acting);
  },
};
const ownerOf = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });

const names = Object.keys(calls);
const pairs = names
  .flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))
  .filter(([one]) => !['removal', 'suspension', 'new key'].includes(one));
/** What the second call may find after the first. */
const late = ['ok', 'NOT_FOUND', 'RECOVERY_INCOMPLETE', 'RECOVERY_INVALID', 'KEYS_STALE'];

it.each(pairs)('%s and %s at the same time leave what one of the two orders leaves', async (one, other) => {
  const world = await approved();
  const both = [await calls[one]!(world), await calls[other]!(world)];
  const outcomes = tally(await Promise.allSettled(both.map((call) => call())));
  expect(Object.keys(outcomes).filter((outcome) => !late.includes(outcome))).toEqual([]);
  expect(outcomes.ok).toBeGreaterThanOrEqual(1);
  if (one === other && ['finish', 'end', 'stop', 'veto', 'new keys'].includes(one)) expect(outcomes.ok).toBe(1);

  const rows = async <T>(query: string) => (await sql(fixture.db.read).query(query, [world.who.userId])) as T[];
  const sets = await rows<{ id: string }>(`SELECT stated->>'setId' AS id FROM recovery_set WHERE account_id = $1`);
  const [vault] = await rows<{ epoch: number; password: string }>(
    `SELECT epoch, sealed->'wraps'->>'password' AS password FROM vault WHERE account_id = $1`,
  );
  const isFinished = vault!.password === wrap;
  const approvals = await rows('SELECT 1 FROM recovery_approval WHERE owner_id = $1');
  const requests = await rows('SELECT 1 FROM recovery_request WHERE owner_id = $1');
  // a used, ended or replaced set leaves no request, and the keys of a later epoch no set
  if (isFinished || vault!.epoch === 2) expect(sets.filter(({ id }) => id === world.made.set.setId)).toEqual([]);
  if (sets[0]?.id !== world.made.set.setId) expect([requests, approvals]).toEqual([[], []]);
  if (vault!.epoch === 2) expect(sets).toEqual([]);
  if (requests.length === 0) expect(approvals).toEqual([]);
});

const withPassword: [string, (world: World) => Promise<() => Promise<unknown>>][] = [
  ['save', calls.save!],
  ['finish', calls.finish!],
  ['end', calls.end!],
  ['approve', calls.approve!],
  [
    'start',
    async ({ who, made, id }) => {
      await fixture.call(identity.stopRecovery, { id }, who);
      const key = await createPersonKey(ownerOf(who), await kit.vaults.kekOf(who));
      const asked = { requestId: crypto.randomUUID(), setId: made.set.setId, ...key, password: await kit.proof(who) };
      return () => fixture.call(identity.startRecovery, asked, who);
    },
  ],
];
it.each(withPassword)('%s is refused if the password was changed after it was compared', async (name, prepare) => {
  const world = await approved();
  const call = await prepare(world);
  const before = await kit.stateFor(world.who);
  const by = name === 'approve' ? world.dan.acting : world.who;
  const outcome = await whilePasswordChanges(by, call);
  expect(outcome).toMatchObject({ status: 'rejected', reason: code('KEYS_STALE') });
  expect(await kit.stateFor(world.who)).toEqual(before);
});

it('save is refused for a member who is removed at the same time', async () => {
  const world = await approved();
  const call = await calls.save!(world);
  const outcome = await whileRemoved(world.bob.acting, world.who.companyId!, call);
  expect(outcome).toMatchObject({ status: 'rejected', reason: code('RECOVERY_INVALID') });
  expect((await kit.stateFor(world.who)).set?.setId).toBe(world.made.set.setId);
});
