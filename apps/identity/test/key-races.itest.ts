import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { rotateVault } from '@tradepost/sealing/keys/vault';
import { sql } from '@tradepost/service-kit/database/sql';
import { PersonKeyRow } from '../src/company-key/company-key.entity';
import { manyLoginFailures, startFixture, type Fixture } from './fixture';
import { recoveryOf } from './recovery-kit';
import { waitingFor } from './waiting-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ...manyLoginFailures, KEY_BUNDLES_PER_DAY: '1000' });
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const { whilePasswordChanges, whileRemoved } = waitingFor(() => fixture);
const code = (name: string) => ({ code: name });
const wrap = toBase64url(new Uint8Array(60));
const ownerOf = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });

/** A company, and a member who can get its keys. */
async function world() {
  const { who, open, sent } = await kit.vaults.keyed('sender', 'Ann Trading');
  const bob = await kit.holder({ who }, ['downloader']);
  const entry = toBase64url(new Uint8Array(100));
  await fixture.call(identity.appendLedger, { epoch: 1, seq: 1, entries: [entry, entry] }, who);
  return { who, vault: open, sealed: sent.vault, bundle: sent.bundle, bob };
}
type World = Awaited<ReturnType<typeof world>>;

const kekOf = async (who: UserActor) => ({ kind: 'password' as const, kek: await kit.vaults.kekOf(who) });

/** Each is prepared first, so that only the call itself waits. */
const calls = {
  'giving the keys of the company': async ({ who, vault, sealed, bob }: World) => {
    const parties = { companyId: who.companyId!, company: vault.own as Contact, member: bob.key };
    const access = await sealCompanyKey(parties, vault, sealed, await kekOf(who));
    const password = await kit.proof(who);
    return () => fixture.call(identity.giveCompanyKey, { id: bob.acting.userId, epoch: 1, ...access, password }, who);
  },
  'new keys that carry the former ones': async ({ who, sealed, bundle, bob }: World) => {
    const end = { seq: 0, head: toBase64url(new Uint8Array(32)) };
    const unlock = await kekOf(who);
    const recovery = await recoveryKek(newRecoveryCode());
    const next = await rotateVault(ownerOf(who), { vault: sealed, bundle }, unlock, recovery, end);
    const parties = { companyId: who.companyId!, company: next.vault.own as Contact, member: bob.key };
    const access = await sealCompanyKey(parties, next.vault, next.sealed, unlock);
    const made = {
      bundle: next.bundle,
      vault: { ...next.sealed, former: next.sealed.former! },
      ledgerSize: 2,
      members: [{ id: bob.acting.userId, ...access }],
      password: await kit.proof(who),
    };
    return () => fixture.call(identity.rotateKeys, made, who);
  },
  'a new start': async ({ who }: World) => {
    const { sent } = await kit.vaults.made(who, 2);
    return () => kit.vaults.create(who, sent);
  },
  'another recovery key': async ({ who }: World) => {
    const password = await kit.proof(who);
    return () => fixture.call(identity.rewrapVault, { epoch: 1, kind: 'recovery', wrap, password }, who);
  },
  'removing entries of the ledger': async ({ who }: World) => {
    const password = await kit.proof(who);
    return () => fixture.call(identity.removeLedgerEntries, { epoch: 1, from: 2, size: 2, password }, who);
  },
  'a key of a person': async ({ who }: World) => {
    const key = await createPersonKey(ownerOf(who), await kit.vaults.kekOf(who));
    const password = await kit.proof(who);
    return () => fixture.call(identity.createPersonKey, { ...key, password }, who);
  },
} satisfies Record<string, (world: World) => Promise<() => Promise<unknown>>>;

const storedOf = async ({ who, bob }: World) => [
  await fixture.call(identity.ledger, { epoch: 1, from: 1 }, who),
  await kit.vaults.storedKeysOf(who),
  await fixture.call(identity.personKey, {}, who),
  await sql(fixture.db.read).query('SELECT epoch FROM company_key WHERE account_id = $1', [bob.acting.userId]),
];

const names = Object.keys(calls) as (keyof typeof calls)[];
it.each(names)('%s is refused if the password was changed after it was compared', async (name) => {
  const all = await world();
  const before = await storedOf(all);
  const outcome = await whilePasswordChanges(all.who, await calls[name](all));
  expect(outcome).toMatchObject({ status: 'rejected', reason: code('KEYS_STALE') });
  expect(await storedOf(all)).toEqual(before);
});

const forMembers = [
  ['giving the keys of the company', 'NOT_FOUND', 'KEYS_STALE'],
  ['new keys that carry the former ones', 'COMPANY_KEY_INVALID', 'COMPANY_KEY_INVALID'],
] as const;
describe.each(forMembers)('%s', (name, refusal, withoutKey) => {
  let all: World;
  let before: unknown;
  beforeEach(async () => {
    all = await world();
    before = await storedOf(all);
  });
  afterEach(async () => expect(await storedOf(all)).toEqual(before));

  it('is refused for a member who is removed at the same time', async () => {
    const outcome = await whileRemoved(all.bob.acting, all.who.companyId!, await calls[name](all));
    expect(outcome).toMatchObject({ status: 'rejected', reason: code(refusal) });
  });

  it('is refused for a member who is suspended', async () => {
    const admin = { ...all.who, userType: 'admin' as const };
    await fixture.call(identity.suspend, { id: all.bob.acting.userId, reason: 'test' }, admin);
    await expect((await calls[name](all))()).rejects.toMatchObject(code(refusal));
  });

  it('is refused for a member without a key', async () => {
    await sql(fixture.db.read).delete(PersonKeyRow, { accountId: all.bob.acting.userId });
    await expect((await calls[name](all))()).rejects.toMatchObject(code(withoutKey));
  });
});

it('an owner without keys gives none, and takes none from people of other companies', async () => {
  const who = await fixture.member('sender', 'Cat Trading');
  const [bob, { bob: other }] = [await kit.holder({ who }, ['downloader']), await world()];
  const some = { memberKeyId: toBase64url(bob.key.keyId), sealed: 'A'.repeat(151), sig: 'A'.repeat(86) };
  const giving = { id: bob.acting.userId, epoch: 1, ...some, password: await kit.proof(who) };
  await expect(fixture.call(identity.giveCompanyKey, giving, who)).rejects.toMatchObject(code('KEYS_STALE'));
  const taking = fixture.call(identity.endCompanyKey, { id: other.acting.userId }, who);
  await expect(taking).rejects.toMatchObject(code('NOT_FOUND'));
});
