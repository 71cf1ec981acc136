import type { VerifiedBundle } from './keys/bundle';
import { concat, exactly, fromBase64url, sha256, sized, u32, u64, utf8, uuidBytes, type Bytes } from './crypto/bytes';
import { sealedKeySize } from './crypto/primitives';
import { SealingError } from './errors';
import type { FileRef } from './file/format';

export const grantInfo = utf8('sdx1/file-grant');

/** One file key, sealed to one recipient's key for one request. */
export interface Grant extends FileRef {
  /** Of the recipient's bundle, 32 bytes, base64url. */
  recipientKeyId: string;
  /** Milliseconds since 1970. */
  expiryMs: number;
  /** HPKE's `enc[65] | ciphertext[32] | tag[16]`, 113 bytes, base64url. */
  sealed: string;
}

/** Grants of a request in order of file id and version, and the sender's signature over all of them (64 bytes, base64url). */
export interface GrantSet extends Partial<SetTerms> {
  grants: Grant[];
  sig: string;
}

/** What the sender states with a set. Absent in sets from before requests were signed. */
export interface SetTerms {
  /** Milliseconds since 1970. */
  timeMs: number;
  /** Head of the sender's ledger after the entry of these grants, 32 bytes, base64url; zeros without a ledger. */
  ledgerHead: string;
  /** The newest checkpoint of the key log that the sender has verified; empty without one. */
  checkpoint: string;
}

export const zeros32 = (): Bytes => new Uint8Array(32);

/** Whether a hash or head is all zeros, which means none. */
export const isZeros = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** A user with the keys that a grant names. `address` is null only in grants from before addresses were part of them. */
export type Party = Pick<VerifiedBundle, 'userId' | 'address' | 'keyId'>;

/** Request, sender and recipient of grants. Ids are canonical UUIDs. */
export interface GrantParties {
  requestId: string;
  /** SHA-256 of the statement that the recipient signed, 32 bytes; zeros in grants from before requests were signed. */
  requestHash: Bytes;
  sender: Party;
  recipient: Party;
}

/** `userId[16] | SHA-256("sdx1/address" | address)[32] | keyId[32]`, 80 bytes. @throws SealingError GRANT_REFUSED without an address */
export async function partyBytes({ userId, address, keyId }: Party): Promise<Bytes> {
  if (address === null) throw new SealingError('GRANT_REFUSED');
  return concat(uuidBytes(userId), await sha256(utf8(`sdx1/address${address}`)), exactly(keyId, 32));
}

/** What every grant of a set is bound to: `requestId[16] | H(request)[32] | party(sender) | party(recipient) | expiryMs u64`, 216 bytes. */
export const setBinding = async (
  { requestId, requestHash, sender, recipient }: GrantParties,
  expiryMs: number,
): Promise<Bytes> =>
  concat(
    uuidBytes(requestId),
    exactly(requestHash, 32),
    await partyBytes(sender),
    await partyBytes(recipient),
    u64(expiryMs),
  );

export const placeBytes = ({ fileId, version }: FileRef): Bytes => concat(uuidBytes(fileId), u32(version));

const setPrefix = utf8('sdx1/grant-set');
const itemsOf = (grants: Grant[]): Bytes =>
  concat(
    u32(grants.length),
    ...grants.flatMap((grant) => [placeBytes(grant), fromBase64url(grant.sealed, sealedKeySize)]),
  );

/**
 * What is signed: `"sdx1/grant-set" | binding[216] | time u64 | ledgerHead[32] | text(checkpoint) | count u32 | (fileId[16] |
 * version u32 | sealed[113])` of each grant in order.
 */
export const grantStatement = async (
  parties: GrantParties,
  expiryMs: number,
  { timeMs, ledgerHead, checkpoint }: SetTerms,
  grants: Grant[],
): Promise<Bytes> =>
  concat(
    setPrefix,
    await setBinding(parties, expiryMs),
    u64(timeMs),
    fromBase64url(ledgerHead, 32),
    sized(checkpoint),
    itemsOf(grants),
  );

/** What was signed before requests were: `"sdx1/grant-set" | binding[216] | count u32 | (…)`. Such sets are never created. */
export const unsignedRequestStatement = async (
  parties: GrantParties,
  expiryMs: number,
  grants: Grant[],
): Promise<Bytes> => concat(setPrefix, await setBinding(parties, expiryMs), itemsOf(grants));

/*
 * The layout of grants from before addresses were part of keys. Such grants are opened and verified until their transfer ends, and
 * never created.
 */

export const oldGrantInfo = utf8('sdx1/grant');

/** The AAD: `requestId[16] | fileId[16] | version u32 | sender[16] | recipient[16] | recipientKeyId[32] | expiryMs u64`, 108 bytes. */
export const oldGrantBinding = (
  { requestId, sender, recipient }: Omit<GrantParties, 'requestHash'>,
  { fileId, version, recipientKeyId, expiryMs }: Omit<Grant, 'sealed'>,
): Bytes =>
  concat(
    uuidBytes(requestId),
    uuidBytes(fileId),
    u32(version),
    uuidBytes(sender.userId),
    uuidBytes(recipient.userId),
    fromBase64url(recipientKeyId, 32),
    u64(expiryMs),
  );

/** What was signed: `"sdx1/grants" | count u32 | (AAD[108] | sealed[113])` of each grant in order. */
export const oldGrantStatement = (parties: Omit<GrantParties, 'requestHash'>, grants: Grant[]): Bytes =>
  concat(
    utf8('sdx1/grants'),
    u32(grants.length),
    ...grants.flatMap((grant) => [oldGrantBinding(parties, grant), fromBase64url(grant.sealed, sealedKeySize)]),
  );
