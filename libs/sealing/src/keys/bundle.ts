import {
  concat,
  fromBase64url,
  sha256,
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
const suite = 1;

/** A user's public keys as the server stores them. Keys are uncompressed points (65 bytes), the signature has 64 bytes `r | s`; all in base64url. */
export interface PublicBundle {
  suite: number;
  hpkePublic: string;
  signPublic: string;
  /** 1 for a user's first keys; increases by one with each replacement. */
  epoch: number;
  /** ISO 8601, UTC, to the millisecond. */
  createdAt: string;
  selfSignature: string;
}

/** A bundle with a valid signature of this user. */
export interface VerifiedBundle {
  userId: string;
  epoch: number;
  /** SHA-256 of the signed statement, 32 bytes. Identifies these keys in grants and pins. */
  keyId: Bytes;
  hpkePublic: Key;
  signPublic: Key;
}

/**
 * The signed statement: `"sdx1/bundle" | suite u8 | userId[16] | hpkePublic[65] | signPublic[65] | epoch u32 |
 * createdAt u64` (ms), big-endian. Signed by the sign key itself; its SHA-256 is the key id.
 */
function statement(
  userId: string,
  { suite, hpkePublic, signPublic, epoch, createdAt }: Omit<PublicBundle, 'selfSignature'>,
): Bytes {
  const time = Date.parse(createdAt);
  if (!Number.isInteger(time) || new Date(time).toISOString() !== createdAt) throw new SealingError('MALFORMED');
  return concat(
    utf8('sdx1/bundle'),
    Uint8Array.of(suite),
    uuidBytes(userId),
    fromBase64url(hpkePublic, 65),
    fromBase64url(signPublic, 65),
    u32(epoch),
    u64(time),
  );
}

/** The bundle of a user's new key pairs, signed by their own sign key; `epoch` from 1 on. @throws SealingError MALFORMED if the user id is not a UUID */
export async function createBundle(
  userId: string,
  epoch: number,
  hpke: KeyPair,
  signing: KeyPair,
): Promise<PublicBundle> {
  const point = async (key: Key) => toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
  const stated = {
    suite,
    hpkePublic: await point(hpke.publicKey),
    signPublic: await point(signing.publicKey),
    epoch,
    createdAt: new Date().toISOString(),
  };
  return { ...stated, selfSignature: toBase64url(await sign(signing.privateKey, statement(userId, stated))) };
}

/** Verifies that the bundle belongs to `userId`. @throws SealingError MALFORMED, UNSUPPORTED for an unknown suite, KEY_UNPROVEN */
export async function verifyBundle(userId: string, bundle: PublicBundle): Promise<VerifiedBundle> {
  if (bundle.suite !== suite) throw new SealingError('UNSUPPORTED');
  const stated = statement(userId, bundle);
  const signPublic = await importPoint(bundle.signPublic, { name: 'ECDSA', namedCurve: 'P-256' }, ['verify']);
  if (!(await verify(signPublic, fromBase64url(bundle.selfSignature, 64), stated)))
    throw new SealingError('KEY_UNPROVEN');
  const hpkePublic = await importPoint(bundle.hpkePublic, { name: 'ECDH', namedCurve: 'P-256' }, []);
  return { userId, epoch: bundle.epoch, keyId: await sha256(stated), hpkePublic, signPublic };
}

/** @throws SealingError MALFORMED if it is not a point of the curve */
async function importPoint(
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
