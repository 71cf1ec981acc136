import { isContact, type Contact, type VerifiedBundle } from './bundle';
import { fromBase64url, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { parseJson } from '../file/meta';
import { openUnder } from '../crypto/primitives';
import type { Vault } from './vault';

/** How a contact's key was accepted: at the first exchange, after comparing its fingerprint, or from a list that a person exported. */
export type PinSource = 'first' | 'compared' | 'imported';

/** A contact's key as the user knows it. An address and a user id each occur in one pin only. */
export interface Pin {
  /** Key of the e-mail address. */
  address: string;
  userId: string;
  /** SHA-256 of the contact's signed statement, base64url. */
  keyId: string;
  /** The same keys in transfers from before addresses were part of the statement. */
  pairId: string;
  how: PinSource;
  /** ISO 8601, UTC. */
  since: string;
}

/** The keys a user knows of each contact. */
export interface Pins {
  contacts: Pin[];
  /** Pins from before addresses were part of them: user id to pair id. Each becomes a contact when its owner states an address. */
  keys: Record<string, string>;
}

/** `first`: neither the address nor the user is known; `same`: address, user and key are as pinned; `changed`: blocked until the user confirms. */
export type PinStatus = 'first' | 'same' | 'changed';

/** Pins of a new vault. */
export const noPins: Pins = { contacts: [], keys: {} };

const touches =
  ({ userId, address }: VerifiedBundle) =>
  (known: Pin) =>
    known.userId === userId || known.address === address;

function checkContact(pins: Pins, contact: Contact): PinStatus {
  const known = pins.contacts.filter(touches(contact));
  if (known.length === 0) return checkOldPin(pins, contact);
  const isSame = known.every(
    ({ userId, address, keyId }) =>
      userId === contact.userId && address === contact.address && keyId === toBase64url(contact.keyId),
  );
  return isSame ? 'same' : 'changed';
}

function checkOldPin(pins: Pins, { userId, pairId }: VerifiedBundle): PinStatus {
  if (!Object.hasOwn(pins.keys, userId)) return 'first';
  return pins.keys[userId] === toBase64url(pairId) ? 'same' : 'changed';
}

/** Compares a contact's keys with the pinned ones. Keys without an address can be known, but never become so. */
export function checkPin(pins: Pins, contact: VerifiedBundle): PinStatus {
  if (isContact(contact)) return checkContact(pins, contact);
  const known = pins.contacts.find(({ userId }) => userId === contact.userId);
  if (!known) return checkOldPin(pins, contact);
  return known.pairId === toBase64url(contact.pairId) ? 'same' : 'changed';
}

/** Whether a pin has the contact's address. A contact that is the same by an old pin is pinned again, then with its address. */
export const isPinned = (pins: Pins, contact: VerifiedBundle): boolean => pins.contacts.some(touches(contact));

/** How the keys of a contact that is the same became known; undefined if pins did not name addresses then. */
export const howKnown = (pins: Pins, contact: VerifiedBundle): PinSource | undefined =>
  pins.contacts.find(touches(contact))?.how;

/** Call it before sealing for a contact. @throws SealingError KEY_CHANGED if the contact's address, user id or key differs from the pinned one */
export function requirePin(pins: Pins, contact: VerifiedBundle): void {
  if (checkPin(pins, contact) === 'changed') throw new SealingError('KEY_CHANGED');
}

/** The pin of this contact. */
export const pinOf = ({ userId, address, keyId, pairId }: Contact, how: PinSource): Pin => ({
  address,
  userId,
  keyId: toBase64url(keyId),
  pairId: toBase64url(pairId),
  how,
  since: new Date().toISOString(),
});

/** The pins with this one in place of every other pin of its address or user. */
export function pin(pins: Pins, added: Pin): Pins {
  const { [added.userId]: _replaced, ...keys } = pins.keys;
  const others = pins.contacts.filter(({ userId, address }) => userId !== added.userId && address !== added.address);
  return { contacts: [...others, added], keys };
}

/** The pinned key that keeps this contact from being the same, for a person to compare. */
export function pinBefore(pins: Pins, contact: VerifiedBundle): Bytes | undefined {
  const known = pins.contacts.find(touches(contact))?.keyId ?? pins.keys[contact.userId];
  return known === undefined ? undefined : fromBase64url(known, 32);
}

const binding = ({ userId, epoch }: Vault): Bytes => utf8(`sdx1/contacts|${userId}|${epoch}`);
const oldBinding = ({ userId, epoch }: Vault): Bytes => utf8(`sdx1/pins|${userId}|${epoch}`);

/**
 * Opens the list of pins that a client stored before there was a ledger: JSON with a `revision`, AAD `sdx1/contacts|userId|epoch`, or
 * `sdx1/pins|userId|epoch` from before addresses were part of keys.
 * @param seenRevision newest revision that this device knows; 0 on a new device
 * @throws SealingError TAMPERED if they are not of this vault, LEDGER_ROLLED_BACK if they are older than `seenRevision`
 */
export async function openFormerPins(vault: Vault, sealed: string, seenRevision: number): Promise<Pins> {
  const bytes = fromBase64url(sealed);
  const plain = await openUnder(vault.key, bytes, binding(vault), 'TAMPERED').catch(() =>
    openUnder(vault.key, bytes, oldBinding(vault), 'TAMPERED'),
  );
  const { revision = 0, ...pins } = parseJson(plain) as Partial<Pins> & { revision?: number };
  if (revision < seenRevision) throw new SealingError('LEDGER_ROLLED_BACK');
  return { ...noPins, ...pins };
}
