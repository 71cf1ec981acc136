import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { openCompanyKey, sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { passkeyKek } from '@tradepost/sealing/keys/passkey';
import { createPersonKey, openPersonKey, rewrapPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { resumeVault } from '@tradepost/sealing/keys/vault';
import { recoveryOf } from './recovery-kit';
import { listedMembers } from './member-kit';
import { browser } from './sso-kit';
import { ownerOf, startSsoPeople, type SsoPeople } from './sso-person-kit';
import { vaultsOf } from './vault-kit';

let people: SsoPeople;
let fixture: SsoPeople['fixture'];
let owner: SsoPeople['owner'];
let keys: Awaited<ReturnType<typeof vaults.made>>;
const vaults = vaultsOf(() => fixture);
const kit = recoveryOf(() => fixture);

beforeAll(async () => {
  people = await startSsoPeople({ PASSKEYS_PER_ACCOUNT: '2' });
  ({ fixture, owner } = people);
  keys = await vaults.made(owner);
  await vaults.create(owner, keys.sent);
});
afterAll(() => people.stop());

const code = (name: string) => ({ code: name });

/** The owner's, as the kit of recoveries names it. */
const company = () => ({ who: owner, vault: keys.open, sealed: keys.sent.vault });

/** A session by single sign-on of a person who has a password. */
async function linked() {
  const email = people.newAddress('linked');
  const existing = await fixture.member('receiver', 'Own Company', email);
  people.provider.people.set(email, { email, email_verified: true });
  const { url } = await fixture.call(identity.startSsoLink, { browser }, existing);
  return { existing, bySso: (await fixture.finish(owner.companyId, await people.provider.signIn(url, email))).actor };
}

/** As the browser adds a passkey with this id. */
async function passkey({ who, stored, recovery }: Awaited<ReturnType<SsoPeople['withKey']>>, name: string) {
  const id = toBase64url(new TextEncoder().encode(name));
  const kek = await passkeyKek(new Uint8Array(32).fill(name.length), new TextEncoder().encode(name));
  const unlock = { kind: 'passkey', id, kek } as const;
  const wrap = await rewrapPersonKey(ownerOf(who), stored, recovery, unlock);
  return { unlock, sent: { id, hpkePublic: stored.key.hpkePublic, wrap } };
}

async function give(to: UserActor) {
  const { key } = await fixture.call(identity.memberKey, { id: to.userId }, owner);
  const parties = {
    companyId: owner.companyId,
    company: keys.open.own as Contact,
    member: await verifyPersonKey(ownerOf(to), key!),
  };
  const unlock = { kind: 'password', kek: await vaults.kekOf(owner) } as const;
  const given = await sealCompanyKey(parties, keys.open, keys.sent.vault, unlock);
  const password = await fixture.proofOf(owner.email);
  await fixture.call(identity.giveCompanyKey, { id: to.userId, epoch: 1, ...given, password }, owner);
}
const session = async ({ sessionId }: UserActor) =>
  (await fixture.call(identity.actorOf, { sessionId, enforcesRoles: true }, { kind: 'system', service: 'gateway' }))
    .actor!;

it('lets a person without a password make a key that a recovery key and passkeys open, and get the keys of the company', async () => {
  const made = await people.withKey();
  const { who, recovery } = made;
  const laptop = await passkey(made, 'laptop');
  await fixture.call(identity.addPersonKeyPasskey, laptop.sent, who);
  await expect(fixture.call(identity.companyKeys, {}, who)).rejects.toMatchObject(code('OWNER_KEYS_REQUIRED'));
  await give(who);
  const { key: stored } = await fixture.call(identity.personKey, {}, who);
  const { owner: of, bundle, vault, access } = await fixture.call(identity.companyKeys, {}, await session(who));
  for (const unlock of [recovery, laptop.unlock]) {
    const member = await openPersonKey(ownerOf(who), stored!, unlock);
    const parties = { companyId: owner.companyId, company: keys.open.own as Contact, member };
    const opened = await resumeVault(of.userId, vault, bundle, await openCompanyKey(parties, access));
    expect(opened.own.keyId).toEqual(keys.open.own.keyId);
  }
});

it('keeps as many passkeys as the account may have, replaces one of the same id, and forgets one that is removed', async () => {
  const made = await people.withKey();
  const [laptop, phone, third] = [
    await passkey(made, 'laptop'),
    await passkey(made, 'a phone'),
    await passkey(made, 'x'),
  ];
  const add = (sent: (typeof laptop)['sent']) => fixture.call(identity.addPersonKeyPasskey, sent, made.who);
  const ids = async () => (await fixture.call(identity.personKey, {}, made.who)).key!.passkeys!.map(({ id }) => id);
  for (const { sent } of [laptop, phone, laptop]) await add(sent);
  expect(await ids()).toEqual([phone.sent.id, laptop.sent.id]);
  await expect(add(third.sent)).rejects.toMatchObject(code('PASSKEYS_FULL'));
  await fixture.call(identity.removePersonKeyPasskey, { id: phone.sent.id }, made.who);
  expect(await ids()).toEqual([laptop.sent.id]);
  await expect(fixture.call(identity.removePersonKeyPasskey, { id: phone.sent.id }, made.who)).rejects.toMatchObject(
    code('NOT_FOUND'),
  );
});

it('ends what was given to a key that another one replaces, with its passkeys', async () => {
  const made = await people.withKey();
  const laptop = await passkey(made, 'laptop');
  await fixture.call(identity.addPersonKeyPasskey, laptop.sent, made.who);
  await give(made.who);
  const { key, wrap } = await people.keyOf(made.who);
  expect(await fixture.call(identity.createSsoPersonKey, { key, wrap }, made.who)).toEqual({
    key: { key, wrap, kind: 'recovery' },
  });
  expect((await fixture.call(identity.personKey, {}, made.who)).key).toEqual({
    key,
    wrap,
    kind: 'recovery',
    passkeys: [],
  });
  await expect(fixture.call(identity.companyKeys, {}, await session(made.who))).rejects.toMatchObject(
    code('OWNER_KEYS_REQUIRED'),
  );
  await expect(fixture.call(identity.addPersonKeyPasskey, laptop.sent, made.who)).rejects.toMatchObject(
    code('KEYS_STALE'),
  );
});

it('is not given a share of a recovery secret, which a person without a password could not give back', async () => {
  const bob = await kit.holder({ who: owner });
  const { who, key: stated, wrap, recovery: unlock } = await people.withKey();
  const paula = { acting: who, key: await openPersonKey(ownerOf(who), { key: stated, wrap }, unlock) };
  await expect(kit.save(owner, await kit.split(company(), [bob, paula]))).rejects.toMatchObject({
    code: 'RECOVERY_INVALID',
    message: expect.stringContaining('sign in with their company only'),
  });
  expect(await fixture.call(identity.recovery, {}, owner)).toMatchObject({ set: null });
  await kit.save(owner, await kit.split(company(), [bob, await kit.holder({ who: owner })]));
  expect(await fixture.call(identity.recovery, {}, owner)).toMatchObject({ set: { threshold: 2 } });
});

describe('in a session of the provider, the password of a person who has one', () => {
  it('makes and opens the own key, to which the owner gives the keys of the company', async () => {
    const { existing, bySso: lisa } = await linked();
    const { key, wrap } = await createPersonKey(ownerOf(lisa), await vaults.kekOf(existing));
    const create = (password: string) => fixture.call(identity.createPersonKey, { key, wrap, password }, lisa);
    await expect(create('not the password!')).rejects.toMatchObject(code('PASSWORD_WRONG'));
    await create(await fixture.proofOf(existing.email));
    await give(lisa);
    const { key: stored } = await fixture.call(identity.personKey, {}, lisa);
    const member = await openPersonKey(ownerOf(lisa), stored!, { kek: await vaults.kekOf(existing) });
    const { access } = await fixture.call(identity.companyKeys, {}, await session(lisa));
    const parties = { companyId: owner.companyId, company: keys.open.own as Contact, member };
    expect(await openCompanyKey(parties, access)).toBeDefined();
    await fixture.call(identity.acceptProof, { password: await fixture.proofOf(existing.email) }, lisa);
  });

  it('gives back a share of a recovery secret, and nothing else does', async () => {
    const { bySso: lisa } = await linked();
    const holder = { acting: lisa, key: await kit.personKey(lisa) };
    const made = await kit.split(company(), [holder, await kit.holder({ who: owner })]);
    await kit.save(owner, made);
    const { request } = await kit.start(owner, made);
    const id = request.requestId;
    const sealed = await kit.approvalOf(request, holder, made);
    const wrong = { id, sealed, password: 'not the password!' };
    await expect(fixture.call(identity.approveRecovery, wrong, lisa)).rejects.toMatchObject(code('PASSWORD_WRONG'));
    await kit.sendApproval(holder, id, sealed);
    expect((await fixture.call(identity.recovery, {}, lisa)).request).toMatchObject({ approvedBy: [lisa.userId] });
    await fixture.call(identity.stopRecovery, { id }, lisa);
  });
});

it('names the members who can hold shares', async () => {
  const { who } = await people.withKey();
  const { bySso: lisa } = await linked();
  const canHoldShare = async ({ userId }: UserActor) =>
    (await listedMembers(fixture, owner)).find(({ id }) => id === userId)!.canHoldShare;
  expect([await canHoldShare(who), await canHoldShare(lisa)]).toEqual([false, false]);
  await kit.personKey(lisa);
  expect([await canHoldShare(who), await canHoldShare(lisa)]).toEqual([false, true]);
});

it('says of a session by single sign-on whether its person has no password', async () => {
  const { bySso: lisa } = await linked();
  const withoutPassword = async (who: UserActor) => (await fixture.call(identity.me, {}, who)).user.withoutPassword;
  expect([await withoutPassword(await people.enter()), await withoutPassword(lisa)]).toEqual([true, undefined]);
});

describe('refuses', () => {
  /** Each of the calls, with input that is right for `who`. */
  async function attempts(who: UserActor) {
    const { key, wrap } = await people.keyOf(who);
    const id = toBase64url(new Uint8Array([1, 2, 3]));
    return [
      () => fixture.call(identity.createSsoPersonKey, { key, wrap }, who),
      () => fixture.call(identity.addPersonKeyPasskey, { id, hpkePublic: key.hpkePublic, wrap }, who),
      () => fixture.call(identity.removePersonKeyPasskey, { id }, who),
    ];
  }

  it('a session that a password has opened', async () => {
    const bob = await fixture.member('receiver', 'Bob Buying');
    for (const call of await attempts(bob)) await expect(call()).rejects.toMatchObject(code('NOT_ALLOWED'));
    expect(await fixture.call(identity.personKey, {}, bob)).toEqual({ key: null });
  });

  it('a session of the provider for a person who has a password, which alone opens the key', async () => {
    const { existing, bySso: lisa } = await linked();
    const { key, wrap } = await createPersonKey(ownerOf(existing), await vaults.kekOf(existing));
    await fixture.call(
      identity.createPersonKey,
      { key, wrap, password: await fixture.proofOf(existing.email) },
      existing,
    );
    for (const call of await attempts(lisa))
      await expect(call()).rejects.toMatchObject(code('PASSWORD_SIGN_IN_REQUIRED'));
    expect(await fixture.call(identity.personKey, {}, existing)).toEqual({ key: { key, wrap } });
  });

  it('another key without a password once the person has set one by mail', async () => {
    const { who, stored } = await people.withKey();
    const ticket = await fixture.ticketFor(who.email);
    await fixture.call(identity.resetPassword, { password: 'a new secret!' }, ticket);
    const [create] = await attempts(who);
    await expect(create!()).rejects.toMatchObject(code('PASSWORD_SIGN_IN_REQUIRED'));
    expect((await fixture.call(identity.personKey, {}, who)).key).toMatchObject(stored);
  });

  it('the key of another person, passkeys before there is a key, and a key that a session of single sign-on makes with a password', async () => {
    const [who, other] = [await people.enter(), await people.enter()];
    const theirs = await people.keyOf(other);
    await expect(
      fixture.call(identity.createSsoPersonKey, { key: theirs.key, wrap: theirs.wrap }, who),
    ).rejects.toMatchObject(code('KEY_UNPROVEN'));
    const [, add, remove] = await attempts(who);
    await expect(add!()).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(remove!()).rejects.toMatchObject(code('NOT_FOUND'));
    const { key, wrap } = await createPersonKey(ownerOf(who), await aesKey(new Uint8Array(32), ['encrypt', 'decrypt']));
    await expect(
      fixture.call(identity.createPersonKey, { key, wrap, password: 'any password!' }, who),
    ).rejects.toMatchObject(code('PASSWORD_WRONG'));
    expect(await fixture.call(identity.personKey, {}, who)).toEqual({ key: null });
  });
});
