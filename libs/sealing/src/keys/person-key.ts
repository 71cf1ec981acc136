import { concat, fromBase64url, sha256, sized, toBase64url, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { openUnder, sealUnder, type Key, type KeyPair } from '../crypto/primitives';
import { SealingError } from '../errors';
import { importPoint, pointOf, suite, timeBytes, type Owner } from './bundle';

/** A person's public key as the server stores it; the key is an uncompressed point (65 bytes), base64url. */
export interface PublicPersonKey {
  suite: number;
  /** Key of the person's e-mail address. */
  address: string;
  hpkePublic: string;
  /** ISO 8601, UTC, to the millisecond. */
  createdAt: string;
}

/** PKCS #8 of a person's key under the key of one passkey; both are base64url. */
export interface PasskeyWrap {
  /** Of the credential. */
  id: string;
  wrap: string;
}

/** As the server stores it. `wrap`: PKCS #8 under the key of the person's password or, of kind `recovery`, of the recovery key; base64url. */
export interface StoredPersonKey {
  key: PublicPersonKey;
  wrap: string;
  kind?: 'recovery' | undefined;
  passkeys?: PasskeyWrap[] | undefined;
}

/** The key of a passkey (`passkeyKek`), and the id of its credential. */
export interface PasskeyOfPerson {
  kind: 'passkey';
  id: string;
  kek: Key;
}

/** What wraps a person's key: the key of the password, of the recovery key of a person without a password, or of a passkey. */
export type PersonWrapper = { kind?: 'password'; kek: Key } | { kind: 'recovery'; kek: Key } | PasskeyOfPerson;

/** What another device of the person has handed over (`handedOver`): no wrap that the server has. */
export interface HandedOver {
  kind: 'handover';
  /** PKCS #8 of this key. @throws SealingError VAULT_LOCKED for another one */
  open: (stated: VerifiedPersonKey) => Promise<Bytes>;
}

/** What opens a person's key. */
export type PersonUnlock = PersonWrapper | HandedOver;

type WrapKind = 'password' | 'recovery' | 'passkey';

/**
 * The public key of a person, independent of any vault: companies seal their keys to it. Its id is a hash of all that it states, so that
 * nothing needs a signature: it is used only after a person has compared the number.
 */
export interface VerifiedPersonKey extends Owner {
  /** SHA-256 of the statement, 32 bytes. */
  keyId: Bytes;
  hpkePublic: Key;
}

/** A person's open key. It is non-extractable. */
export interface PersonKey extends VerifiedPersonKey {
  hpke: KeyPair;
}

export const ecdh = { name: 'ECDH', namedCurve: 'P-256' } as const;

/** `"sdx1/person-key" | suite u8 | userId[16] | u16 and address | hpkePublic[65] | createdAt u64` (ms), big-endian. */
const statement = (userId: string, { suite: stated, address, hpkePublic, createdAt }: PublicPersonKey): Bytes =>
  concat(
    utf8('sdx1/person-key'),
    Uint8Array.of(stated),
    uuidBytes(userId),
    sized(address),
    fromBase64url(hpkePublic, 65),
    timeBytes(createdAt),
  );

const wrapBinding = ({ userId, keyId }: Pick<VerifiedPersonKey, 'userId' | 'keyId'>, kind: WrapKind): Bytes =>
  concat(utf8(`sdx1/person-private|${userId}|${kind}|`), keyId);

/** Requires that the key is of this person and address. @throws SealingError MALFORMED, UNSUPPORTED for an unknown suite, KEY_UNPROVEN for another address */
export async function verifyPersonKey({ userId, address }: Owner, key: PublicPersonKey): Promise<VerifiedPersonKey> {
  if (key.suite !== suite) throw new SealingError('UNSUPPORTED');
  if (key.address !== address) throw new SealingError('KEY_UNPROVEN');
  const keyId = await sha256(statement(userId, key));
  return { userId, address, keyId, hpkePublic: await importPoint(key.hpkePublic, ecdh, []) };
}

/** Creates a key for a person. @param kek of the password, or of the recovery key of a person without one */
export async function createPersonKey(
  owner: Owner,
  kek: Key,
  kind: 'password' | 'recovery' = 'password',
): Promise<StoredPersonKey> {
  const pair = await crypto.subtle.generateKey(ecdh, true, ['deriveBits']);
  const createdAt = new Date().toISOString();
  const key = { suite, address: owner.address, hpkePublic: await pointOf(pair.publicKey), createdAt };
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const wrap = await wrapPrivate(await verifyPersonKey(owner, key), pkcs8, kek, kind);
  pkcs8.fill(0);
  return { key, wrap, ...(kind === 'recovery' && { kind }) };
}

const wrapPrivate = async (stated: VerifiedPersonKey, pkcs8: Bytes, kek: Key, kind: WrapKind) =>
  toBase64url(await sealUnder(kek, pkcs8, wrapBinding(stated, kind)));

const unwrapPrivate = (stated: VerifiedPersonKey, wrap: string, kek: Key, kind: WrapKind): Promise<Bytes> =>
  openUnder(kek, fromBase64url(wrap), wrapBinding(stated, kind), 'VAULT_LOCKED');

/** PKCS #8 of the key. @throws SealingError VAULT_LOCKED for a passkey without a wrap, and as `openPersonKey` */
export async function openPrivate(
  stated: VerifiedPersonKey,
  { wrap, passkeys }: StoredPersonKey,
  unlock: PersonUnlock,
): Promise<Bytes> {
  if (unlock.kind === 'handover') return unlock.open(stated);
  if (unlock.kind !== 'passkey') return unwrapPrivate(stated, wrap, unlock.kek, unlock.kind ?? 'password');
  const ofPasskey = passkeys?.find(({ id }) => id === unlock.id);
  if (!ofPasskey) throw new SealingError('VAULT_LOCKED');
  return unwrapPrivate(stated, ofPasskey.wrap, unlock.kek, 'passkey');
}

/** Opens a person's key. @throws SealingError as `verifyPersonKey`; VAULT_LOCKED for another password, recovery key, passkey, handover, person or public key */
export async function openPersonKey(owner: Owner, stored: StoredPersonKey, unlock: PersonUnlock): Promise<PersonKey> {
  const stated = await verifyPersonKey(owner, stored.key);
  const pkcs8 = await openPrivate(stated, stored, unlock);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, ecdh, false, ['deriveBits']);
  pkcs8.fill(0);
  return { ...stated, hpke: { publicKey: stated.hpkePublic, privateKey } };
}

/** The wrap under the key of a new password, or of a passkey. @throws SealingError as `openPersonKey` */
export async function rewrapPersonKey(
  owner: Owner,
  stored: StoredPersonKey,
  from: PersonUnlock,
  to: PersonWrapper,
): Promise<string> {
  const stated = await verifyPersonKey(owner, stored.key);
  const pkcs8 = await openPrivate(stated, stored, from);
  const next = await wrapPrivate(stated, pkcs8, to.kek, to.kind ?? 'password');
  pkcs8.fill(0);
  return next;
}
