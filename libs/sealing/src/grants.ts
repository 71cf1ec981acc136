import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256, HpkeError } from '@hpke/core';
import type { VerifiedBundle } from './keys/bundle';
import {
  concat,
  exactly,
  fromBase64url,
  split,
  toBase64url,
  u32,
  u64,
  utf8,
  uuidBytes,
  type Bytes,
} from './crypto/bytes';
import { SealingError } from './errors';
import type { FileRef } from './file/format';
import type { Key, KeyPair } from './crypto/primitives';
import { sign, verify } from './crypto/signing';

/** RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256) 0x0010, HKDF-SHA256 0x0001, AES-256-GCM 0x0002. */
const hpke = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const info = utf8('sdx1/grant');
const encSize = 65;
const sealedKeySize = 48;

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
export interface GrantSet {
  grants: Grant[];
  sig: string;
}

/** Request, sender and recipient of grants. Ids are canonical UUIDs; sender and recipient are user ids. */
export interface GrantParties {
  requestId: string;
  sender: string;
  recipient: string;
}

/** A grant's AAD: `requestId[16] | fileId[16] | version u32 | sender[16] | recipient[16] | recipientKeyId[32] | expiryMs u64`, 108 bytes, big-endian. */
const grantBinding = (
  { requestId, sender, recipient }: GrantParties,
  { fileId, version, recipientKeyId, expiryMs }: Omit<Grant, 'sealed'>,
): Bytes =>
  concat(
    uuidBytes(requestId),
    uuidBytes(fileId),
    u32(version),
    uuidBytes(sender),
    uuidBytes(recipient),
    fromBase64url(recipientKeyId, 32),
    u64(expiryMs),
  );

/** What is signed: `"sdx1/grants" | count u32 | (AAD[108] | sealed[113])` of each grant in order. */
const statement = (parties: GrantParties, grants: Grant[]): Bytes =>
  concat(
    utf8('sdx1/grants'),
    u32(grants.length),
    ...grants.flatMap((grant) => [grantBinding(parties, grant), fromBase64url(grant.sealed, encSize + sealedKeySize)]),
  );

const place = ({ fileId, version }: FileRef): string => `${fileId} ${version.toString().padStart(10, '0')}`;
const inOrder = (a: FileRef, b: FileRef): number => (place(a) < place(b) ? -1 : 1);

/**
 * Creates signed grants for all files of a request.
 * @throws SealingError MALFORMED for a file key of a wrong size; GRANT_SET_DIFFERS for a duplicate file
 * @param recipient verified bundle that was compared with the pin
 * @param files each with its file key of 32 bytes
 * @param signing the sender's private sign key
 */
export async function sealGrants(
  { requestId, sender, expiryMs }: { requestId: string; sender: string; expiryMs: number },
  recipient: VerifiedBundle,
  files: (FileRef & { fileKey: Bytes })[],
  signing: Key,
): Promise<GrantSet> {
  const parties = { requestId, sender, recipient: recipient.userId };
  if (new Set(files.map(place)).size !== files.length) throw new SealingError('GRANT_SET_DIFFERS');
  const grants = await Promise.all(
    files.toSorted(inOrder).map(async ({ fileId, version, fileKey }): Promise<Grant> => {
      const terms = { fileId, version, recipientKeyId: toBase64url(recipient.keyId), expiryMs };
      const { enc, ct } = await hpke.seal(
        { recipientPublicKey: recipient.hpkePublic, info },
        exactly(fileKey, 32),
        grantBinding(parties, terms),
      );
      return { ...terms, sealed: toBase64url(concat(new Uint8Array(enc), new Uint8Array(ct))) };
    }),
  );
  return { grants, sig: toBase64url(await sign(signing, statement(parties, grants))) };
}

/** What a set of grants must match. */
export interface GrantExpectation {
  requestId: string;
  sender: VerifiedBundle;
  /** With the current key. */
  recipient: VerifiedBundle;
  expiryMs: number;
  files: FileRef[];
}

/**
 * Verifies a set without opening it. The server calls it before an acceptance, the recipient before opening.
 * @throws SealingError, in this order: GRANT_SET_DIFFERS unless it contains exactly the files, in order; GRANT_KEY_STALE; GRANT_REFUSED
 * for another expiry; GRANT_EXPIRED; BAD_SIGNATURE
 * @param now milliseconds since 1970
 */
export async function checkGrants({ grants, sig }: GrantSet, expected: GrantExpectation, now: number): Promise<void> {
  const wanted = expected.files.map(place).toSorted();
  if (grants.length !== wanted.length || grants.some((grant, index) => place(grant) !== wanted[index]))
    throw new SealingError('GRANT_SET_DIFFERS');
  const currentKey = toBase64url(expected.recipient.keyId);
  if (grants.some(({ recipientKeyId }) => recipientKeyId !== currentKey)) throw new SealingError('GRANT_KEY_STALE');
  if (grants.some(({ expiryMs }) => expiryMs !== expected.expiryMs)) throw new SealingError('GRANT_REFUSED');
  if (now >= expected.expiryMs) throw new SealingError('GRANT_EXPIRED');
  const signed = statement(
    { requestId: expected.requestId, sender: expected.sender.userId, recipient: expected.recipient.userId },
    grants,
  );
  if (!(await verify(expected.sender.signPublic, fromBase64url(sig, 64), signed)))
    throw new SealingError('BAD_SIGNATURE');
}

/**
 * Opens a grant and returns the file key.
 * @throws SealingError GRANT_REFUSED for another recipient, key, request, file, version, sender or expiry
 * @param own the recipient's HPKE keys
 */
export async function openGrant(grant: Grant, parties: GrantParties, own: KeyPair): Promise<Bytes> {
  const [enc, ciphertext] = split(fromBase64url(grant.sealed), encSize, sealedKeySize);
  try {
    return new Uint8Array(
      await hpke.open({ recipientKey: own, enc: enc!, info }, ciphertext!, grantBinding(parties, grant)),
    );
  } catch (error) {
    if (error instanceof HpkeError) throw new SealingError('GRANT_REFUSED');
    throw error;
  }
}
