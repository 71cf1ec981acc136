import {
  concat,
  equalBytes,
  exactly,
  fromBase64url,
  sha256,
  toBase64url,
  utf8,
  uuidBytes,
  type Bytes,
} from '../crypto/bytes';
import { openFor, sealFor } from '../crypto/hpke';
import { aesKey, hkdfSha256, openUnder, sealUnder, type Key, type KeyPair } from '../crypto/primitives';
import { SealingError } from '../errors';
import { partyBytes } from '../grant-layout';
import { fingerprint, importPoint, isFingerprint, pointOf } from './bundle';
import {
  ecdh,
  openPrivate,
  verifyPersonKey,
  type HandedOver,
  type PersonUnlock,
  type StoredPersonKey,
  type VerifiedPersonKey,
} from './person-key';

/** What a new device asks the other devices of its person for, as the server has it. */
export interface SentHandover {
  /** UUID, chosen by the new device. */
  requestId: string;
  /** The fresh public key under the number, 93 bytes, base64url: who does not know the number can seal nothing to it. */
  sealedPublic: string;
}

/** A fresh key to which another device seals the private part of the person's key. */
interface Handover {
  requestId: string;
  /** The person's key, for which the number was computed. */
  person: VerifiedPersonKey;
  /** SHA-256 of the statement, 32 bytes: the number, and the AAD of what is given. */
  keyId: Bytes;
}

/** As the new device has it: in memory only. */
export interface AskedHandover extends Handover {
  sent: SentHandover;
  fresh: KeyPair;
}

/** As another device has it, once its person has typed the number of the new one. */
export interface ComparedHandover extends Handover {
  freshPublic: Key;
}

const info = utf8('sdx1/key-handover');

/** `"sdx1/key-handover" | requestId[16] | party(person)[80]`, 113 bytes. */
const placeOf = async (requestId: string, person: VerifiedPersonKey): Promise<Bytes> =>
  concat(info, uuidBytes(requestId), await partyBytes(person));

/** SHA-256 of the place and `freshPublic[65]`. */
const keyIdOf = (place: Bytes, freshPublic: string): Promise<Bytes> =>
  sha256(concat(place, fromBase64url(freshPublic, 65)));

/** The key of the 40 digits, under which the fresh public key is sent. @param digits without spaces */
const numberKey = async (digits: string): Promise<Key> =>
  aesKey(await hkdfSha256(utf8(digits), utf8('sdx1/handover-number')), ['encrypt', 'decrypt']);

const digitsOf = (number: string) => number.replaceAll(/\D/g, '');

/** Makes a fresh key of this device. Show its number (`fingerprint`), which the person types on another device. */
export async function askHandover(person: VerifiedPersonKey): Promise<AskedHandover> {
  const fresh = await crypto.subtle.generateKey(ecdh, false, ['deriveBits']);
  const freshPublic = await pointOf(fresh.publicKey);
  const requestId = crypto.randomUUID();
  const place = await placeOf(requestId, person);
  const keyId = await keyIdOf(place, freshPublic);
  const key = await numberKey(digitsOf(fingerprint({ keyId })));
  const sealedPublic = toBase64url(await sealUnder(key, fromBase64url(freshPublic, 65), place));
  return { requestId, person, keyId, fresh, sent: { requestId, sealedPublic } };
}

/**
 * Compares the number that the person has typed with the key that the server has sent. The typed number opens the key, and must be that of it:
 * who knows the number can read the key, and not exchange it.
 * @throws SealingError KEY_HANDOVER_REFUSED for another number, key, request or person's key; MALFORMED
 */
export async function compareHandover(
  person: VerifiedPersonKey,
  { requestId, sealedPublic }: SentHandover,
  typed: string,
): Promise<ComparedHandover> {
  const place = await placeOf(requestId, person);
  const sealed = fromBase64url(sealedPublic);
  const opened = await openUnder(await numberKey(digitsOf(typed)), sealed, place, 'KEY_HANDOVER_REFUSED');
  const freshPublic = toBase64url(exactly(opened, 65));
  const keyId = await keyIdOf(place, freshPublic);
  if (!isFingerprint(typed, { keyId })) throw new SealingError('KEY_HANDOVER_REFUSED');
  return { requestId, person, keyId, freshPublic: await importPoint(freshPublic, ecdh, []) };
}

/**
 * Seals the private part of the person's key to the fresh key with the compared number.
 * @throws SealingError KEY_HANDOVER_REFUSED if the person has another key by now; VAULT_LOCKED and others as `openPersonKey`
 */
export async function giveHandover(
  { person, keyId, freshPublic }: ComparedHandover,
  stored: StoredPersonKey,
  unlock: PersonUnlock,
): Promise<string> {
  const stated = await verifyPersonKey(person, stored.key);
  if (!equalBytes(stated.keyId, person.keyId)) throw new SealingError('KEY_HANDOVER_REFUSED');
  const pkcs8 = await openPrivate(stated, stored, unlock);
  const given = await sealFor(freshPublic, pkcs8, info, keyId);
  pkcs8.fill(0);
  return toBase64url(given);
}

/** What opens the person's key on the new device from now on. It opens no other key than the one that the number was computed for. */
export const handedOver = ({ requestId, fresh }: AskedHandover, given: string): HandedOver => ({
  kind: 'handover',
  open: async (stated) => {
    const keyId = await keyIdOf(await placeOf(requestId, stated), await pointOf(fresh.publicKey));
    const pkcs8 = await openFor(fresh, fromBase64url(given), info, keyId, 'VAULT_LOCKED');
    await requirePair(stated.hpkePublic, pkcs8);
    return pkcs8;
  },
});

/** Requires that the private key is the one of the public key, whatever its encoding says: HPKE does not prove who has sealed it. */
async function requirePair(publicKey: Key, pkcs8: Bytes): Promise<void> {
  const probe = await crypto.subtle.generateKey(ecdh, false, ['deriveBits']);
  const agree = async (privateKey: Key, otherPublic: Key) =>
    new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: otherPublic }, privateKey, 256));
  const own = await importPrivate(pkcs8);
  if (!equalBytes(await agree(own, probe.publicKey), await agree(probe.privateKey, publicKey)))
    throw new SealingError('VAULT_LOCKED');
}

async function importPrivate(pkcs8: Bytes): Promise<Key> {
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, ecdh, false, ['deriveBits']);
  } catch (error) {
    if ((error as Error).name === 'DataError') throw new SealingError('VAULT_LOCKED');
    throw error;
  }
}
