import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { decodeEntry } from '@tradepost/sealing/key-log/entry';
import type { Pin } from '@tradepost/sealing/keys/pins';
import { endOf, openEntry, type VerifiedEntry } from '@tradepost/sealing/ledger/entry';
import { historyOf } from '@tradepost/sealing/ledger/history';
import { Contacts } from '../../contacts/contacts';
import { memoryStore, type DeviceStore } from '../../contacts/device-store';
import type { Keyring } from '../../contacts/keyring';
import { KeyLog } from '../../keys/key-log';
import { StoredLedger } from '../../ledger/stored-ledger';
import { keyLogOrigin, testLabel } from '../key-log-server';
import type { Person } from '../people';
import type { ModelServer } from './server';

/** A device or program of a person. Only what it has stored survives a step. */
export interface Device {
  store: DeviceStore;
  apiKeyId?: string;
}

export const newDevice = (apiKeyId?: string): Device => ({
  store: memoryStore(),
  ...(apiKeyId !== undefined && { apiKeyId }),
});

/** The real client, as it starts on this device. */
export function keyringOn({ store, apiKeyId }: Device, person: Person, server: ModelServer): Keyring {
  const client = server.clientOf(person);
  const keyLog = new KeyLog(client, store, testLabel);
  const options = { device: store, ...(apiKeyId !== undefined && { apiKeyId }) };
  return { vault: person.vault, contacts: new Contacts(client, person.vault, keyLog, options) };
}

/** Verified entries, by the head before them and their bytes: most steps read the same ones again. */
const verified = new Map<string, VerifiedEntry>();

/** Entries of a ledger, verified without the client's code. */
export async function entriesOf({ vault }: Person, sealed: readonly string[]): Promise<VerifiedEntry[]> {
  const entries: VerifiedEntry[] = [];
  for (const one of sealed) {
    const end = endOf(entries);
    const key = `${end.head} ${one}`;
    const entry = verified.get(key) ?? (await openEntry(vault, one, end));
    verified.set(key, entry);
    entries.push(entry);
  }
  return entries;
}

/** What a device has stored of its ledger. */
export const storedOn = async ({ store }: Device, person: Person): Promise<VerifiedEntry[]> =>
  entriesOf(person, await new StoredLedger(store).read(person.vault.epoch));

export const pinsOf = (entries: readonly VerifiedEntry[]): Pin[] => historyOf(entries).pins.contacts;

/** The key that the log holds as the newest of this address. */
export async function newestLogged({ keyLog }: ModelServer, address: string): Promise<string | undefined> {
  const label = toBase64url(await testLabel(address, keyLogOrigin));
  const newest = keyLog.leaves.map((leaf) => decodeEntry(leaf)).findLast((one) => toBase64url(one.label) === label);
  return newest && toBase64url(newest.keyId);
}
