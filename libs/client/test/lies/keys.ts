import { routes } from '@tradepost/contracts/routes';
import { toBase64url, utf8 } from '@tradepost/sealing/crypto/bytes';
import { sealUnder } from '@tradepost/sealing/crypto/primitives';
import { fingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import { pinOf } from '@tradepost/sealing/keys/pins';
import { newSealingKey, programKek } from '@tradepost/sealing/keys/program-key';
import { wrapFor } from '@tradepost/sealing/keys/vault';
import { listedContact } from '../../src/contacts/verified-keys';
import { openKeys, openProgramVault } from '../../src/keys/keys';
import { enter } from '../../src/keys/sign-in';
import { keysOf, personCalled, testKek, type Person } from '../../src/testing/people';
import { scenario, type Scenario } from './scenario';
import { acquainted, placeOf, type Place, type Saved, type Fixture } from './fixture';

async function vaults(fixture: Fixture): Promise<Scenario[]> {
  const { ann, bob, eve } = fixture;
  const kek = await testKek();
  const pins = async ({ vault }: Person, revision: number, known: Contact[]) => {
    const list = { revision, contacts: known.map((one) => pinOf(one, 'compared')), keys: {} };
    const bytes = utf8(JSON.stringify(list));
    return toBase64url(await sealUnder(vault.key, bytes, utf8(`sdx1/contacts|${vault.userId}|1`)));
  };
  const stored = async (person: Person, revision: number) => ({
    epoch: person.vault.epoch,
    keys: {
      bundle: person.bundle,
      vault: person.sealed,
      pins: await pins(person, revision, [bob.contact]),
      recoverySaved: true,
    },
  });
  const seen = (): Saved => ({
    entries: [],
    device: new Map([['keys-seen', JSON.stringify({ epoch: 1, revision: 5 })]]),
  });
  const older = await personCalled('ann', ann.vault.userId);
  const again = await personCalled('eve', eve.vault.userId, 2);
  const sources = {
    other: { ...(await stored(again, 6)), keys: { ...(await stored(again, 6)).keys, recoverySaved: false } },
    older: {
      ...(await stored(older, 4)),
      epoch: 0,
      keys: { ...(await stored(older, 4)).keys, pins: await pins(ann, 4, []) },
    },
  };
  const opened = (place: Place, own: Contact) => async () => [
    fingerprint(own),
    ...(await place.contacts.list()).map(({ keyId }) => keyId),
  ];
  const people = (kind: 'password' | 'recovery', honest: unknown): Scenario =>
    scenario(
      { name: `a person opens the vault with the ${kind}`, route: routes.keys, honest, sources },
      (answers, alter) => {
        const place = placeOf(fixture, ann, seen(), answers, { alter });
        return place;
      },
      async (place) => {
        const vault = await openKeys(place.client, { id: ann.vault.userId, email: ann.email }, { kind, kek });
        return vault ? opened(place, vault.own as Contact)() : [];
      },
    );
  const sealingKey = await newSealingKey();
  const programOf = async (person: Person, revision: number) => {
    const { keys } = await stored(person, revision);
    const wrap = await wrapFor(
      person.vault.userId,
      person.sealed,
      { kind: 'password', kek },
      { kind: 'program', kek: await programKek(sealingKey) },
    );
    const { epoch, hpkePrivate, signPrivate } = person.sealed;
    const day = '2026-01-01T00:00:00.000Z';
    return {
      owner: {
        id: person.vault.userId,
        email: person.email,
        userType: 'sender',
        companyId: bob.vault.userId,
        companyName: 'Ann',
      },
      apiKey: {
        id: eve.vault.userId,
        name: 'Nightly',
        prefix: 'tp_a',
        scopes: ['read'],
        addresses: ['10.0.0.1'],
        allowance: 'none',
        sealing: 'ready',
        createdBy: 'ann@example.com',
        createdAt: day,
        expiresAt: day,
        revokedAt: null,
        lastUsedAt: day,
        lastUsedIp: '10.0.0.1',
      },
      keys: {
        bundle: keys.bundle,
        vault: { epoch, wraps: { program: wrap }, hpkePrivate, signPrivate },
        pins: keys.pins,
      },
    };
  };
  const honest = await programOf(ann, 5);
  const former = await programOf(older, 4);
  const program = scenario(
    {
      name: 'a program opens its owner’s vault',
      route: routes.ownKey,
      honest,
      sources: {
        other: { ...(await programOf(again, 6)), apiKey: { ...honest.apiKey, revokedAt: honest.apiKey.createdAt } },
        older: { ...former, keys: { ...former.keys, pins: await pins(ann, 4, []) } },
      },
    },
    (answers, alter) => placeOf(fixture, ann, seen(), answers, { alter, isProgram: true }),
    async (place) => {
      const own = await place.client.send(routes.ownKey, {});
      const vault = await openProgramVault(place.client, own, sealingKey);
      return vault ? opened(place, vault.own as Contact)() : [];
    },
  );
  const keys = await stored(ann, 5);
  const signedIn = ({ vault, email }: Person, token: string) => ({
    token,
    user: {
      id: vault.userId,
      email,
      firstName: email,
      lastName: 'Example',
      companyName: email,
      companyId: vault.userId,
      userType: 'sender',
      kycStatus: 'approved',
      roles: ['owner'],
      sso: true,
      withoutPassword: true,
      totalStorage: 1,
    },
    enrol: true,
  });
  const login = scenario(
    {
      name: 'a person signs in and opens the vault',
      route: routes.login,
      honest: signedIn(ann, 'token'),
      sources: { other: signedIn(eve, 'other'), older: { ...signedIn(older, 'older'), user: signedIn(eve, '').user } },
    },
    (answers, alter) =>
      placeOf(fixture, ann, seen(), (asked) => (asked === routes.keys ? keys : answers(asked)), { alter }),
    async (place) => {
      const { user } = await enter(place.client, { email: ann.email }, async () => 'proof');
      const vault = await openKeys(place.client, user, { kind: 'password', kek });
      return vault ? opened(place, vault.own as Contact)() : [];
    },
  );
  return [people('password', keys), people('recovery', keys), program, login];
}

/** As `tradepost contacts confirm` does. */
async function confirmation(fixture: Fixture): Promise<Scenario> {
  const { ann, bob, eve } = fixture;
  const listed = (...people: Person[]) => people.map((one) => ({ ...keysOf(one), companyName: one.email }));
  const honest = listed(bob, eve);
  const sources = { other: listed(eve), older: listed(await personCalled('bob', bob.vault.userId, 2)) };
  const known = await acquainted(fixture, ann, [eve]);
  const compared = fingerprint(bob.contact);
  return scenario(
    { name: 'a person confirms a contact', route: routes.contactKeys, honest, sources },
    (answers, alter) => placeOf(fixture, ann, known, answers, { alter }),
    async ({ client, contacts }) => {
      const contact = await listedContact(client, bob.email);
      if (!contact || fingerprint(contact) !== compared) return [];
      await contacts.confirm(contact);
      return [compared];
    },
  );
}

/** What a client does with the keys of its owner and of contacts. */
export const keyScenarios = async (fixture: Fixture): Promise<Scenario[]> => [
  ...(await vaults(fixture)),
  await confirmation(fixture),
];
