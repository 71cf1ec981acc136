import { routes, type Route } from '@tradepost/contracts/routes';
import { Contacts } from '../../src/contacts/contacts';
import { memoryStore, type DeviceStore } from '../../src/contacts/device-store';
import type { Crypto } from '../../src/crypto/crypto';
import { inlineCrypto } from '../../src/crypto/inline-crypto';
import { KeyLog } from '../../src/keys/key-log';
import { recordDelivery } from '../../src/ledger/deliveries';
import type { Keyring } from '../../src/contacts/keyring';
import { KeyLogServer, testLabel } from '../../src/testing/key-log-server';
import { LedgerServer } from '../../src/testing/ledger-server';
import { deliveredFolder, fileOf, personCalled, type Person } from '../../src/testing/people';

/** Changes an answer of a route. */
export type AlterAnswer = (route: Route, answer: unknown) => unknown;

/** A person's client at the server, and what both remember. */
export interface Saved {
  entries: string[];
  device: Map<string, string>;
}

/** Dependencies that differ between a page and a program. */
export interface Ports {
  work: Pick<Crypto, 'passwords' | 'labelOf'>;
  /** A device that has never been used. */
  newDevice: () => DeviceStore;
}

export const portsOfNode: Ports = { work: { ...inlineCrypto, labelOf: testLabel }, newDevice: memoryStore };

/** The users, and what the server stores about them before it lies. */
export interface Fixture extends Ports {
  ann: Person;
  bob: Person;
  eve: Person;
  /** Ann's. */
  files: Awaited<ReturnType<typeof fileOf>>[];
  /** Neither requested nor delivered. */
  secret: Awaited<ReturnType<typeof fileOf>>;
  /** With everyone's key. */
  log: KeyLogServer;
}

export async function newFixture(ports: Ports): Promise<Fixture> {
  const [ann, bob, eve] = await Promise.all(['ann', 'bob', 'eve'].map((name) => personCalled(name)));
  const log = new KeyLogServer();
  log.labelOf = ports.work.labelOf;
  for (const one of [ann!, bob!, eve!]) await log.log(one.contact);
  const [first, second, secret] = await Promise.all(
    ['a.csv', 'b.csv', 'secret.csv'].map((name) => fileOf(ann!, name, 2)),
  );
  return { ...ports, ann: ann!, bob: bob!, eve: eve!, files: [first!, second!], secret: secret!, log };
}

/** A device store with these initial values; writes also change `values`. */
function deviceWith(device: DeviceStore, values: Map<string, string>, onWrite: (name: string) => void): DeviceStore {
  let begun: Promise<unknown> | undefined;
  const begin = () => (begun ??= Promise.all([...values].map(([name, value]) => device.write(name, value))));
  return {
    read: async (name) => {
      await begin();
      return device.read(name);
    },
    write: async (name, value) => {
      onWrite(name);
      await begin();
      values.set(name, value);
      await device.write(name, value);
    },
  };
}

export interface Place extends Keyring {
  server: LedgerServer;
  client: LedgerServer['client'];
  contacts: Contacts;
  saved: Saved;
  /** What the client has stored on its device or sent to be stored, except what it has seen of the key log. */
  effects: string[];
}

/** Calls that only read. */
const questions: readonly Route[] = [
  routes.keys,
  routes.ownKey,
  routes.keyLog,
  routes.keyLogEntries,
  routes.keyLogProof,
  routes.ledger,
  routes.companyLedger,
  routes.companyKeys,
  routes.personKey,
  routes.keyHandover,
  routes.takeKeyHandover,
  routes.recovery,
  routes.approvedRecovery,
  routes.memberKey,
  routes.handover,
  routes.sealingTargets,
  routes.requestsToSign,
  routes.transfer,
  routes.contactKeys,
  routes.file,
  routes.login,
];

/** A client of this person. @param answers of routes that the test servers do not have */
export function placeOf(
  { log, work, newDevice }: Fixture,
  { vault }: Person,
  before: Saved,
  answers: (route: Route, input: object) => unknown,
  { alter = (_, answer) => answer, isProgram = false }: { alter?: AlterAnswer; isProgram?: boolean } = {},
): Place {
  const saved = { entries: before.entries, device: new Map(before.device) };
  const effects: string[] = [];
  const server = new LedgerServer();
  server.entries = before.entries;
  server.part = 100;
  server.keyLog.take(log);
  server.others = answers;
  const honest = server.client.send as unknown as (route: Route, input: object) => Promise<unknown>;
  const client = {
    origin: 'https://tradepost.example',
    send: async (route: Route, input: object) => {
      if (!questions.includes(route)) effects.push(route.path);
      const hasOwn = route === routes.keys || route === routes.ownKey;
      return alter(route, hasOwn ? (answers(route, input) ?? {}) : await honest(route, input));
    },
  } as unknown as LedgerServer['client'];
  const device = deviceWith(newDevice(), saved.device, (name) => name !== 'key-log' && effects.push(name));
  const keyLog = new KeyLog(client, device, work.labelOf);
  const contacts = new Contacts(client, vault, keyLog, { device, ...(isProgram && { apiKeyId: crypto.randomUUID() }) });
  return { server, client, vault, contacts, saved, effects };
}

/** State of server and device after this user has saved these contacts and delivered the folder to them. */
export async function acquainted(fixture: Fixture, person: Person, known: Person[]): Promise<Saved> {
  const place = placeOf(fixture, person, { entries: [], device: new Map() }, () => undefined);
  for (const { contact } of known) {
    await place.contacts.confirm(contact);
    await recordDelivery(place.contacts.ledger, { folderId: deliveredFolder, added: [contact.address] });
  }
  await place.contacts.auditOwn();
  return { entries: place.server.entries, device: place.saved.device };
}

/** The commercial terms of a file, which differ from those of a file with another name. */
export const termsOf = (name: string) => ({
  ...{ category: `Category of ${name}`, currency: 'EUR', price: '0.50' },
  ...{ records: name.length, totalAmount: (name.length / 2).toFixed(2) },
});
