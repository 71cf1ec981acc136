import {
  concat,
  fromBase64url,
  randomBytes,
  sha256,
  toBase64url,
  u32,
  utf8,
  uuidBytes,
  type Bytes,
} from '../crypto/bytes';
import { openFor, sealFor } from '../crypto/hpke';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';
import { sign, verify } from '../crypto/signing';
import { SealingError } from '../errors';
import { partyBytes } from '../grant-layout';
import { timeBytes, type Contact } from './bundle';
import type { PersonKey, VerifiedPersonKey } from './person-key';
import { wrapFor, type SealedVault, type Unlock, type Vault } from './vault';

/** Fewest shares that may open a vault, and most shares of a set. */
export const fewestShares = 2;
export const mostShares = 8;

/** HPKE's `enc[65] | share[33] | tag[16]`. */
export const sealedShareSize = 114;

/** One share as the set states it. Binary values are base64url. */
export interface ShareStatement {
  /** The member who holds it. */
  memberId: string;
  address: string;
  /** Of the member's key, which the owner has compared. */
  memberKeyId: string;
  /** SHA-256 of the share, 32 bytes: names a wrong one when shares are combined. */
  hash: string;
}

/** What the owner of a company signs about the shares of a recovery secret. */
export interface RecoverySet {
  setId: string;
  /** Of the vault that the secret opens. */
  epoch: number;
  /** ISO 8601, UTC, to the millisecond. */
  createdAt: string;
  /** Shares that open the vault. */
  threshold: number;
  shares: ShareStatement[];
  /** By the company's sign key, 64 bytes, base64url. */
  sig: string;
}

/** The company and the vault that a set opens. */
export interface RecoveryParties {
  companyId: string;
  /** The owner, with the keys of the present epoch. */
  company: Contact;
}

export interface VerifiedRecoverySet extends RecoverySet {
  /** SHA-256 of what was signed, 32 bytes: every share is sealed for it. */
  id: Bytes;
}

/** A set as the owner's client creates it. */
export interface SplitRecovery {
  set: VerifiedRecoverySet;
  /** The vault key under the recovery secret. */
  wrap: string;
  /** One for each share of the set, in its order. */
  sealed: string[];
}

const info = utf8('sdx1/recovery-share');

const hashOf = async (setId: string, share: Bytes): Promise<string> =>
  toBase64url(await sha256(concat(utf8('sdx1/recovery-share'), uuidBytes(setId), share)));

/**
 * `"sdx1/recovery-set" | setId[16] | companyId[16] | epoch u32 | createdAt u64 | party(owner)[80] | threshold u8 | count u8 |
 * (party(member)[80] | hash[32])*`.
 */
async function statement({ companyId, company }: RecoveryParties, set: Omit<RecoverySet, 'sig'>): Promise<Bytes> {
  const shareBytes = async ({ memberId, address, memberKeyId, hash }: ShareStatement) =>
    concat(
      await partyBytes({ userId: memberId, address, keyId: fromBase64url(memberKeyId, 32) }),
      fromBase64url(hash, 32),
    );
  return concat(
    utf8('sdx1/recovery-set'),
    uuidBytes(set.setId),
    uuidBytes(companyId),
    u32(set.epoch),
    timeBytes(set.createdAt),
    await partyBytes(company),
    Uint8Array.of(set.threshold, set.shares.length),
    ...(await Promise.all(set.shares.map(shareBytes))),
  );
}

/** What a share is sealed for: `H(set)[32] | index u8`, from 0 on. */
export const sharePlace = (id: Bytes, index: number): Bytes => concat(id, Uint8Array.of(index));

const isWhole = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;

/** Whether such a secret can be split: among 2 to 8 different people, 2 to all of them are needed. */
const isPossible = (threshold: number, memberIds: string[]): boolean =>
  isWhole(memberIds.length, fewestShares, mostShares) &&
  isWhole(threshold, fewestShares, memberIds.length) &&
  new Set(memberIds).size === memberIds.length;

/** The key that wraps the vault key. */
export const sharedKek = async (secret: Bytes): Promise<Key> =>
  aesKey(await hkdfSha256(secret, utf8('sdx1/shared-recovery')), ['encrypt', 'decrypt']);

/**
 * Splits a fresh recovery secret of the vault among members. The owner has compared their keys.
 * @param vault the open vault of the owner, which signs
 * @param unlock opens the stored vault
 * @throws SealingError VAULT_LOCKED if it does not open it; RECOVERY_REFUSED for an impossible set
 */
export async function splitRecovery(
  parties: RecoveryParties,
  { holders, threshold }: { holders: readonly VerifiedPersonKey[]; threshold: number },
  vault: Vault,
  stored: SealedVault,
  unlock: Unlock,
): Promise<SplitRecovery> {
  const ids = holders.map(({ userId }) => userId);
  if (!isPossible(threshold, ids)) throw new SealingError('RECOVERY_REFUSED');
  // loaded when it is used, because pages open without it
  const { split } = await import('shamir-secret-sharing');
  const setId = crypto.randomUUID();
  const secret = randomBytes(32);
  const shares = (await split(secret, holders.length, threshold)).map((share) => new Uint8Array(share));
  const wrap = await wrapFor(vault.userId, stored, unlock, { kind: 'shared', kek: await sharedKek(secret) });
  secret.fill(0);
  const stated = {
    setId,
    epoch: vault.epoch,
    createdAt: new Date().toISOString(),
    threshold,
    shares: await Promise.all(
      holders.map(async ({ userId, address, keyId }, index) => ({
        memberId: userId,
        address,
        memberKeyId: toBase64url(keyId),
        hash: await hashOf(setId, shares[index]!),
      })),
    ),
  };
  const signed = await statement(parties, stated);
  const id = await sha256(signed);
  const sig = toBase64url(await sign(vault.signing.privateKey, signed));
  const seal = async ({ hpkePublic }: VerifiedPersonKey, index: number) => {
    const sealed = await sealFor(hpkePublic, shares[index]!, info, sharePlace(id, index));
    shares[index]!.fill(0);
    return toBase64url(sealed);
  };
  return { set: { ...stated, sig, id }, wrap, sealed: await Promise.all(holders.map(seal)) };
}

/** Requires a possible set that this company's present keys have signed. @throws SealingError RECOVERY_REFUSED, BAD_SIGNATURE, MALFORMED */
export async function verifyRecoverySet(parties: RecoveryParties, set: RecoverySet): Promise<VerifiedRecoverySet> {
  const { setId, epoch, createdAt, threshold, shares, sig } = set;
  if (!Array.isArray(shares)) throw new SealingError('MALFORMED');
  const ids = shares.map(({ memberId }) => memberId);
  if (epoch !== parties.company.epoch || !isPossible(threshold, ids)) throw new SealingError('RECOVERY_REFUSED');
  const signed = await statement(parties, set);
  if (!(await verify(parties.company.signPublic, fromBase64url(sig, 64), signed)))
    throw new SealingError('BAD_SIGNATURE');
  return { setId, epoch, createdAt, threshold, shares, sig, id: await sha256(signed) };
}

/** Whether this is the share of the set at that place. */
export const isShare = async ({ setId, shares }: RecoverySet, index: number, share: Bytes): Promise<boolean> =>
  (await hashOf(setId, share)) === shares[index]?.hash;

/** The member's own share. @throws SealingError RECOVERY_REFUSED unless it was sealed to this key for this set and place */
export async function openShare(
  set: VerifiedRecoverySet,
  person: PersonKey,
  sealed: string,
): Promise<{ index: number; share: Bytes }> {
  const keyId = toBase64url(person.keyId);
  const index = set.shares.findIndex((one) => one.memberId === person.userId && one.memberKeyId === keyId);
  if (index < 0) throw new SealingError('RECOVERY_REFUSED');
  const bytes = fromBase64url(sealed, sealedShareSize);
  const share = await openFor(person.hpke, bytes, info, sharePlace(set.id, index), 'RECOVERY_REFUSED');
  if (!(await isShare(set, index, share))) throw new SealingError('RECOVERY_REFUSED');
  return { index, share };
}
