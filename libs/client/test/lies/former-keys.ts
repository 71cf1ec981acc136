import type { CompanyKeys } from '@tradepost/contracts/identity';
import { routes, type Route } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { fingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import { sealCompanyKey } from '@tradepost/sealing/keys/company-key';
import { createPersonKey, openPersonKey } from '@tradepost/sealing/keys/person-key';
import { newSealingKey, programKek } from '@tradepost/sealing/keys/program-key';
import { rotateVault, wrapFor, type Vault } from '@tradepost/sealing/keys/vault';
import { endOf } from '@tradepost/sealing/ledger/entry';
import { openCompanyKeyring } from '../../src/company/company-keyring';
import { Contacts } from '../../src/contacts/contacts';
import { memoryStore } from '../../src/contacts/device-store';
import { KeyLog } from '../../src/keys/key-log';
import { openKeys, openProgramVault } from '../../src/keys/keys';
import { openEntries } from '../../src/ledger/former-ledgers';
import { testKek, type Person } from '../../src/testing/people';
import { placeOf, type AlterAnswer, type Fixture, type Place } from './fixture';
import { scenario, type Known, type Scenario } from './scenario';

/** This person after new keys, which carry the present ones. @param entries of the present ledger */
async function renewed(person: Person, entries: string[]): Promise<Person> {
  const { email, sealed: vault, bundle } = person;
  const kek = await testKek();
  const end = endOf(await openEntries(person.vault, entries));
  const owner = { userId: person.vault.userId, address: email };
  const created = await rotateVault(owner, { vault, bundle }, { kind: 'password', kek }, kek, end);
  return { email, ...created, contact: created.vault.own as Contact };
}

/** What clients do with keys that carry former ones. */
export async function formerKeyScenarios(fixture: Fixture, known: Known): Promise<Scenario[]> {
  const { ann, eve } = fixture;
  const kek = await testKek();
  const { entries } = known.ann;
  const [now, other] = [await renewed(ann, entries), await renewed(eve, [])];
  const newest = (answers: (route: Route) => unknown, alter: AlterAnswer): Place => {
    const place = placeOf(fixture, now, { entries: [], device: new Map() }, answers, { alter });
    place.server.ended.set(1, [...entries]);
    return place;
  };
  /** As apps do before they use an opened vault. */
  const used = async ({ server, contacts }: Place, vault: Vault | null): Promise<string[]> => {
    if (!vault) return [];
    await server.keyLog.log(now.contact);
    await contacts.keyLog.auditOwn(vault.own as Contact, { confirmed: [], former: [ann.contact.keyId] });
    const former = vault.former.map(({ own }) => toBase64url(own.keyId));
    return [fingerprint(vault.own), ...former, ...(await contacts.list()).map(({ keyId }) => keyId)];
  };
  const stored = ({ bundle, sealed: vault }: Person) => ({
    epoch: bundle.epoch,
    keys: { bundle, vault, pins: null, recoverySaved: true },
  });
  const person = scenario(
    {
      name: 'a person opens keys that carry former ones',
      route: routes.keys,
      honest: stored(now),
      sources: { other: stored(other), older: stored(ann) },
    },
    newest,
    async (place) =>
      used(place, await openKeys(place.client, { id: ann.vault.userId, email: ann.email }, { kind: 'password', kek })),
  );

  const sealingKey = await newSealingKey();
  const ofProgram = async ({ vault, sealed, bundle, email }: Person) => {
    const program = { kind: 'program', kek: await programKek(sealingKey) } as const;
    const wrap = await wrapFor(vault.userId, sealed, { kind: 'password', kek }, program);
    return {
      owner: { id: vault.userId, email },
      keys: { bundle, vault: { ...sealed, wraps: { program: wrap } }, pins: null },
    };
  };
  const program = scenario(
    {
      name: 'a program opens keys that carry former ones',
      route: routes.ownKey,
      honest: await ofProgram(now),
      sources: { other: await ofProgram(other), older: await ofProgram(ann) },
    },
    newest,
    async (place) =>
      used(place, await openProgramVault(place.client, await place.client.send(routes.ownKey, {}), sealingKey)),
  );

  const ledger = scenario(
    {
      name: 'a new device reads the ledger that new keys continue',
      route: routes.ledger,
      honest: { size: entries.length, entries },
      sources: {
        other: { size: 99, entries: known.bob.entries },
        older: { size: 1, entries: entries.slice(0, 1) },
      },
    },
    (_, alter) => newest(() => ({}), alter),
    async ({ contacts }) => (await contacts.list()).map(({ keyId }) => keyId),
  );
  return [person, program, ledger, await member(fixture, now, entries)];
}

/** A member who gets the new keys, of a company that also has the former ones. */
async function member(fixture: Fixture, now: Person, before: string[]): Promise<Scenario> {
  const { ann, eve } = fixture;
  const kek = await testKek();
  const bob = { id: crypto.randomUUID() as string, email: 'bob@example.org', companyId: crypto.randomUUID() as string };
  const named = { userId: bob.id, address: bob.email };
  const own = await createPersonKey(named, kek);
  const key = await openPersonKey(named, own, { kek });
  const answerOf = async (company: Person): Promise<CompanyKeys> => {
    const { vault, sealed, bundle, contact, email } = company;
    const { wraps: _wraps, ...keys } = sealed;
    const parties = { companyId: bob.companyId, company: contact, member: key };
    return {
      companyId: bob.companyId,
      owner: { userId: vault.userId, email },
      bundle,
      vault: keys,
      access: await sealCompanyKey(parties, vault, sealed, { kind: 'password', kek }),
    };
  };
  const owner = placeOf(fixture, now, { entries: [], device: new Map() }, () => ({}));
  owner.server.ended.set(1, before);
  await owner.contacts.ledger.record(() => [{ type: 'member', member: { ...named, keyId: toBase64url(key.keyId) } }]);
  const saved = { entries: owner.server.entries, device: new Map<string, string>() };
  const answers = new Map<Route, unknown>([[routes.personKey, { key: own }]]);
  return scenario(
    {
      name: 'a member opens keys of a company that carry former ones',
      route: routes.companyKeys,
      honest: await answerOf(now),
      sources: { other: await answerOf(eve), older: await answerOf(ann) },
    },
    (answered, alter) => {
      const place = placeOf(fixture, now, saved, (asked) => answers.get(asked) ?? answered(asked), { alter });
      place.server.ended.set(1, [...before]);
      return place;
    },
    async ({ client, server }) => {
      await server.keyLog.log(now.contact);
      const device = memoryStore();
      const contactsOf = (vault: Vault) =>
        new Contacts(client, vault, new KeyLog(client, device, fixture.work.labelOf), { device, memberId: bob.id });
      const ports = { device, contactsOf, onFirst: () => undefined };
      const { vault } = await openCompanyKeyring(client, bob, { kek }, ports);
      return [vault.own, ...vault.former.map((one) => one.own)].map((one) => fingerprint(one));
    },
  );
}
