import { keyScopes, type UserActor } from '@tradepost/contracts/actor';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { memberRoles, type MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { RecoveryRequestRow } from '../src/recovery/recovery.entity';
import { manyLoginFailures, startFixture, type Fixture } from './fixture';
import { recoveryOf, type Holder } from './recovery-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ...manyLoginFailures, RECOVERIES_PER_DAY: '1000' });
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const someWrap = toBase64url(new Uint8Array(60));
const someShare = toBase64url(new Uint8Array(114));

const states = ['without a set', 'with a set', 'started', 'approved', 'expired', 'stopped', 'finished'] as const;
type State = (typeof states)[number];
const isOpen = (state: State) => state === 'started' || state === 'approved';
const hasSet = (state: State) => state !== 'without a set' && state !== 'finished';

const lostKinds = ['a removed member', 'a suspended member', 'a member with a new key'] as const;
const outsiders = [
  'a member without a share',
  'a holder of another company',
  'the owner of another company',
  'a person without a company',
  'an administrator',
  'a holder by single sign-on',
  'an API key of the owner',
  'a ticket to reset the password',
] as const;
/** Nine people hold no shares: managers are left out, who may do less than co-owners and more than others. */
const holdingRoles = memberRoles.filter((role) => role !== 'manager');
type HoldingRole = Exclude<MemberRole, 'manager'>;
type Kind = 'the owner' | HoldingRole | (typeof lostKinds)[number] | (typeof outsiders)[number];
const kinds: Kind[] = ['the owner', ...holdingRoles, ...lostKinds, ...outsiders];
const isHolder = (kind: Kind) => kind === 'a holder by single sign-on' || holdingRoles.some((role) => role === kind);

const calls = ['recovery', 'save', 'end', 'start', 'approve', 'stop', 'approved', 'finish'] as const;
type Call = (typeof calls)[number];

/** A company in this state, with a person of each kind. A member of each role holds a share, and so did those who have lost theirs. */
async function worldIn(state: State) {
  const company = await kit.owning();
  const { who } = company;
  const holders: Holder[] = [];
  for (const role of holdingRoles) holders.push(await kit.holder(company, [role]));
  const lost: Holder[] = [];
  for (const _ of lostKinds) lost.push(await kit.holder(company));
  const plain = await kit.holder(company);
  const all = [...holders, ...lost];
  const made = await kit.split(company, all);
  let id: string = crypto.randomUUID();
  if (state !== 'without a set') await kit.save(who, made);
  if (hasSet(state) ? state !== 'with a set' : state === 'finished') {
    const { request } = await kit.start(who, made);
    id = request.requestId;
    // two of the members who stay, and all who will not
    if (state === 'approved' || state === 'finished')
      for (const one of [...lost, holders[2]!, holders[4]!]) await kit.approve(request, one, made);
    if (state === 'stopped') await fixture.call(identity.stopRecovery, { id }, who);
    if (state === 'finished') await kit.finish(who, id, someWrap);
    if (state === 'expired')
      await fixture.db.transaction((tx) =>
        sql(tx).update(RecoveryRequestRow, { ownerId: who.userId }, { expiresAt: new Date(Date.now() - 1) }),
      );
  }
  const [removed, suspended, renewed] = lost as [Holder, Holder, Holder];
  await fixture.call(identity.removeMember, { id: removed.acting.userId }, who);
  const admin = { ...who, userType: 'admin' as const };
  await fixture.call(identity.suspend, { id: suspended.acting.userId, reason: 'test' }, admin);
  await kit.personKey(renewed.acting);
  const other = await elsewhere();
  const people: Record<Kind, UserActor> = {
    'the owner': who,
    ...(Object.fromEntries(holdingRoles.map((role, at) => [role, holders[at]!.acting])) as Record<
      HoldingRole,
      UserActor
    >),
    'a removed member': removed.acting,
    'a suspended member': suspended.acting,
    'a member with a new key': renewed.acting,
    'a member without a share': plain.acting,
    'a holder of another company': other.holder,
    'the owner of another company': other.owner,
    'a person without a company': { ...plain.acting, companyId: null, companyName: null, roles: ['owner'] },
    'an administrator': { ...who, companyId: null, companyName: null, userType: 'admin' },
    'a holder by single sign-on': { ...holders[0]!.acting, sso: true },
    'an API key of the owner': {
      ...who,
      key: { id: crypto.randomUUID(), name: 'nightly', scopes: keyScopes, mayAcceptWithoutCode: true },
    },
    'a ticket to reset the password': { ...who, scope: 'password-reset' },
  };
  return { company, made, id, people, holders };
}
type World = Awaited<ReturnType<typeof worldIn>>;

/** Another company with a recovery that its members have approved. */
let another: Promise<{ owner: UserActor; holder: UserActor }> | undefined;
const elsewhere = () =>
  (another ??= (async () => {
    const { company, holders, made } = await kit.prepared(2);
    const { request } = await kit.start(company.who, made);
    for (const one of holders) await kit.approve(request, one, made);
    return { owner: company.who, holder: holders[0]!.acting };
  })());

/** The call with all that is right for this person, so that only who it is and the state can refuse it. */
async function callAs(
  call: Call,
  by: UserActor,
  { company, made, id, holders }: World,
  password?: string,
): Promise<unknown> {
  const known = async () => password ?? (await kit.proof(by));
  if (call === 'recovery') return kit.stateFor(by);
  if (call === 'end') return fixture.call(identity.endRecovery, { password: await known() }, by);
  if (call === 'stop') return fixture.call(identity.stopRecovery, { id }, by);
  if (call === 'approved') return fixture.call(identity.approvedRecovery, { id }, by);
  if (call === 'approve')
    return fixture.call(identity.approveRecovery, { id, sealed: someShare, password: await known() }, by);
  if (call === 'finish')
    return fixture.call(identity.finishRecovery, { id, epoch: 1, wrap: someWrap, password: await known() }, by);
  if (call === 'start') {
    const own = { userId: by.userId, address: addressKey(by.email) };
    const fresh = await createPersonKey(own, await kit.vaults.kekOf(by));
    const asked = { requestId: crypto.randomUUID(), setId: made.set.setId, ...fresh, password: await known() };
    return fixture.call(identity.startRecovery, asked, by);
  }
  const {
    set: { id: _, ...set },
    ...shares
  } = await kit.split(company, holders);
  return fixture.call(identity.saveRecovery, { set, ...shares, password: await known() }, by);
}

/** What this person gets in this state: the code of the refusal, or null. */
function refusalOf(kind: Kind, call: Call, state: State): string | null {
  if (kind === 'an API key of the owner') return 'KEY_SCOPE';
  if (kind === 'a ticket to reset the password') return 'NOT_ALLOWED';
  const isOwners = !['recovery', 'approve', 'stop'].includes(call);
  if (kind === 'an administrator') return isOwners ? 'NOT_ALLOWED' : 'COMPANY_MISSING';
  if (kind === 'a person without a company') return 'COMPANY_MISSING';
  if (call === 'recovery') return null;
  if (kind === 'the owner of another company') return call === 'save' ? 'RECOVERY_INVALID' : 'NOT_FOUND';
  if (kind !== 'the owner') {
    if (isOwners) return 'NOT_ALLOWED';
    return isHolder(kind) && isOpen(state) ? null : 'NOT_FOUND';
  }
  if (call === 'save') return null;
  if (call === 'end') return hasSet(state) ? null : 'NOT_FOUND';
  if (call === 'start') return isOpen(state) ? 'RECOVERY_PENDING' : hasSet(state) ? null : 'NOT_FOUND';
  if (call === 'approve' || !isOpen(state)) return 'NOT_FOUND';
  return call === 'stop' || state === 'approved' ? null : 'RECOVERY_INCOMPLETE';
}

/** Calls about the caller's own company only: they do not name the recovery of this one. */
const isOfOwn = (kind: Kind, call: Call) =>
  kind === 'the owner of another company' && (call === 'end' || call === 'start');

/** All that the database has about the recovery of the company, its vault, and who was notified. */
async function storedOf({ company: { who } }: World) {
  const rows = (query: string) => sql(fixture.db.read).query(query, [who.userId]);
  return {
    set: await rows('SELECT * FROM recovery_set WHERE account_id = $1'),
    shares: await rows('SELECT * FROM recovery_share WHERE owner_id = $1 ORDER BY account_id'),
    request: await rows('SELECT * FROM recovery_request WHERE owner_id = $1'),
    approvals: await rows('SELECT * FROM recovery_approval WHERE owner_id = $1 ORDER BY account_id'),
    vault: await rows('SELECT * FROM vault WHERE account_id = $1'),
    events: (await fixture.published(identityEvents.recoveryChanged)).filter((one) => one.companyId === who.companyId),
    mails: (await fixture.jobs('mail')).filter(({ payload }) => JSON.stringify(payload).includes(who.email)).length,
  };
}

const codeOf = (answer: Promise<unknown>): Promise<string | null> =>
  answer.then(
    () => null,
    (error: { code?: string }) => String(error.code),
  );

describe.each(states)('the recovery of a company, %s,', (state) => {
  let world: World;
  beforeAll(async () => {
    world = await worldIn(state);
  });

  it('refuses everyone what is not theirs, and a refusal changes nothing and notifies nobody', async () => {
    const before = await storedOf(world);
    const got: Record<string, string | null> = {};
    const expected: Record<string, string | null> = {};
    for (const kind of kinds)
      for (const call of calls) {
        const refusal = refusalOf(kind, call, state);
        if (refusal === null || isOfOwn(kind, call)) continue;
        expected[`${kind}: ${call}`] = refusal;
        got[`${kind}: ${call}`] = await codeOf(callAs(call, world.people[kind], world));
      }
    expect(got).toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(80);
    expect(await storedOf(world)).toEqual(before);
  });

  it('is shown to the owner and the members who were given shares, to each with the own share only', async () => {
    const { people, made, id } = world;
    const sealedOf = (kind: Kind) =>
      made.sealed[made.set.shares.findIndex((one) => one.memberId === people[kind].userId)];
    for (const kind of kinds) {
      if (refusalOf(kind, 'recovery', state) !== null || kind.endsWith('of another company')) continue;
      const shown = (await callAs('recovery', people[kind], world)) as RecoveryState;
      const sees = kind === 'the owner' || isHolder(kind) || /suspended|new key/.test(kind);
      if (!sees || !hasSet(state)) {
        expect(shown).toMatchObject({ set: null, share: null, lost: [], request: null });
        continue;
      }
      expect(shown.set?.setId).toBe(made.set.setId);
      expect(shown.share).toBe(isHolder(kind) ? sealedOf(kind) : null);
      expect(shown.lost.toSorted()).toEqual(lostKinds.map((one) => people[one].userId).toSorted());
      expect(shown.request?.requestId ?? null).toBe(isOpen(state) ? id : null);
      const approvers = state === 'approved' ? [people.approver.userId, people.auditor.userId] : [];
      expect(shown.request?.approvedBy.toSorted() ?? []).toEqual(approvers.filter(() => isOpen(state)).toSorted());
      // only the owner, and only once enough members have approved, gets what opens the vault
      expect(JSON.stringify(shown)).not.toContain(made.wrap);
    }
  });

  it('asks for the password', async () => {
    const before = await storedOf(world);
    const stranger = await kit.proof(world.people['a member without a share']);
    for (const [kind, call] of [
      ['the owner', 'save'],
      ['the owner', 'end'],
      ['the owner', 'start'],
      ['the owner', 'finish'],
      ['auditor', 'approve'],
    ] as const)
      expect([call, await codeOf(callAs(call, world.people[kind], world, stranger))]).toEqual([call, 'PASSWORD_WRONG']);
    expect(await storedOf(world)).toEqual(before);
  });

  it('ends when the owner gives new shares', async () => {
    const { company, made, people } = world;
    expect(await codeOf(callAs('save', people['the owner'], world))).toBeNull();
    const after = await kit.stateFor(company.who);
    expect(after).toMatchObject({ request: null, lost: [], set: { epoch: 1 } });
    expect(after.set?.setId).not.toBe(made.set.setId);
    expect(await codeOf(callAs('approve', people.auditor, world))).toBe('NOT_FOUND');
  });
});

it('members of each role may approve with their share, and stop', async () => {
  const world = await worldIn('started');
  const { company, made, people } = world;
  for (const role of holdingRoles)
    expect([role, await codeOf(callAs('approve', people[role], world))]).toEqual([role, null]);
  expect((await kit.stateFor(company.who)).request?.approvedBy).toHaveLength(holdingRoles.length);
  for (const role of holdingRoles) {
    expect([role, await codeOf(callAs('stop', people[role], world))]).toEqual([role, null]);
    expect(await storedOf(world)).toMatchObject({ request: [], approvals: [] });
    world.id = (await kit.start(company.who, made)).request.requestId;
  }
});
