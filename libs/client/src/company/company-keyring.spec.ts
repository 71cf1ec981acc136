import type { Route } from '@tradepost/contracts/routes';
import { routes } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { createPersonKey, openPersonKey, verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { CompanyKeys } from '@tradepost/contracts/identity';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { Contacts } from '../contacts/contacts';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { LedgerServer } from '../testing/ledger-server';
import { personCalled, testKek } from '../testing/people';
import { testKeyLog } from '../testing/key-log-server';
import { confirmCompany, knownAs, openCompanyKeyring, type ActingMember, type CompanyUnlock } from './company-keyring';
import { giveCompanyKey, keyOfMember, recordMemberEnd } from './giving';

const problem = (name: string) => ({ problem: name });
const companyId = crypto.randomUUID();
const prove = async () => 'proof';

/** The owner's client, and what the server has. */
async function companyOf(name: string, of = companyId) {
  const owner = await personCalled(name);
  const server = new LedgerServer();
  await server.keyLog.log(owner.contact);
  const given = new Map<string, CompanyKeys['access']>();
  const keys = new Map<string, StoredPersonKey>();
  const emails = new Map<string, string>();
  server.others = (route: Route, input: object) => {
    const { id } = input as { id: string };
    if (route === routes.keys)
      return { epoch: 1, keys: { bundle: owner.bundle, vault: owner.sealed, pins: null, recoverySaved: true } };
    if (route === routes.memberKey) return { userId: id, email: emails.get(id), key: keys.get(id)?.key ?? null };
    if (route !== routes.giveCompanyKey) return undefined;
    const { memberKeyId, sealed, sig } = input as CompanyKeys['access'];
    given.set(id, { memberKeyId, sealed, sig });
    return { message: 'given' };
  };
  const contacts = new Contacts(server.client, owner.vault, testKeyLog(server.client));
  const answerFor = (memberId: string): CompanyKeys => ({
    companyId: of,
    owner: { userId: owner.vault.userId, email: owner.email },
    bundle: owner.bundle,
    vault: { epoch: 1, hpkePrivate: owner.sealed.hpkePrivate, signPrivate: owner.sealed.signPrivate },
    access: given.get(memberId)!,
  });
  const join = (one: Member) => {
    keys.set(one.acting.id, one.stored);
    emails.set(one.acting.id, one.acting.email);
  };
  const admit = async (one: Member) => {
    join(one);
    const confirmed = await keyOfMember(server.client, one.acting);
    await giveCompanyKey(server.client, { vault: owner.vault, contacts }, of, confirmed!, {
      kek: await testKek(),
      prove,
    });
  };
  return { owner, server, contacts, answerFor, join, admit, keys, emails };
}

interface Member {
  acting: ActingMember;
  stored: StoredPersonKey;
}
type Company = Awaited<ReturnType<typeof companyOf>>;

async function memberCalled(name: string, of = companyId): Promise<Member> {
  const [id, email] = [crypto.randomUUID(), `${name}@example.org`];
  const stored = await createPersonKey({ userId: id, address: email }, await testKek());
  return { acting: { id, email, companyId: of }, stored };
}

/** The member's client at the company's server. */
async function open(
  { server }: Company,
  { acting, stored }: Member,
  answer: CompanyKeys,
  {
    device = memoryStore(),
    onFirst = () => undefined as void,
    unlock,
  }: { device?: DeviceStore; onFirst?: () => void; unlock?: CompanyUnlock } = {},
) {
  const client = {
    send: async (route: Route, input: object) => {
      if (route === routes.companyKeys) return answer;
      if (route === routes.personKey) return { key: stored };
      if (route === routes.ledger || route === routes.appendLedger || route === routes.keys)
        throw new Error('a call for the person’s own keys');
      return (server.client.send as (route: Route, input: object) => Promise<unknown>)(route, input);
    },
  } as unknown as LedgerServer['client'];
  return openCompanyKeyring(client, acting, unlock ?? { kek: await testKek() }, {
    device,
    contactsOf: (vault) => new Contacts(client, vault, testKeyLog(client), { device, memberId: acting.id }),
    onFirst,
  });
}

it('gives a member the vault of the company, and the ledger names the person who acts', async () => {
  const [company, bob] = [await companyOf('ann'), await memberCalled('bob')];
  await company.admit(bob);
  const shown = jest.fn();
  const device = memoryStore();
  const { vault, contacts } = await open(company, bob, company.answerFor(bob.acting.id), { device, onFirst: shown });
  expect(vault.own).toMatchObject({ userId: company.owner.vault.userId, address: 'ann@example.org' });
  expect(shown).toHaveBeenCalledTimes(1);
  await contacts.ledger.record(() => [{ type: 'revoke', requestId: crypto.randomUUID() }]);
  const { served } = await company.contacts.ledger.read();
  expect(served.map(({ entry }) => [entry.type, entry.actor, entry.userId])).toEqual([
    ['own-key', vault.userId, vault.userId],
    ['member', vault.userId, vault.userId],
    ['revoke', bob.acting.id, vault.userId],
  ]);
  await open(company, bob, company.answerFor(bob.acting.id), { device, onFirst: shown });
  expect(shown).toHaveBeenCalledTimes(1);
});

describe('a device that has opened the company', () => {
  let company: Company;
  let bob: Member;
  let device: DeviceStore;
  let stored: Pick<Vault, 'epoch' | 'key'>;
  beforeEach(async () => {
    [company, bob, device] = [await companyOf('ann'), await memberCalled('bob'), memoryStore()];
    await company.admit(bob);
    const { vault } = await open(company, bob, company.answerFor(bob.acting.id), { device });
    stored = { epoch: vault.epoch, key: vault.key };
  });
  const again = (of: Company, unlock: CompanyUnlock = { stored }) =>
    open(of, bob, of.answerFor(bob.acting.id), { device, unlock });

  it('opens it again without the password, and knows its key', async () => {
    const { vault } = await again(company);
    expect(vault.own).toMatchObject({ userId: company.owner.vault.userId });
    const other = await companyOf('ann');
    expect(await knownAs(device, company.owner.contact)).toBe('same');
    expect(await knownAs(device, other.owner.contact)).toBe('changed');
    expect(await knownAs(memoryStore(), company.owner.contact)).toBe('first');
  });

  it('does not, with keys of another epoch or of another company, or once they were taken back', async () => {
    await expect(again(company, { stored: { ...stored, epoch: 2 } })).rejects.toMatchObject(problem('VAULT_LOCKED'));
    const other = await companyOf('ann');
    await other.admit(bob);
    await expect(again(other)).rejects.toMatchObject(problem('KEY_CHANGED'));
    await expect(open(other, bob, other.answerFor(bob.acting.id), { unlock: { stored } })).rejects.toMatchObject(
      problem('TAMPERED'),
    );
    await recordMemberEnd(company.contacts.ledger, bob.acting.id);
    await expect(again(company)).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
  });

  it('does not, with what was given to another member or for a former key', async () => {
    const eve = await memberCalled('eve');
    await company.admit(eve);
    await expect(
      open(company, bob, company.answerFor(eve.acting.id), { device, unlock: { stored } }),
    ).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
    const named = { userId: bob.acting.id, address: bob.acting.email };
    bob = { ...bob, stored: await createPersonKey(named, await testKek()) };
    await expect(again(company)).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
  });
});

it('gives the key only to the one that the owner has compared, whatever the server shows after that', async () => {
  const [company, bob, eve] = [await companyOf('ann'), await memberCalled('bob'), await memberCalled('eve')];
  company.join(bob);
  const confirmed = await keyOfMember(company.server.client, bob.acting);
  company.keys.set(bob.acting.id, eve.stored);
  const ring = { vault: company.owner.vault, contacts: company.contacts };
  const password = { kek: await testKek(), prove };
  await giveCompanyKey(company.server.client, ring, companyId, confirmed!, password);
  expect(company.answerFor(bob.acting.id).access.memberKeyId).toBe(toBase64url(confirmed!.keyId));
  await open(company, bob, company.answerFor(bob.acting.id));
});

it('shows no key of another person or address as that of a member', async () => {
  const [company, bob, eve] = [await companyOf('ann'), await memberCalled('bob'), await memberCalled('eve')];
  company.join(bob);
  company.keys.set(bob.acting.id, eve.stored);
  await expect(keyOfMember(company.server.client, bob.acting)).rejects.toMatchObject(problem('KEY_UNPROVEN'));
  company.join(bob);
  company.emails.set(bob.acting.id, eve.acting.email);
  await expect(keyOfMember(company.server.client, bob.acting)).rejects.toMatchObject(problem('KEY_UNPROVEN'));
  // the same address and another user id make another number, which the owner compares
  const owner = { userId: eve.acting.id, address: bob.acting.email };
  const ofEve = await verifyPersonKey(owner, bob.stored.key);
  const ofBob = await verifyPersonKey({ ...owner, userId: bob.acting.id }, bob.stored.key);
  expect(toBase64url(ofEve.keyId)).not.toBe(toBase64url(ofBob.keyId));
});

it('sends and records nothing without the password of the owner', async () => {
  const [company, bob] = [await companyOf('ann'), await memberCalled('bob')];
  company.join(bob);
  const confirmed = await keyOfMember(company.server.client, bob.acting);
  const kek = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const ring = { vault: company.owner.vault, contacts: company.contacts };
  const giving = giveCompanyKey(company.server.client, ring, companyId, confirmed!, { kek, prove });
  await expect(giving).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  expect(company.server.entries).toEqual([]);
});

describe('a member’s client refuses', () => {
  let company: Company;
  let bob: Member;
  beforeEach(async () => {
    [company, bob] = [await companyOf('ann'), await memberCalled('bob')];
    await company.admit(bob);
  });
  const answer = () => company.answerFor(bob.acting.id);

  it('what was sealed for another member, or for another company', async () => {
    const eve = await memberCalled('eve');
    await company.admit(eve);
    await expect(open(company, bob, company.answerFor(eve.acting.id))).rejects.toMatchObject(
      problem('COMPANY_KEY_REFUSED'),
    );
    const elsewhere = crypto.randomUUID();
    const acting = { ...bob.acting, companyId: elsewhere };
    await expect(open(company, { ...bob, acting }, answer())).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
    await expect(open(company, { ...bob, acting }, { ...answer(), companyId: elsewhere })).rejects.toMatchObject(
      problem('BAD_SIGNATURE'),
    );
  });

  it('another company in place of the known one, until its number was compared', async () => {
    const device = memoryStore();
    await open(company, bob, answer(), { device });
    const other = await companyOf('ann');
    await other.admit(bob);
    const opening = () => open(other, bob, other.answerFor(bob.acting.id), { device: onlyCompany(device) });
    await expect(opening()).rejects.toMatchObject(problem('KEY_CHANGED'));
    await confirmCompany(device, other.owner.contact);
    await opening();
  });

  it('keys of the company that are not in the key log, or are not the newest there', async () => {
    const later = await personCalled('ann', company.owner.vault.userId, 2);
    await company.server.keyLog.log(later.contact);
    await expect(open(company, bob, answer())).rejects.toMatchObject(problem('KEY_UNEXPECTED'));
    company.server.keyLog.leaves = [];
    await expect(open(company, bob, answer())).rejects.toMatchObject(problem('KEY_NOT_LOGGED'));
  });

  it('what the owner has taken back, and a ledger that lacks that it was given', async () => {
    await recordMemberEnd(company.contacts.ledger, bob.acting.id);
    await expect(open(company, bob, answer())).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
    company.server.entries = [];
    await expect(open(company, bob, answer())).rejects.toMatchObject(problem('LEDGER_ROLLED_BACK'));
    expect(company.server.entries).toEqual([]);
  });

  it('an address that is no text, and to go on without a key of the person', async () => {
    const owner = { ...answer().owner, email: 7 as never };
    await expect(open(company, bob, { ...answer(), owner })).rejects.toMatchObject(problem('MALFORMED'));
    const without = { ...bob, stored: null as never };
    for (const unlock of [{ kek: await testKek() }, { stored: { epoch: 1, key: await testKek() } }])
      await expect(open(company, without, answer(), { unlock })).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
  });

  it('a key of the company for a former key of the member', async () => {
    const owner = { userId: bob.acting.id, address: bob.acting.email };
    const stored = await createPersonKey(owner, await testKek());
    await openPersonKey(owner, stored, { kek: await testKek() });
    await expect(open(company, { ...bob, stored }, answer())).rejects.toMatchObject(problem('COMPANY_KEY_REFUSED'));
  });
});

it('a member of one company cannot open what another has sealed to its owner', async () => {
  // Ann owns a company with the member Bob, and is a member of Cid's
  const [first, second] = [await companyOf('ann'), await companyOf('cid', crypto.randomUUID())];
  const bob = await memberCalled('bob');
  await first.admit(bob);
  const { vault } = await open(first, bob, first.answerFor(bob.acting.id));
  const owner = { userId: first.owner.vault.userId, address: first.owner.email };
  const ann: Member = {
    acting: { id: owner.userId, email: owner.address, companyId: second.answerFor(owner.userId).companyId },
    stored: await createPersonKey(owner, await testKek()),
  };
  await second.admit(ann);
  await open(second, ann, second.answerFor(owner.userId));
  // all that Bob has of Ann's: her vault key does not open her own key
  await expect(openPersonKey(owner, ann.stored, { kek: vault.key })).rejects.toMatchObject(problem('VAULT_LOCKED'));
});

/** Without what the device has seen of the ledger and the key log. */
const onlyCompany = (device: DeviceStore): DeviceStore => {
  const rest = memoryStore();
  return {
    read: (name) => (name === 'company' ? device : rest).read(name),
    write: (name, value) => (name === 'company' ? device : rest).write(name, value),
  };
};
