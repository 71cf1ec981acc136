import type { CompanyKeys, Handover } from '@tradepost/contracts/identity';
import { routes, type Route } from '@tradepost/contracts/routes';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { SealingError } from '@tradepost/sealing/errors';
import { fingerprint, type Owner } from '@tradepost/sealing/keys/bundle';
import {
  createPersonKey,
  openPersonKey,
  rewrapPersonKey,
  type PasskeyOfPerson,
} from '@tradepost/sealing/keys/person-key';
import { openCompanyKeyring, type CompanyUnlock } from '../../src/company/company-keyring';
import { giveCompanyKey, keyOfMember } from '../../src/company/giving';
import { handoverTo } from '../../src/company/handover';
import { Contacts } from '../../src/contacts/contacts';
import { memoryStore } from '../../src/contacts/device-store';
import { KeyLog } from '../../src/keys/key-log';
import { testKek, type Person } from '../../src/testing/people';
import { placeOf, type AlterAnswer, type Fixture, type Saved } from './fixture';
import { scenario, type Scenario } from './scenario';

const unknown: Saved = { entries: [], device: new Map() };

/** The key of a person without a password. */
async function withPasskey(named: Owner, unlock: PasskeyOfPerson) {
  const recovery = { kind: 'recovery', kek: await testKek() } as const;
  const made = await createPersonKey(named, recovery.kek, 'recovery');
  return { ...made, passkeys: [{ id: unlock.id, wrap: await rewrapPersonKey(named, made, recovery, unlock) }] };
}

/** What the server has, once the owner has given a member the keys of the company. */
async function given(
  fixture: Fixture,
  owner: Person,
  bob: { id: string; email: string },
  companyId: string,
  unlock?: PasskeyOfPerson,
) {
  const kek = await testKek();
  const named = { userId: bob.id, address: bob.email };
  const stored = unlock ? await withPasskey(named, unlock) : await createPersonKey(named, kek);
  let access: CompanyKeys['access'] | undefined;
  const place = placeOf(fixture, owner, unknown, (route, input) => {
    if (route === routes.giveCompanyKey) access = input as CompanyKeys['access'];
    return route === routes.keys ? { epoch: 1, keys: { bundle: owner.bundle, vault: owner.sealed } } : {};
  });
  const password = { kek, prove: async () => 'proof' };
  await giveCompanyKey(place.client, place, companyId, await openPersonKey(named, stored, unlock ?? { kek }), password);
  const { epoch, hpkePrivate, signPrivate } = owner.sealed;
  const { memberKeyId, sealed, sig } = access!;
  const answer: CompanyKeys = {
    companyId,
    owner: { userId: owner.vault.userId, email: owner.email },
    bundle: owner.bundle,
    vault: { epoch, hpkePrivate, signPrivate },
    access: { memberKeyId, sealed, sig },
  };
  return { stored, answer, entries: place.server.entries };
}

const handedOver = (email: string, to: { id: string; email: string }): Handover => ({
  email,
  to: { ...to, firstName: 'Bob', lastName: 'Buying' },
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
});

/** What the clients of an owner and of a member do with the keys of a company. */
export async function companyScenarios(fixture: Fixture): Promise<Scenario[]> {
  const { ann, eve } = fixture;
  const kek = await testKek();
  const bob: { id: string; email: string } = { id: crypto.randomUUID(), email: 'bob@example.org' };
  const companyId = crypto.randomUUID();
  const first = await given(fixture, ann, bob, companyId);
  const again = await given(fixture, ann, bob, companyId);
  const passkey = {
    kind: 'passkey',
    id: 'bGFwdG9w',
    kek: await aesKey(new Uint8Array(32).fill(7), ['encrypt', 'decrypt']),
  } as const;
  const [own, ownBefore] = [
    await given(fixture, ann, bob, companyId, passkey),
    await given(fixture, ann, bob, companyId, passkey),
  ];
  const eves = await given(fixture, eve, bob, crypto.randomUUID());

  const saved = { entries: first.entries, device: new Map<string, string>() };
  const placeWith =
    ({ answer, stored, entries }: typeof first) =>
    (answers: (route: Route) => unknown, alter: AlterAnswer) => {
      const known = new Map<Route, unknown>([
        [routes.companyKeys, answer],
        [routes.personKey, { key: stored }],
      ]);
      const answered = (asked: Route) => known.get(asked) ?? answers(asked);
      return placeOf(fixture, ann, { ...saved, entries }, answered, { alter });
    };
  const fromDevice = { stored: { epoch: ann.vault.epoch, key: ann.vault.key } };
  const opening = (
    name: string,
    route: Route,
    honest: unknown,
    sources: Scenario['sources'],
    unlock: CompanyUnlock = { kek },
    found = first,
  ) =>
    scenario({ name, route, honest, sources }, placeWith(found), async ({ client, effects }) => {
      const values = memoryStore();
      const device = {
        ...values,
        write: async (entry: string, value: string) => {
          if (entry === 'company') effects.push(entry);
          await values.write(entry, value);
        },
      };
      const contactsOf = (vault: Person['vault']) =>
        new Contacts(client, vault, new KeyLog(client, device, fixture.work.labelOf), { device, memberId: bob.id });
      const ports = { device, contactsOf, onFirst: () => undefined };
      const { vault } = await openCompanyKeyring(client, { ...bob, companyId }, unlock, ports);
      return [fingerprint(vault.own)];
    });

  const compared = fingerprint(await openPersonKey({ userId: bob.id, address: bob.email }, first.stored, { kek }));
  const shown = (key: typeof first.stored, id = bob.id, email = bob.email) => ({ userId: id, email, key: key.key });
  const other = await createPersonKey({ userId: eve.vault.userId, address: eve.email }, kek);
  return [
    opening('a member opens the keys of the company', routes.companyKeys, first.answer, {
      other: eves.answer,
      older: again.answer,
    }),
    opening(
      'a member opens the own key for the company',
      routes.personKey,
      { key: first.stored },
      {
        other: { key: other },
        older: { key: again.stored },
      },
    ),
    opening(
      'a member without a password opens the own key for the company with a passkey',
      routes.personKey,
      { key: own.stored },
      { other: { key: other }, older: { key: ownBefore.stored } },
      passkey,
      own,
    ),
    opening(
      'a member opens the keys of the company again on the same device',
      routes.companyKeys,
      first.answer,
      { other: eves.answer, older: again.answer },
      fromDevice,
    ),
    scenario(
      {
        name: 'a co-owner sees that the company is handed over to them',
        route: routes.handover,
        honest: { handover: handedOver(ann.email, bob) },
        sources: {
          other: { handover: handedOver(eve.email, { id: eve.vault.userId, email: eve.email }) },
          older: { handover: null },
        },
      },
      (answers, alter) => placeOf(fixture, ann, saved, answers, { alter }),
      async ({ client, vault }) => [(await handoverTo(client, bob, { vault })).email],
    ),
    scenario(
      {
        name: 'an owner compares the key of a member',
        route: routes.memberKey,
        honest: shown(first.stored),
        sources: { other: shown(other, eve.vault.userId, eve.email), older: shown(again.stored) },
      },
      (answers, alter) => placeOf(fixture, ann, saved, answers, { alter }),
      async ({ client }) => {
        const key = await keyOfMember(client, bob);
        // the owner sees it
        if (!key || fingerprint(key) !== compared) throw new SealingError('KEY_CHANGED');
        return [compared];
      },
    ),
  ];
}
