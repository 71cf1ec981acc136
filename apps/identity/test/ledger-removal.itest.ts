import { keyScopes, type UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { memberRoles } from '@tradepost/contracts/roles';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { manyLoginFailures, startFixture, tally, type Fixture } from './fixture';
import { recoveryOf } from './recovery-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ ...manyLoginFailures, KEY_BUNDLES_PER_DAY: '1000' });
});
afterAll(() => fixture.stop());

const kit = recoveryOf(() => fixture);
const code = (name: string) => ({ code: name });
/** Stands for a sealed entry; the server cannot tell. */
const sealed = (n: number) => n.toString().padStart(140, 'A');
const entriesTo = (size: number) => Array.from({ length: size }, (_, index) => sealed(index + 1));
const append = (who: UserActor, seq: number, entries: string[], epoch = 1) =>
  fixture.call(identity.appendLedger, { epoch, seq, entries }, who);
const read = (who: UserActor, epoch = 1) => fixture.call(identity.ledger, { epoch, from: 1 }, who);
const remove = async (by: UserActor, from: number, size: number, given: { epoch?: number; password?: string } = {}) =>
  fixture.call(
    identity.removeLedgerEntries,
    { epoch: given.epoch ?? 1, from, size, password: given.password ?? (await kit.proof(by)) },
    by,
  );
const events = async ({ companyId }: UserActor) =>
  (await fixture.published(identityEvents.ledgerEntriesRemoved)).filter((one) => one.companyId === companyId);

/** A company with a ledger of this size. */
async function owning(size: number) {
  const company = await kit.owning();
  await append(company.who, 1, entriesTo(size));
  return company;
}
type Company = Awaited<ReturnType<typeof owning>>;

/** The member, as one who was given the keys. */
async function given({ who, vault, sealed: stored }: Company, roles: Parameters<typeof kit.holder>[1]) {
  const { acting, key } = await kit.holder({ who }, roles);
  const parties = { companyId: who.companyId!, company: vault.own as Contact, member: key };
  const unlock = { kind: 'password', kek: await kit.vaults.kekOf(who) } as const;
  const access = await sealCompanyKey(parties, vault, stored, unlock);
  const giving = { id: acting.userId, epoch: 1, ...access, password: await kit.proof(who) };
  await fixture.call(identity.giveCompanyKey, giving, who);
  return { ...acting, hasKeys: true as const };
}

describe('the owner of a company', () => {
  it('removes the newest entries of its ledger, which then continues, and the log has how many', async () => {
    const { who } = await owning(6);
    await remove(who, 4, 6);
    expect(await read(who)).toEqual({ size: 3, entries: entriesTo(3) });
    expect(await append(who, 4, [sealed(40)])).toEqual({ size: 4 });
    expect(await events(who)).toMatchObject([{ companyName: 'Ann Trading', from: 4, count: 3 }]);
    await remove(who, 1, 4);
    expect(await read(who)).toEqual({ size: 0, entries: [] });
    expect(await append(who, 1, [sealed(10)])).toEqual({ size: 1 });
  });

  it.each([
    ['another size, smaller', 3, 4],
    ['another size, larger', 3, 6],
    ['a place behind the end', 6, 5],
  ])('removes nothing with %s', async (_, from, size) => {
    const { who } = await owning(5);
    await expect(remove(who, from, size)).rejects.toMatchObject({ code: 'KEYS_STALE', status: 409 });
    expect([await read(who), await events(who)]).toEqual([{ size: 5, entries: entriesTo(5) }, []]);
  });

  it('removes nothing with a wrong password, which counts as a failed sign-in', async () => {
    const { who } = await owning(5);
    const stranger = await kit.proof((await kit.owning()).who);
    const strict = await fixture.replica({ LOGIN_FREE_FAILURES: '1', LOGIN_FAILURES_PER_ACCOUNT: '2' });
    try {
      const guess = { epoch: 1, from: 5, size: 5, password: stranger };
      for (const refusal of ['PASSWORD_WRONG', 'TOO_MANY'])
        await expect(strict.call(identity.removeLedgerEntries, guess, who)).rejects.toMatchObject(code(refusal));
    } finally {
      await strict.stop();
    }
    expect([await read(who), await events(who)]).toEqual([{ size: 5, entries: entriesTo(5) }, []]);
  });

  it('changes no earlier epoch, and nothing of another company', async () => {
    const [{ who }, { who: other }] = [await owning(5), await owning(5)];
    await remove(who, 5, 5);
    await kit.vaults.create(who, (await kit.vaults.made(who, 2)).sent);
    await append(who, 1, entriesTo(5), 2);
    await expect(remove(who, 3, 4)).rejects.toMatchObject(code('KEYS_STALE'));
    await remove(who, 3, 5, { epoch: 2 });
    expect(await read(who, 2)).toEqual({ size: 2, entries: entriesTo(2) });
    expect(await read(other)).toEqual({ size: 5, entries: entriesTo(5) });
    expect(await events(other)).toEqual([]);
    const before = await fixture.db.source.query('SELECT seq FROM ledger_entry WHERE account_id = $1 AND epoch = 1', [
      who.userId,
    ]);
    expect(before).toHaveLength(4);
  });
});

it('nobody but the owner removes entries, whatever role and keys they have', async () => {
  const company = await owning(5);
  const { who } = company;
  const got: Record<string, unknown> = {};
  const people: [string, UserActor][] = [
    ['an API key', { ...who, key: { id: who.userId, name: 'nightly', scopes: keyScopes, mayAcceptWithoutCode: true } }],
    ['a ticket to reset the password', { ...who, scope: 'password-reset' }],
    ['a person without a company', { ...who, companyId: null, companyName: null }],
    ['a manager with the keys', await given(company, ['manager'])],
  ];
  for (const role of memberRoles) people.push([role, (await kit.holder(company, [role])).acting]);
  for (const [name, by] of people) {
    const [outcome] = await Promise.allSettled([remove(by, 5, 5)]);
    got[name] = outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : 'removed';
  }
  expect(got).toEqual({
    'an API key': 'KEY_SCOPE',
    'a ticket to reset the password': 'NOT_ALLOWED',
    'a person without a company': 'COMPANY_MISSING',
    'a manager with the keys': 'NOT_ALLOWED',
    ...Object.fromEntries(memberRoles.map((role) => [role, 'NOT_ALLOWED'])),
  });
  expect([await read(who), await events(who)]).toEqual([{ size: 5, entries: entriesTo(5) }, []]);
});

it('a member with the keys starts no ledger, which the owner could not put right', async () => {
  const company = await kit.owning();
  const bob = await given(company, ['uploader']);
  const start = (seq: number) =>
    fixture.call(identity.appendCompanyLedger, { epoch: 1, seq, entries: [sealed(seq)] }, bob);
  await expect(start(1)).rejects.toMatchObject(code('KEYS_STALE'));
  expect(await read(company.who)).toEqual({ size: 0, entries: [] });
  await append(company.who, 1, [sealed(1)]);
  expect(await start(2)).toEqual({ size: 2 });
});

it('an entry that a member appends at the same time is never removed unseen', async () => {
  const company = await owning(5);
  const { who } = company;
  const bob = await given(company, ['uploader']);
  for (let round = 0; round < 5; round++) {
    const { size } = await read(who);
    const password = await kit.proof(who);
    const appended = { epoch: 1, seq: size + 1, entries: [sealed(90 + round)] };
    const both = await Promise.allSettled([
      remove(who, size, size, { password }),
      fixture.call(identity.appendCompanyLedger, appended, bob),
    ]);
    // the second one has seen another size
    expect(tally(both)).toEqual({ ok: 1, KEYS_STALE: 1 });
    expect((await read(who)).size).toBe(both[0].status === 'fulfilled' ? size - 1 : size + 1);
  }
});
