import type { VerifiedBundle } from './bundle';
import { fromBase64url, toBase64url, utf8, type Bytes } from './bytes';
import { SealingError } from './errors';
import { parseJson } from './meta';
import { openUnder, sealUnder } from './primitives';
import type { Vault } from './vault';

/** The keys a user has seen of each contact: user id to key id (base64url). `revision` grows by one with every change. */
export interface Pins {
  revision: number;
  keys: Record<string, string>;
}

/** What a new vault begins with. A vault always has pins; none at all means somebody took them away. */
export const noPins: Pins = { revision: 0, keys: {} };

/** `first`: never seen, to be pinned; `same`: as pinned; `changed`: accepting is blocked until the user confirms and it is pinned anew. */
export function checkPin(pins: Pins, { userId, keyId }: VerifiedBundle): 'first' | 'same' | 'changed' {
  if (!Object.hasOwn(pins.keys, userId)) return 'first';
  return pins.keys[userId] === toBase64url(keyId) ? 'same' : 'changed';
}

/** KEY_CHANGED when the contact's key is not the one pinned; what sealing for a contact begins with. */
export function requirePin(pins: Pins, contact: VerifiedBundle): void {
  if (checkPin(pins, contact) === 'changed') throw new SealingError('KEY_CHANGED');
}

/** The pins with this contact's key: seen first, or changed and confirmed by the user. */
export const pin = (pins: Pins, { userId, keyId }: VerifiedBundle): Pins => ({
  revision: pins.revision + 1,
  keys: { ...pins.keys, [userId]: toBase64url(keyId) },
});

const binding = ({ userId, epoch }: Vault): Bytes => utf8(`sdx1/pins|${userId}|${epoch}`);

/** The pins for the server to keep: their JSON under the UVK, `nonce[12] | AES-256-GCM | tag[16]`, base64url, AAD `sdx1/pins|userId|epoch`. */
export async function sealPins(vault: Vault, pins: Pins): Promise<string> {
  return toBase64url(await sealUnder(vault.key, utf8(JSON.stringify(pins)), binding(vault)));
}

/**
 * The pins the server kept. TAMPERED when they are not this vault's; PINS_ROLLED_BACK when they are older than `seenRevision`,
 * the newest this device remembers (0 on a new one).
 */
export async function openPins(vault: Vault, sealed: string, seenRevision: number): Promise<Pins> {
  const pins = parseJson(await openUnder(vault.key, fromBase64url(sealed), binding(vault), 'TAMPERED')) as Pins;
  if (pins.revision < seenRevision) throw new SealingError('PINS_ROLLED_BACK');
  return pins;
}
