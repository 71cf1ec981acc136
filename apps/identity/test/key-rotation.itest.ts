import type { UserActor } from '@tradepost/contracts/actor';
import type { CompanyKey } from '@tradepost/contracts/encryption/sealed';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createBundle, type Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { createPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { openVault, rotateVault, type CreatedVault, type StoredVault } from '@tradepost/sealing/keys/vault';
import { sql } from '@tradepost/service-kit/database/sql';
import { VaultRow } from '../src/keys/keys.entity';
import { startFixture, type Fixture } from './fixture';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ LOGIN_FREE_FAILURES: '50', LOGIN_FAILURES_PER_ACCOUNT: '60' });
});
afterAll(() => fixture.stop());

const vaults = vaultsOf(() => fixture);
const code = (name: string) => ({ code: name });
const system = { kind: 'system', service: 'requests' } as const;
const named = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });
const now = async ({ sessionId }: UserActor) =>
  (await fixture.call(identity.actorOf, { sessionId, enforcesRoles: true }, { kind: 'system', service: 'gateway' }))
    .actor;
const entry = toBase64url(new Uint8Array(100));
const append = (who: UserActor, epoch: number, seq: number) =>
  fixture.call(identity.appendLedger, { epoch, seq, entries: [entry] }, who);

/** An owner with one entry in the ledger. */
async function owning() {
  const { who, sent } = await vaults.keyed('sender', 'Ann Trading');
  await append(who, 1, 1);
  return { who, stored: { vault: sent.vault, bundle: sent.bundle } };
}

/** A member with a session for the company and a key of their own. */
async function member(owner: UserActor, roles: MemberRole[] = ['downloader']) {
  const person = await fixture.member('receiver', 'Bob Buying');
  await fixture.call(identity.inviteMembers, { emails: [person.email], roles }, owner);
  const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, person);
  await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, person);
  const { token } = await fixture.call(identity.switchCompany, { companyId: owner.companyId }, person);
  const acting = (await fixture.bearer(token))!;
  const stored = await createPersonKey(named(acting), await vaults.kekOf(acting));
  await fixture.call(identity.createPersonKey, { ...stored, password: await fixture.proofOf(acting.email) }, acting);
  return { acting, key: await verifyPersonKey(named(acting), stored.key) };
}
type Member = Awaited<ReturnType<typeof member>>;

const sealedTo = async (
  who: UserActor,
  { vault, sealed }: Pick<CreatedVault, 'vault' | 'sealed'>,
  { key }: Member,
  companyId = who.companyId!,
) =>
  sealCompanyKey({ companyId, company: vault.own as Contact, member: key }, vault, sealed, {
    kind: 'password',
    kek: await vaults.kekOf(who),
  });

/** What the owner's client sends for the next epoch. */
async function rotation(who: UserActor, stored: StoredVault, remaining: Member[] = [], seq = 1) {
  const kek = await vaults.kekOf(who);
  const end = { seq, head: toBase64url(new Uint8Array(32)) };
  const recovery = await recoveryKek(newRecoveryCode());
  const created = await rotateVault(named(who), stored, { kind: 'password', kek }, recovery, end);
  const members: (CompanyKey & { id: string })[] = [];
  for (const one of remaining) members.push({ id: one.acting.userId, ...(await sealedTo(who, created, one)) });
  const { sealed, bundle } = created;
  const vault = { ...sealed, former: sealed.former! };
  return { created, sent: { bundle, vault, ledgerSize: seq, members, password: await fixture.proofOf(who.email) } };
}
const send = (who: UserActor, sent: Awaited<ReturnType<typeof rotation>>['sent']) =>
  fixture.call(identity.rotateKeys, sent, who);

async function withMembers() {
  const { who, stored } = await owning();
  const [cid, dan] = [await member(who), await member(who)];
  const kek = await vaults.kekOf(who);
  const vault = await openVault(who.userId, stored.vault, stored.bundle, { kind: 'password', kek });
  for (const one of [cid, dan])
    await fixture.call(
      identity.giveCompanyKey,
      {
        id: one.acting.userId,
        epoch: 1,
        ...(await sealedTo(who, { vault, sealed: stored.vault }, one)),
        password: await fixture.proofOf(who.email),
      },
      who,
    );
  return { who, stored, cid, dan };
}

describe('new keys of a company', () => {
  it('are for its owner and the members that the owner names; all who know the former ones sign in again', async () => {
    const { who, stored, cid, dan } = await withMembers();
    const elsewhere = await fixture.login(who.email, await fixture.proofOf(who.email));
    const other = (await fixture.bearer(elsewhere.token))!;
    const { created, sent } = await rotation(who, stored, [cid]);
    expect(await send(who, sent)).toMatchObject({ epoch: 2, keys: { vault: sent.vault, recoverySaved: false } });
    expect((await vaults.storedKeysOf(who)).keys?.vault).toEqual(sent.vault);
    expect(await now(who)).toMatchObject({ userId: who.userId });
    for (const one of [other, cid.acting, dan.acting]) expect(await now(one)).toBeNull();

    const again = async ({ acting: { email } }: Member) => {
      const { token } = await fixture.login(email, await fixture.proofOf(email), 'receiver');
      const switched = await fixture.call(
        identity.switchCompany,
        { companyId: who.companyId },
        (await fixture.bearer(token))!,
      );
      return (await fixture.bearer(switched.token))!;
    };
    const [remaining, left] = [await again(cid), await again(dan)];
    expect([remaining.hasKeys, left.hasKeys]).toEqual([true, undefined]);
    expect(await fixture.call(identity.companyKeys, {}, remaining)).toMatchObject({
      bundle: created.bundle,
      vault: { epoch: 2, former: sent.vault.former },
      access: { sig: sent.members[0]!.sig },
    });
    await expect(fixture.call(identity.companyKeys, {}, { ...left, hasKeys: true })).rejects.toMatchObject(
      code('OWNER_KEYS_REQUIRED'),
    );
    const events = await fixture.published(identityEvents.companyKeyChanged);
    const givenTo = ({ acting: { userId } }: Member) =>
      events.filter((one) => one.userId === userId).map(({ given }) => given);
    expect([givenTo(cid), givenTo(dan)]).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('continue the ledger: owner and members read that of carried epochs, and nobody appends to it', async () => {
    const { who, stored, cid } = await withMembers();
    const { sent } = await rotation(who, stored, [cid]);
    await send(who, sent);
    const former = { epoch: 2, from: 1, former: 1 };
    const whole = { size: 1, entries: [entry] };
    expect(await fixture.call(identity.ledger, { epoch: 2, from: 1 }, who)).toEqual({ size: 0, entries: [] });
    expect(await fixture.call(identity.ledger, former, who)).toEqual(whole);
    const acting = { ...cid.acting, hasKeys: true as const };
    expect(await fixture.call(identity.companyLedger, former, acting)).toEqual(whole);
    for (const wrong of [
      { ...former, former: 3 },
      { ...former, epoch: 1 },
    ])
      await expect(fixture.call(identity.ledger, wrong, who)).rejects.toMatchObject(code('KEYS_STALE'));
    await expect(append(who, 1, 2)).rejects.toMatchObject(code('KEYS_STALE'));
    await append(who, 2, 1);
    // keys that carry nothing have no former ledgers
    await vaults.create(who, (await vaults.made(who, 3)).sent);
    for (const before of [1, 2])
      await expect(fixture.call(identity.ledger, { epoch: 3, from: 1, former: before }, who)).rejects.toMatchObject(
        code('KEYS_STALE'),
      );
  });

  it('say which former keys they carry, through several epochs and until a new start', async () => {
    const { who, stored } = await owning();
    const ids = async () => (await fixture.call(identity.bundleOf, { userId: who.userId }, system)).former;
    expect(await ids()).toEqual([]);
    const first = await rotation(who, stored);
    await send(who, first.sent);
    const one = first.created.vault.former[0]!.own;
    expect(await ids()).toEqual([one.keyId, one.pairId].map(toBase64url));
    await append(who, 2, 1);
    const second = await rotation(who, { vault: first.created.sealed, bundle: first.created.bundle });
    await send(who, second.sent);
    expect(await ids()).toHaveLength(4);
    const published = (await fixture.published(identityEvents.keysPublished)).filter(
      ({ userId }) => userId === who.userId,
    );
    expect(published.map(({ epoch, changed, former = [] }) => [epoch, changed, former.length])).toEqual([
      [1, false, 0],
      [2, true, 2],
      [3, true, 4],
    ]);
    await vaults.create(who, (await vaults.made(who, 4)).sent);
    expect(await ids()).toEqual([]);
  });
});

const pairs = async () =>
  [
    await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
  ] as const;

describe('new keys are refused, and change nothing,', () => {
  let company: Awaited<ReturnType<typeof withMembers>>;
  beforeEach(async () => {
    company = await withMembers();
  });
  afterEach(async () => {
    expect((await vaults.storedKeysOf(company.who)).epoch).toBe(1);
    expect((await now(company.cid.acting))?.hasKeys).toBe(true);
  });
  const made = () => rotation(company.who, company.stored, [company.cid]);
  const refused = async (sent: Awaited<ReturnType<typeof made>>['sent'], name: string, by = company.who) =>
    expect(send(by, sent)).rejects.toMatchObject(code(name));

  it('for another state of the ledger or of the keys than the stored one', async () => {
    const { sent } = await made();
    await refused({ ...sent, ledgerSize: 0 }, 'KEYS_STALE');
    const { who: ann } = company;
    const skipping = { bundle: await createBundle(named(ann), 3, ...(await pairs())), ledgerSize: 0 };
    const again = { ...sent, password: await fixture.proofOf(ann.email) };
    await refused({ ...again, ...skipping }, 'INVALID');
    await refused({ ...again, ...skipping, vault: { ...sent.vault, epoch: 3 } }, 'KEYS_STALE');
    await append(company.who, 1, 2);
    await refused({ ...sent, password: await fixture.proofOf(company.who.email) }, 'KEYS_STALE');
    const { who } = await owning();
    await refused((await rotation(company.who, company.stored)).sent, 'KEY_UNPROVEN', who);
  });

  it('with another password, or what is not for the present key of a member', async () => {
    const { created, sent } = await made();
    const { who, cid, dan } = company;
    await refused({ ...sent, password: await fixture.proofOf(dan.acting.email) }, 'PASSWORD_WRONG');
    const again = async (members: typeof sent.members) => ({
      ...sent,
      members,
      password: await fixture.proofOf(who.email),
    });
    const [given] = sent.members;
    const forDan = await sealedTo(who, created, dan);
    const stranger = await fixture.member('receiver');
    for (const members of [
      [{ ...given!, id: dan.acting.userId }],
      [{ ...forDan, id: cid.acting.userId }],
      [{ ...given!, sig: forDan.sig }],
      [{ ...given!, id: stranger.userId }],
      [{ ...given!, id: who.userId }],
      [{ ...given!, id: 'nobody' }],
      [given!, { ...(await sealedTo(who, created, dan, stranger.companyId ?? who.userId)), id: dan.acting.userId }],
    ])
      await refused(await again(members), 'COMPANY_KEY_INVALID');
    const auditor = await member(who, ['auditor']);
    await refused(
      await again([{ ...(await sealedTo(who, created, auditor)), id: auditor.acting.userId }]),
      'COMPANY_KEY_INVALID',
    );
  });

  it('when they carry more than 32 epochs', async () => {
    const { who } = company;
    const update = (epoch: number, carriedFrom: number | null) =>
      sql(fixture.db.read).update(VaultRow, who.userId, { epoch, carriedFrom });
    const { sent } = await made();
    const bundle = await createBundle(named(who), 35, ...(await pairs()));
    await update(34, 2);
    await refused({ ...sent, bundle, vault: { ...sent.vault, epoch: 35 }, ledgerSize: 0 }, 'INVALID');
    await update(1, null);
  });

  it('from a member, who has the keys but not the owner’s account', async () => {
    const { sent } = await made();
    const acting = (await now(company.cid.acting))!;
    await refused({ ...sent, password: await fixture.proofOf(acting.email) }, 'KEY_UNPROVEN', acting);
  });
});
