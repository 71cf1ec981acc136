import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { day } from '@tradepost/service-kit/runtime/durations';
import { tablesWith } from '@tradepost/testing/tables-with';
import { PersonKeyRow } from '../src/company-key/company-key.entity';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { startFixture, type Fixture } from './fixture';
import { recoveryOf, type Holder } from './recovery-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const code = (name: string) => ({ code: name });
const deleted = async (who: UserActor) => {
  await fixture.call(identity.requestDeletion, { password: await kit.proof(who) }, who);
  await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * day));
};

it('nothing of a set is left of a deleted owner', async () => {
  const { company, holders, made } = await kit.prepared();
  const { request } = await kit.start(company.who, made);
  await kit.approve(request, holders[0]!, made);
  const before = await tablesWith(fixture.db, company.who.userId);
  expect(before.filter((table) => /^recovery_(set|share|request|approval)$/.test(table))).toHaveLength(4);
  await deleted(company.who);
  const after = await tablesWith(fixture.db, company.who.userId);
  expect(after.filter((table) => table.startsWith('recovery_'))).toEqual([]);
  await expect(kit.approve(request, holders[1]!, made)).rejects.toMatchObject(code('NOT_FOUND'));
});

it('a deleted member leaves no share, and the address in the signed set only, until the owner replaces it', async () => {
  const { company, holders, made } = await kit.prepared();
  const { acting } = holders[0]!;
  const { request } = await kit.start(company.who, made);
  await kit.approve(request, holders[0]!, made);
  await deleted(acting);
  expect(await kit.stateFor(company.who)).toMatchObject({ lost: [acting.userId], request: { approvedBy: [] } });
  expect(await tablesWith(fixture.db, acting.email)).toEqual(['recovery_set']);
  await kit.save(company.who, await kit.split(company, holders.slice(1), 2));
  expect(await tablesWith(fixture.db, acting.email)).toEqual([]);
});

it('a member who comes back has no share, and neither approves nor stops', async () => {
  const { company, holders, made } = await kit.prepared();
  const { who } = company;
  const [bob] = holders;
  const { request } = await kit.start(who, made);
  await kit.approve(request, bob!, made);
  await fixture.call(identity.removeMember, { id: bob!.acting.userId }, who);
  await fixture.call(identity.inviteMembers, { emails: [bob!.acting.email], roles: ['approver'] }, who);
  const { token } = await fixture.login(bob!.acting.email, await kit.proof(bob!.acting), 'receiver');
  const again = (await fixture.bearer(token))!;
  const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, again);
  await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, again);
  const { acting } = bob!;
  expect(await kit.stateFor(acting)).toMatchObject({ share: null, request: { approvedBy: [] } });
  await expect(kit.approve(request, bob!, made)).rejects.toMatchObject(code('NOT_FOUND'));
  const stop = fixture.call(identity.stopRecovery, { id: request.requestId }, acting);
  await expect(stop).rejects.toMatchObject(code('NOT_FOUND'));
});

const unfit: [string, (company: Awaited<ReturnType<typeof kit.owning>>) => Promise<Holder>][] = [
  [
    'a suspended member',
    async (company) => {
      const one = await kit.holder(company);
      const admin = { ...company.who, userType: 'admin' as const };
      await fixture.call(identity.suspend, { id: one.acting.userId, reason: 'test' }, admin);
      return one;
    },
  ],
  [
    'a former member',
    async (company) => {
      const one = await kit.holder(company);
      await fixture.call(identity.removeMember, { id: one.acting.userId }, company.who);
      return one;
    },
  ],
  ['a member of another company', async () => kit.holder(await kit.owning('Eve Trading'))],
  ['the owner', async ({ who }) => ({ acting: who, key: await kit.personKey(who) })],
];
it.each(unfit)('%s gets no share', async (_, make) => {
  const company = await kit.owning();
  const others = [await kit.holder(company), await kit.holder(company)];
  const made = await kit.split(company, [...others, await make(company)]);
  await expect(kit.save(company.who, made)).rejects.toMatchObject(code('RECOVERY_INVALID'));
  expect((await kit.stateFor(company.who)).set).toBeNull();
  await kit.save(company.who, await kit.split(company, others));
});

describe('an owner', () => {
  it('gives shares also with a key of their own from the time before they had a password', async () => {
    const company = await kit.owning();
    await kit.personKey(company.who);
    await sql(fixture.db.read).update(PersonKeyRow, company.who.userId, { wrapKind: 'recovery' });
    await kit.save(company.who, await kit.split(company, [await kit.holder(company), await kit.holder(company)]));
    expect((await kit.stateFor(company.who)).set?.shares).toHaveLength(2);
  });

  it('starts with a fresh key of their own and a UUID, for three days', async () => {
    const { company, holders, made } = await kit.prepared(2);
    const { who } = company;
    const begin = async (of: UserActor, requestId: string) => {
      const named = { userId: of.userId, address: addressKey(of.email) };
      const fresh = await createPersonKey(named, await kit.vaults.kekOf(who));
      const asked = { requestId, setId: made.set.setId, ...fresh, password: await kit.proof(who) };
      return fixture.call(identity.startRecovery, asked, who);
    };
    const id = crypto.randomUUID();
    await expect(begin(holders[0]!.acting, id)).rejects.toMatchObject(code('KEY_UNPROVEN'));
    for (const other of ['nightly', id.toUpperCase()])
      await expect(begin(who, other)).rejects.toMatchObject(code('INVALID'));
    expect((await kit.stateFor(who)).request).toBeNull();
    await begin(who, id);
    const { request } = await kit.stateFor(who);
    const days = (Date.parse(request!.expiresAt) - Date.now()) / day;
    expect([request!.requestId, Math.round(days * 100) / 100]).toEqual([id, 3]);
  });

  it('changes the wrap of the password only, and has to save a new recovery key', async () => {
    const { company, holders, made } = await kit.prepared(2);
    const { who, sealed } = company;
    await fixture.call(identity.confirmRecovery, { epoch: 1 }, who);
    const { request } = await kit.start(who, made);
    for (const one of holders) await kit.approve(request, one, made);
    const wrap = toBase64url(new Uint8Array(60));
    await kit.finish(who, request.requestId, wrap);
    const { keys } = await kit.vaults.storedKeysOf(who);
    expect(keys!.vault).toEqual({ ...sealed, wraps: { ...sealed.wraps, password: wrap } });
    expect(keys!.recoverySaved).toBe(false);
  });
});
