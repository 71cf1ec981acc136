import type { Contact, VerifiedBundle } from './keys/bundle';
import { concat, exactly, fromBase64url, toBase64url, type Bytes } from './crypto/bytes';
import { SealingError } from './errors';
import type { FileRef } from './file/format';
import {
  grantInfo,
  grantStatement,
  oldGrantBinding,
  oldGrantInfo,
  oldGrantStatement,
  placeBytes,
  setBinding,
  type Grant,
  type GrantParties,
  type GrantSet,
  type Party,
  type SetTerms,
  unsignedRequestStatement,
  isZeros,
} from './grant-layout';
import { sealedKeySize, type Key, type KeyPair } from './crypto/primitives';
import { openFor, sealFor } from './crypto/hpke';
import { sign, verify } from './crypto/signing';

const place = ({ fileId, version }: FileRef): string => `${fileId} ${String(version).padStart(10, '0')}`;
const inOrder = (a: FileRef, b: FileRef): number => (place(a) < place(b) ? -1 : 1);

/**
 * Creates signed grants for all files of a request.
 * @throws SealingError MALFORMED for a file key of a wrong size; GRANT_SET_DIFFERS for a duplicate file
 * @param sender the vault's own bundle; `recipient`: verified bundle that was compared with the pin
 * @param files each with its file key of 32 bytes
 * @param signing the sender's private sign key
 * @param terms what the sender states with the set
 */
export async function sealGrants(
  {
    requestId,
    requestHash,
    sender,
    expiryMs,
  }: Omit<GrantParties, 'recipient'> & { sender: VerifiedBundle; expiryMs: number },
  recipient: Contact,
  files: (FileRef & { fileKey: Bytes })[],
  signing: Key,
  terms: SetTerms,
): Promise<GrantSet> {
  const parties = { requestId, requestHash, sender, recipient };
  if (new Set(files.map(place)).size !== files.length) throw new SealingError('GRANT_SET_DIFFERS');
  const binding = await setBinding(parties, expiryMs);
  const grants = await Promise.all(
    files.toSorted(inOrder).map(async ({ fileId, version, fileKey }): Promise<Grant> => {
      const aad = concat(binding, placeBytes({ fileId, version }));
      const sealed = toBase64url(await sealFor(recipient.hpkePublic, exactly(fileKey, 32), grantInfo, aad));
      return { fileId, version, recipientKeyId: toBase64url(recipient.keyId), expiryMs, sealed };
    }),
  );
  const statement = await grantStatement(parties, expiryMs, terms, grants);
  return { grants, sig: toBase64url(await sign(signing, statement)), ...terms };
}

/** What a set of grants must match. */
export interface GrantExpectation {
  requestId: string;
  /** Of the request that the recipient signed; zeros for grants from before requests were signed. */
  requestHash: Bytes;
  sender: VerifiedBundle;
  /** With the current key. */
  recipient: VerifiedBundle;
  expiryMs: number;
  files: FileRef[];
}

/** Whether grants name the recipient's keys as before addresses were part of the statement. They open until their transfer ends. */
export const isOldSet = (
  { grants }: Pick<GrantSet, 'grants'>,
  { address, keyId, pairId }: Pick<VerifiedBundle, 'address' | 'keyId' | 'pairId'>,
): boolean => {
  const named = grants[0]?.recipientKeyId;
  return named === toBase64url(pairId) && (address === null || named !== toBase64url(keyId));
};

/**
 * Verifies a set without opening it. The server calls it before an acceptance, the recipient before opening.
 * @throws SealingError, in this order: GRANT_SET_DIFFERS unless it contains exactly the files, in order; GRANT_KEY_STALE; GRANT_REFUSED
 * for another expiry; GRANT_EXPIRED; BAD_SIGNATURE
 * @param now milliseconds since 1970
 */
export async function checkGrants(set: GrantSet, expected: GrantExpectation, now: number): Promise<void> {
  const { grants } = set;
  const { requestId, requestHash, sender, recipient, expiryMs, files } = expected;
  const wanted = files.map(place).toSorted();
  if (grants.length !== wanted.length || grants.some((grant, index) => place(grant) !== wanted[index]))
    throw new SealingError('GRANT_SET_DIFFERS');
  const isOld = isOldSet(set, recipient);
  const currentKey = toBase64url(isOld ? recipient.pairId : recipient.keyId);
  if (grants.some(({ recipientKeyId }) => recipientKeyId !== currentKey)) throw new SealingError('GRANT_KEY_STALE');
  if (grants.some((grant) => grant.expiryMs !== expiryMs)) throw new SealingError('GRANT_REFUSED');
  if (now >= expiryMs) throw new SealingError('GRANT_EXPIRED');
  await requireSignature(set, { requestId, requestHash, sender, recipient }, sender.signPublic, expiryMs, isOld);
}

/**
 * Requires the sender's signature over the set, for these parties and this expiry.
 * @param isOld whether the grants are from before addresses were part of them
 * @throws SealingError BAD_SIGNATURE; GRANT_REFUSED if a grant has another expiry
 */
export async function requireSignature(
  set: GrantSet,
  parties: GrantParties,
  signPublic: Key,
  expiryMs: number,
  isOld: boolean,
): Promise<void> {
  if (set.grants.some((grant) => grant.expiryMs !== expiryMs)) throw new SealingError('GRANT_REFUSED');
  if (isOld) requireUnsigned(parties);
  const signed = isOld ? oldGrantStatement(parties, set.grants) : await statementOf(set, parties, expiryMs);
  if (!(await verify(signPublic, fromBase64url(set.sig, 64), signed))) throw new SealingError('BAD_SIGNATURE');
}

/** Sets of earlier layouts never belong to a signed request. @throws SealingError BAD_SIGNATURE */
function requireUnsigned({ requestHash }: GrantParties): void {
  if (!isZeros(requestHash)) throw new SealingError('BAD_SIGNATURE');
}

async function statementOf(
  { grants, timeMs, ledgerHead, checkpoint }: GrantSet,
  parties: GrantParties,
  expiryMs: number,
): Promise<Bytes> {
  if (timeMs !== undefined && ledgerHead !== undefined && checkpoint !== undefined)
    return grantStatement(parties, expiryMs, { timeMs, ledgerHead, checkpoint }, grants);
  requireUnsigned(parties);
  return unsignedRequestStatement(parties, expiryMs, grants);
}

/** The recipient of grants, and who made them. */
type OpeningParties = Omit<GrantParties, 'recipient'> & { recipient: Party & Pick<VerifiedBundle, 'pairId'> };

/**
 * Opens the grants of a set and returns their file keys, in the same order.
 * @throws SealingError GRANT_REFUSED for another recipient, key, request, file, version, sender or expiry, or for several expiries
 * @param own the recipient's HPKE keys
 */
export async function openGrants(grants: Grant[], parties: OpeningParties, own: KeyPair): Promise<Bytes[]> {
  const isOld = isOldSet({ grants }, parties.recipient);
  const keyId = toBase64url(isOld ? parties.recipient.pairId : parties.recipient.keyId);
  const expiryMs = grants[0]?.expiryMs ?? 0;
  if (grants.some((grant) => grant.recipientKeyId !== keyId || grant.expiryMs !== expiryMs))
    throw new SealingError('GRANT_REFUSED');
  if (isOld) return Promise.all(grants.map((grant) => open(grant, oldGrantInfo, oldGrantBinding(parties, grant), own)));
  const binding = await setBinding(parties, expiryMs);
  return Promise.all(grants.map((grant) => open(grant, grantInfo, concat(binding, placeBytes(grant)), own)));
}

const open = ({ sealed }: Grant, info: Bytes, aad: Bytes, own: KeyPair): Promise<Bytes> =>
  openFor(own, fromBase64url(sealed, sealedKeySize), info, aad, 'GRANT_REFUSED');
