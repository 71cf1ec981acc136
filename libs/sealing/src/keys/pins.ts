import type { VerifiedBundle } from './bundle';
import { fromBase64url, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { parseJson } from '../file/meta';
import { openUnder, sealUnder } from '../crypto/primitives';
import type { Vault } from './vault';

/** The keys a user has seen of each contact: user id to key id (base64url). `revision` grows by one with every change. */
export interface Pins {
  revision: number;
  keys: Record<string, string>;
}

/** Pins of a new vault. A vault always has pins; missing pins mean that they were removed. */
export const noPins: Pins = { revision: 0, keys: {} };

/** `first`: not pinned yet; `same`: as pinned; `changed`: blocked until the user confirms the new key. */
export function checkPin(pins: Pins, { userId, keyId }: VerifiedBundle): 'first' | 'same' | 'changed' {
  if (!Object.hasOwn(pins.keys, userId)) return 'first';
  return pins.keys[userId] === toBase64url(keyId) ? 'same' : 'changed';
}

/** Call it before sealing for a contact. @throws SealingError KEY_CHANGED if the contact's key differs from the pinned one */
export function requirePin(pins: Pins, contact: VerifiedBundle): void {
  if (checkPin(pins, contact) === 'changed') throw new SealingError('KEY_CHANGED');
}

/** The pins with this contact's key, which is new or confirmed by the user. */
export const pin = (pins: Pins, { userId, keyId }: VerifiedBundle): Pins => ({
  revision: pins.revision + 1,
  keys: { ...pins.keys, [userId]: toBase64url(keyId) },
});

const binding = ({ userId, epoch }: Vault): Bytes => utf8(`sdx1/pins|${userId}|${epoch}`);

/** Seals the pins for the server: JSON under the UVK, `nonce[12] | AES-256-GCM | tag[16]`, base64url, AAD `sdx1/pins|userId|epoch`. */
export async function sealPins(vault: Vault, pins: Pins): Promise<string> {
  return toBase64url(await sealUnder(vault.key, utf8(JSON.stringify(pins)), binding(vault)));
}

/**
 * Opens the pins from the server.
 * @param seenRevision newest revision that this device knows; 0 on a new device
 * @throws SealingError TAMPERED if they are not of this vault, PINS_ROLLED_BACK if they are older than `seenRevision`
 */
export async function openPins(vault: Vault, sealed: string, seenRevision: number): Promise<Pins> {
  const pins = parseJson(await openUnder(vault.key, fromBase64url(sealed), binding(vault), 'TAMPERED')) as Pins;
  if (pins.revision < seenRevision) throw new SealingError('PINS_ROLLED_BACK');
  return pins;
}
