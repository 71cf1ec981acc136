import type { UserActor } from '@tradepost/contracts/actor';
import type { CompanyKey } from '@tradepost/contracts/encryption/sealed';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { createPersonKey, openPersonKey, rewrapPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import type { SealedVault, Vault } from '@tradepost/sealing/keys/vault';
import { password, startFixture, type Fixture } from './fixture';
import { listedMembers } from './member-kit';
import { vaultsOf } from './vault-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const vaults = vaultsOf(() => fixture);
const system = { kind: 'system', service: 'gateway' } as const;
const code = (name: string) => ({ code: name });
const noAccess = code('OWNER_KEYS_REQUIRED');
const ownerOf = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });
/** As the gateway sees the session now. */
const now = async ({ sessionId }: UserActor) =>
  (await fixture.call(identity.actorOf, { sessionId, enforcesRoles: true }, system)).actor;

/** A company, and its owner with keys. */
const owning = async (name: string) => {
  const { who, open, sent } = await vaults.keyed('sender', name);
  return { who, vault: open, sealed: sent.vault };
};
type Company = Awaited<ReturnType<typeof owning>>;

async function personKey(who: UserActor) {
  const stored = await createPersonKey(ownerOf(who), await vaults.kekOf(who));
  await fixture.call(identity.createPersonKey, { ...stored, password: await fixture.proofOf(who.email) }, who);
  return stored;
}

/** A member with a key, and their session for the company. */
async function member({ who: owner }: Company, roles: MemberRole[], of?: UserActor) {
  const person = of ?? (await fixture.member('receiver', 'Bob Buying'));
  await fixture.call(identity.inviteMembers, { emails: [person.email], roles }, owner);
  const [invitation] = await fixture.call(identity.receivedMemberInvitations, {}, person);
  await fixture.call(identity.acceptMemberInvitation, { id: invitation!.id }, person);
  const { token } = await fixture.call(identity.switchCompany, { companyId: owner.companyId }, person);
  const acting = (await fixture.bearer(token))!;
  return { person: acting, acting, stored: of ? null : await personKey(acting) };
}

async function sealedFor(
  { who, vault, sealed }: { who: UserActor; vault: Vault; sealed: SealedVault },
  person: UserActor,
  companyId = who.companyId!,
): Promise<CompanyKey> {
  const { key } = await fixture.call(identity.memberKey, { id: person.userId }, who);
  const unlock = { kind: 'password', kek: await vaults.kekOf(who) } as const;
  const parties = { companyId, company: vault.own as Contact, member: await verifyPersonKey(ownerOf(person), key!) };
  return sealCompanyKey(parties, vault, sealed, unlock);
}

const sendKey = async (by: UserActor, person: UserActor, given: CompanyKey, epoch = 1) =>
  fixture.call(
    identity.giveCompanyKey,
    { id: person.userId, epoch, ...given, password: await fixture.proofOf(by.email) },
    by,
  );
const give = async (company: Company, person: UserActor) =>
  sendKey(company.who, person, await sealedFor(company, person));
const keysOf = async (acting: UserActor) => fixture.call(identity.companyKeys, {}, (await now(acting)) ?? acting);
const listed = async ({ who }: Company, { userId }: UserActor) =>
  (await listedMembers(fixture, who)).find(({ id }) => id === userId);

async function admitted(roles: MemberRole[] = ['downloader']) {
  const company = await owning('Ann Trading');
  const bob = await member(company, roles);
  await give(company, bob.acting);
  return { company, bob: bob.acting };
}

describe('a member who was given the keys', () => {
  it('gets them and the ledger of the company, and nothing before', async () => {
    const company = await owning('Ann Trading');
    const { acting: bob } = await member(company, ['uploader']);
    expect(await listed(company, bob)).toMatchObject({ hasKeys: false, hasPersonKey: true });
    expect(await listed(company, company.who)).toMatchObject({ hasKeys: true, hasPersonKey: false });
    await expect(keysOf(bob)).rejects.toMatchObject(noAccess);
    const asIfGiven = { ...bob, hasKeys: true as const };
    await expect(fixture.call(identity.companyKeys, {}, asIfGiven)).rejects.toMatchObject(noAccess);
    const part = { epoch: 1, from: 1 };
    await expect(fixture.call(identity.companyLedger, part, asIfGiven)).rejects.toMatchObject(noAccess);
    await give(company, bob);
    const acting = (await now(bob))!;
    expect(acting.hasKeys).toBe(true);
    expect(await listed(company, bob)).toMatchObject({ hasKeys: true, hasPersonKey: true });
    expect(await keysOf(bob)).toMatchObject({
      companyId: company.who.companyId,
      owner: { userId: company.who.userId, email: company.who.email },
      vault: { epoch: 1, hpkePrivate: company.sealed.hpkePrivate, signPrivate: company.sealed.signPrivate },
    });
    expect(JSON.stringify(await keysOf(bob))).not.toContain(company.sealed.wraps.password);
    const entry = toBase64url(new Uint8Array(100));
    await fixture.call(identity.appendLedger, { epoch: 1, seq: 1, entries: [entry] }, company.who);
    await fixture.call(identity.appendCompanyLedger, { epoch: 1, seq: 2, entries: [entry] }, acting);
    expect(await fixture.call(identity.companyLedger, part, acting)).toEqual({ size: 2, entries: [entry, entry] });
    await expect(fixture.call(identity.companyLedger, { epoch: 2, from: 1 }, acting)).rejects.toMatchObject(
      code('KEYS_STALE'),
    );
    const events = await fixture.published(identityEvents.companyKeyChanged);
    expect(events.filter(({ userId }) => userId === bob.userId).map(({ given }) => given)).toEqual([true]);
  });

  const ends: [string, (company: Company, bob: UserActor) => Promise<unknown>][] = [
    ['is removed', ({ who }, { userId: id }) => fixture.call(identity.removeMember, { id }, who)],
    ['leaves', ({ who }, bob) => fixture.call(identity.leaveCompany, { companyId: who.companyId! }, bob)],
    [
      'becomes an auditor',
      ({ who }, { userId: id }) => fixture.call(identity.changeMemberRoles, { id, roles: ['auditor'] }, who),
    ],
    [
      'becomes an approver',
      ({ who }, { userId: id }) => fixture.call(identity.changeMemberRoles, { id, roles: ['approver'] }, who),
    ],
    ['has them taken back', ({ who }, { userId: id }) => fixture.call(identity.endCompanyKey, { id }, who)],
    ['has a new key of their own', (_, bob) => personKey(bob)],
    [
      'is suspended',
      async ({ who }, { userId: id }) => {
        const admin = { ...who, userType: 'admin' as const };
        await fixture.call(identity.suspend, { id, reason: 'test' }, admin);
        await fixture.call(identity.restore, { id }, admin);
      },
    ],
    ['works for an owner with new keys', async ({ who }) => vaults.create(who, (await vaults.made(who, 2)).sent)],
  ];
  it.each(ends)('loses them when the member %s', async (_, end) => {
    const { company, bob } = await admitted();
    const acting = (await now(bob))!;
    await end(company, bob);
    expect((await now(bob))?.hasKeys).toBeUndefined();
    // a gateway that does not know it yet also gets nothing
    await expect(fixture.call(identity.companyKeys, {}, acting)).rejects.toMatchObject(noAccess);
    const entry = { epoch: 1, seq: 1, entries: [toBase64url(new Uint8Array(100))] };
    await expect(fixture.call(identity.appendCompanyLedger, entry, acting)).rejects.toMatchObject(noAccess);
    expect((await listed(company, bob))?.hasKeys).not.toBe(true);
    const events = await fixture.published(identityEvents.companyKeyChanged);
    expect(events.filter(({ userId }) => userId === bob.userId).map(({ given }) => given)).toEqual([true, false]);
  });

  it('does not get them back by a new invitation', async () => {
    const { company, bob } = await admitted();
    await fixture.call(identity.removeMember, { id: bob.userId }, company.who);
    const { token } = await fixture.login(bob.email, await fixture.proofOf(bob.email), 'receiver');
    const again = await member(company, ['downloader'], (await fixture.bearer(token))!);
    await expect(keysOf(again.acting)).rejects.toMatchObject(noAccess);
  });
});

describe('the keys of a company are refused', () => {
  it.each<MemberRole>(['auditor', 'approver'])('for an %s', async (role) => {
    const company = await owning('Ann Trading');
    const { acting: bob } = await member(company, [role]);
    await expect(give(company, bob)).rejects.toMatchObject(code('ROLE_WITHOUT_KEYS'));
    expect(await listed(company, bob)).toMatchObject({ hasKeys: false, hasPersonKey: true });
  });

  it('from everyone except the owner', async () => {
    const { company, bob } = await admitted(['manager']);
    const { acting: eve } = await member(company, ['uploader']);
    const given = await sealedFor(company, eve);
    const manager = (await now(bob))!;
    for (const by of [manager, { ...manager, roles: ['manager', 'uploader'] as const }])
      await expect(sendKey(by, eve, given)).rejects.toMatchObject(code('NOT_ALLOWED'));
    await expect(fixture.call(identity.memberKey, { id: eve.userId }, manager)).rejects.toMatchObject(
      code('NOT_ALLOWED'),
    );
    await expect(fixture.call(identity.endCompanyKey, { id: bob.userId }, manager)).rejects.toMatchObject(
      code('NOT_ALLOWED'),
    );
  });

  it('unless the present keys of the company have signed them, for this company, this member and the present keys', async () => {
    const [ann, cid] = [await owning('Ann Trading'), await owning('Cid Trading')];
    const { acting: bob } = await member(ann, ['downloader']);
    const { acting: eve } = await member(ann, ['downloader']);
    const [forBob, forEve] = [await sealedFor(ann, bob), await sealedFor(ann, eve)];
    const invalid = code('COMPANY_KEY_INVALID');
    await expect(sendKey(ann.who, bob, forEve)).rejects.toMatchObject(invalid);
    await expect(sendKey(ann.who, bob, { ...forEve, memberKeyId: forBob.memberKeyId })).rejects.toMatchObject(invalid);
    await expect(sendKey(ann.who, bob, { ...forBob, sealed: forEve.sealed })).rejects.toMatchObject(invalid);
    const elsewhere = await sealedFor(ann, bob, cid.who.companyId!);
    await expect(sendKey(ann.who, bob, elsewhere)).rejects.toMatchObject(invalid);
    const byCid = await sealedFor({ ...ann, vault: { ...ann.vault, signing: cid.vault.signing } }, bob);
    await expect(sendKey(ann.who, bob, byCid)).rejects.toMatchObject(invalid);
    await expect(sendKey(ann.who, bob, forBob, 2)).rejects.toMatchObject(code('KEYS_STALE'));
    await expect(sendKey(cid.who, bob, forBob)).rejects.toMatchObject(code('NOT_FOUND'));
    await personKey(bob);
    await expect(sendKey(ann.who, bob, forBob)).rejects.toMatchObject(invalid);
    await expect(keysOf(bob)).rejects.toMatchObject(noAccess);
  });

  it('without the password of the owner, and for strangers', async () => {
    const company = await owning('Ann Trading');
    const { acting: bob } = await member(company, ['downloader']);
    const given = { id: bob.userId, epoch: 1, ...(await sealedFor(company, bob)) };
    const wrong = { ...given, password: await fixture.proofOf(bob.email) };
    await expect(fixture.call(identity.giveCompanyKey, wrong, company.who)).rejects.toMatchObject(
      code('PASSWORD_WRONG'),
    );
    for (const id of ['nobody', company.who.userId, (await fixture.member()).userId])
      await expect(fixture.call(identity.memberKey, { id }, company.who)).rejects.toMatchObject(code('NOT_FOUND'));
  });
});

describe('the key of a person', () => {
  it('states their own address', async () => {
    const [bob, eve] = [await fixture.member('receiver'), await fixture.member('receiver')];
    const stored = await createPersonKey(ownerOf(eve), await vaults.kekOf(bob));
    const sent = { ...stored, password: await fixture.proofOf(bob.email) };
    await expect(fixture.call(identity.createPersonKey, sent, bob)).rejects.toMatchObject(code('KEY_UNPROVEN'));
    expect(await fixture.call(identity.personKey, {}, bob)).toEqual({ key: null });
  });

  it('lets no script send the password itself any more', async () => {
    const bob = await fixture.member('receiver');
    await fixture.login(bob.email, password, 'receiver');
    await personKey(bob);
    await expect(fixture.login(bob.email, password, 'receiver')).rejects.toMatchObject(code('SEALED_SIGN_IN_REQUIRED'));
  });

  it('moves to a new password, which needs it', async () => {
    const bob = await fixture.member('receiver');
    const stored = await personKey(bob);
    const next = await fixture.record(bob.email, 'another horse!');
    const change = async (given: object) =>
      fixture.call(
        identity.changePassword,
        { current: await fixture.proofOf(bob.email), password: next.password, ...given },
        bob,
      );
    await expect(change({})).rejects.toMatchObject(code('KEYS_HELD'));
    const wrap = await rewrapPersonKey(ownerOf(bob), stored, { kek: await vaults.kekOf(bob) }, next);
    await change({ personWrap: wrap });
    expect(await fixture.call(identity.personKey, {}, bob)).toEqual({ key: { key: stored.key, wrap } });
    expect(await openPersonKey(ownerOf(bob), { ...stored, wrap }, next)).toMatchObject(ownerOf(bob));
  });
});
