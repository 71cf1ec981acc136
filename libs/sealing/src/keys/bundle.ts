import {
  concat,
  fromBase64url,
  sha256,
  sized,
  toBase64url,
  toHex,
  u32,
  u64,
  utf8,
  uuidBytes,
  type Bytes,
} from '../crypto/bytes';
import { SealingError } from '../errors';
import { sign, verify } from '../crypto/signing';
import type { Key, KeyPair } from '../crypto/primitives';

/** DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM (RFC 9180) and ECDSA P-256 with SHA-256. */
export const suite = 1;

/** A user's public keys as the server stores them. Keys are uncompressed points (65 bytes), the signature has 64 bytes `r | s`; all in base64url. */
export interface PublicBundle {
  suite: number;
  /** Key of the owner's e-mail address. Absent in bundles from before addresses were part of the statement. */
  address?: string | undefined;
  hpkePublic: string;
  signPublic: string;
  /** 1 for a user's first keys; increases by one with each replacement. */
  epoch: number;
  /** ISO 8601, UTC, to the millisecond. */
  createdAt: string;
  selfSignature: string;
}

/** The user and the address of keys; `address` is the key of the e-mail address. */
export interface Owner {
  userId: string;
  address: string;
}

/** A bundle with a valid signature of this user. */
export interface VerifiedBundle {
  userId: string;
  /** Null in a bundle without an address. */
  address: string | null;
  epoch: number;
  /** SHA-256 of the signed statement, 32 bytes. Identifies these keys of this user and address in grants and pins. */
  keyId: Bytes;
  /** SHA-256 of the statement without the address, 32 bytes: the key id of the same keys before addresses were part of it. */
  pairId: Bytes;
  hpkePublic: Key;
  signPublic: Key;
}

/** A bundle that states its owner's address: all that grants, pins and requests accept. */
export type Contact = VerifiedBundle & Owner;

/** Whether the bundle states its owner's address. */
export const isContact = (bundle: VerifiedBundle): bundle is Contact => bundle.address !== null;

type Stated = Omit<PublicBundle, 'selfSignature'>;

/** A time in ISO 8601 as milliseconds, u64. @throws SealingError MALFORMED for another spelling */
export function timeBytes(createdAt: string): Bytes {
  const time = Date.parse(createdAt);
  if (!Number.isInteger(time) || new Date(time).toISOString() !== createdAt) throw new SealingError('MALFORMED');
  return u64(time);
}

const fieldsOf = (stated: Stated): Bytes =>
  concat(
    fromBase64url(stated.hpkePublic, 65),
    fromBase64url(stated.signPublic, 65),
    u32(stated.epoch),
    timeBytes(stated.createdAt),
  );

/** The statement without an address: `"sdx1/bundle" | suite u8 | userId[16] | hpkePublic[65] | signPublic[65] | epoch u32 | createdAt u64` (ms). */
const pairStatement = (userId: string, stated: Stated): Bytes =>
  concat(utf8('sdx1/bundle'), Uint8Array.of(stated.suite), uuidBytes(userId), fieldsOf(stated));

/**
 * The signed statement: `"sdx1/key-bundle" | suite u8 | userId[16] | u16 and address | hpkePublic[65] | signPublic[65] | epoch u32 |
 * createdAt u64` (ms), big-endian. Signed by the sign key itself; its SHA-256 is the key id.
 */
const statement = (userId: string, stated: Stated): Bytes =>
  stated.address === undefined
    ? pairStatement(userId, stated)
    : concat(
        utf8('sdx1/key-bundle'),
        Uint8Array.of(stated.suite),
        uuidBytes(userId),
        sized(stated.address),
        fieldsOf(stated),
      );

const signed = async (userId: string, stated: Stated, signKey: Key): Promise<PublicBundle> => ({
  ...stated,
  selfSignature: toBase64url(await sign(signKey, statement(userId, stated))),
});

/** The bundle of a user's new key pairs, signed by their own sign key; `epoch` from 1 on. @throws SealingError MALFORMED if the user id is not a UUID */
export async function createBundle(
  { userId, address }: Owner,
  epoch: number,
  hpke: KeyPair,
  signing: KeyPair,
): Promise<PublicBundle> {
  const stated = {
    suite,
    address,
    hpkePublic: await pointOf(hpke.publicKey),
    signPublic: await pointOf(signing.publicKey),
    epoch,
    createdAt: new Date().toISOString(),
  };
  return signed(userId, stated, signing.privateKey);
}

/** The same keys with their owner's address in the statement. @param signKey the owner's private sign key */
export const restateBundle = (
  { suite, hpkePublic, signPublic, epoch, createdAt }: PublicBundle,
  { userId, address }: Owner,
  signKey: Key,
): Promise<PublicBundle> => signed(userId, { suite, address, hpkePublic, signPublic, epoch, createdAt }, signKey);

/** Verifies that the bundle belongs to `userId`. @throws SealingError MALFORMED, UNSUPPORTED for an unknown suite, KEY_UNPROVEN */
export async function verifyBundle(userId: string, bundle: PublicBundle): Promise<VerifiedBundle> {
  if (bundle.suite !== suite) throw new SealingError('UNSUPPORTED');
  const stated = statement(userId, bundle);
  const signPublic = await importPoint(bundle.signPublic, { name: 'ECDSA', namedCurve: 'P-256' }, ['verify']);
  if (!(await verify(signPublic, fromBase64url(bundle.selfSignature, 64), stated)))
    throw new SealingError('KEY_UNPROVEN');
  const hpkePublic = await importPoint(bundle.hpkePublic, { name: 'ECDH', namedCurve: 'P-256' }, []);
  return {
    userId,
    address: bundle.address ?? null,
    epoch: bundle.epoch,
    keyId: await sha256(stated),
    pairId: await sha256(pairStatement(userId, bundle)),
    hpkePublic,
    signPublic,
  };
}

/** Verifies that the bundle belongs to this user and this address. @throws SealingError as `verifyBundle` */
export async function verifyContact({ userId, address }: Owner, bundle: PublicBundle): Promise<Contact> {
  const verified = await verifyBundle(userId, bundle);
  if (!isContact(verified) || verified.address !== address) throw new SealingError('KEY_UNPROVEN');
  return verified;
}

/** A public key as an uncompressed point, base64url. */
export const pointOf = async (key: Key): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));

/** @throws SealingError MALFORMED if it is not a point of the curve */
export async function importPoint(
  point: string,
  algorithm: { name: string; namedCurve: string },
  usages: 'verify'[],
): Promise<Key> {
  const raw = fromBase64url(point, 65);
  try {
    return await crypto.subtle.importKey('raw', raw, algorithm, true, usages);
  } catch (error) {
    if ((error as Error).name === 'DataError') throw new SealingError('MALFORMED');
    throw error;
  }
}

/** 40 decimal digits in eight groups of five: the key id as a number, modulo 10^40. Users compare it. */
export function fingerprint({ keyId }: Pick<VerifiedBundle, 'keyId'>): string {
  const digits = (BigInt(`0x${toHex(keyId)}`) % 10n ** 40n).toString().padStart(40, '0');
  return digits.match(/.{5}/g)!.join(' ');
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Whether a person has typed the fingerprint of this key; what separates its groups does not matter. */
export const isFingerprint = (typed: string, key: Pick<VerifiedBundle, 'keyId'>): boolean =>
  digitsOf(typed) === digitsOf(fingerprint(key));
