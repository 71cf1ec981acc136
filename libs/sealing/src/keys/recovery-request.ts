import { concat, fromBase64url, sha256, toBase64url, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { openFor, sealFor } from '../crypto/hpke';
import { SealingError } from '../errors';
import { partyBytes } from '../grant-layout';
import type { Owner, PublicBundle } from './bundle';
import type { PersonKey, VerifiedPersonKey } from './person-key';
import { isShare, openShare, sealedShareSize, sharedKek, sharePlace, type VerifiedRecoverySet } from './recovery-set';
import { openVault, type SealedVault, type Unlock, type Vault } from './vault';

/** What an owner asks the holders of shares for, with a fresh key. Its number covers the set, the request and the key. */
export interface RecoveryRequest {
  requestId: string;
  set: VerifiedRecoverySet;
  /** The fresh key of the owner: not the one of the vault, which is locked. */
  key: VerifiedPersonKey;
  /** SHA-256 of the statement, 32 bytes: what people compare as a number, and what shares are sealed for again. */
  keyId: Bytes;
}

/** One member's share, sealed to the fresh key. */
export interface RecoveryApproval {
  memberId: string;
  sealed: string;
}

const info = utf8('sdx1/recovery-approval');

/** `"sdx1/recovery-request" | requestId[16] | H(set)[32] | party(owner with the fresh key)[80]`. */
export async function recoveryRequest(
  requestId: string,
  set: VerifiedRecoverySet,
  key: VerifiedPersonKey,
): Promise<RecoveryRequest> {
  const statement = concat(utf8('sdx1/recovery-request'), uuidBytes(requestId), set.id, await partyBytes(key));
  return { requestId, set, key, keyId: await sha256(statement) };
}

/**
 * Seals the member's share to the fresh key. Call it after the member has compared the number of the request with the owner.
 * @param sealed the member's share as the server has it
 * @throws SealingError RECOVERY_REFUSED
 */
export async function approveRecovery(request: RecoveryRequest, person: PersonKey, sealed: string): Promise<string> {
  const { index, share } = await openShare(request.set, person, sealed);
  const given = await sealFor(request.key.hpkePublic, share, info, sharePlace(request.keyId, index));
  share.fill(0);
  return toBase64url(given);
}

/** The shares that open and match the set; `wrong`: addresses of the members with shares that do not. Several of one member count once. */
export async function openApprovals(
  request: RecoveryRequest,
  fresh: PersonKey,
  approvals: readonly RecoveryApproval[],
): Promise<{ shares: Bytes[]; wrong: string[] }> {
  const { set, keyId } = request;
  const open = async (index: number): Promise<Bytes | null> => {
    const given = approvals.find(({ memberId }) => memberId === set.shares[index]!.memberId);
    if (!given) return null;
    const sealed = fromBase64url(given.sealed, sealedShareSize);
    const share = await openFor(fresh.hpke, sealed, info, sharePlace(keyId, index), 'RECOVERY_REFUSED');
    if (!(await isShare(set, index, share))) throw new SealingError('RECOVERY_REFUSED');
    return share;
  };
  const shares: Bytes[] = [];
  const wrong: string[] = [];
  for (const [index, { address }] of set.shares.entries()) {
    try {
      const share = await open(index);
      if (share) shares.push(share);
    } catch (error) {
      if (!(error instanceof SealingError)) throw error;
      wrong.push(address);
    }
  }
  return { shares, wrong };
}

/**
 * Opens the vault with the shares of enough members.
 * @param wrap the vault key under the recovery secret
 * @returns the vault, and what opens the stored one, to wrap its key for a new password
 * @throws SealingError RECOVERY_INCOMPLETE with too few shares; VAULT_LOCKED if the secret does not open the wrap; TAMPERED
 */
export async function openByShares(
  { userId }: Owner,
  { threshold }: VerifiedRecoverySet,
  shares: readonly Bytes[],
  { vault: stored, bundle, wrap }: { vault: SealedVault; bundle: PublicBundle; wrap: string },
): Promise<{ vault: Vault; sealed: SealedVault<'shared'>; unlock: Unlock<'shared'> }> {
  if (shares.length < threshold) throw new SealingError('RECOVERY_INCOMPLETE');
  const { combine } = await import('shamir-secret-sharing');
  const secret = new Uint8Array(await combine(shares.slice(0, threshold)));
  const unlock = { kind: 'shared', kek: await sharedKek(secret) } as const;
  secret.fill(0);
  const sealed = { ...stored, wraps: { shared: wrap } };
  return { vault: await openVault(userId, sealed, bundle, unlock), sealed, unlock };
}
