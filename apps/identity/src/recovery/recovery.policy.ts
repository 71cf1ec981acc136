import type { RecoverySet } from '@tradepost/contracts/encryption/recovery';
import type { PublicBundle, PublicPersonKey } from '@tradepost/contracts/encryption/sealed';
import { AppError } from '@tradepost/contracts/errors';
import { addressKey } from '@tradepost/contracts/values/address';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { verifyContact } from '@tradepost/sealing/keys/bundle';
import { verifyPersonKey } from '@tradepost/sealing/keys/person-key';
import { verifyRecoverySet } from '@tradepost/sealing/keys/recovery-set';

interface Account {
  userId: string;
  email: string;
}

/** A member who may hold a share. */
export interface Holder extends Account {
  key: PublicPersonKey;
}

/**
 * Requires that the company's present keys have signed the set, and that each share is for the present key of a member.
 * @param holders members who may hold shares, by id; others are missing
 * @throws AppError RECOVERY_INVALID
 */
export async function assertSet(
  company: { companyId: string; owner: Account & { bundle: PublicBundle } },
  holders: ReadonlyMap<string, Holder>,
  set: RecoverySet,
): Promise<void> {
  const { companyId, owner } = company;
  try {
    const keys = await verifyContact({ userId: owner.userId, address: addressKey(owner.email) }, owner.bundle);
    await verifyRecoverySet({ companyId, company: keys }, set);
    for (const { memberId, address, memberKeyId } of set.shares) {
      const holder = holders.get(memberId);
      if (!holder || addressKey(holder.email) !== address) throw new AppError('RECOVERY_INVALID');
      const { keyId } = await verifyPersonKey({ userId: memberId, address }, holder.key);
      if (toBase64url(keyId) !== memberKeyId) throw new AppError('RECOVERY_INVALID');
    }
  } catch (error) {
    if (error instanceof SealingError) throw new AppError('RECOVERY_INVALID', { cause: error });
    throw error;
  }
}

/** @throws AppError RECOVERY_INCOMPLETE */
export function assertApproved({ threshold }: Pick<RecoverySet, 'threshold'>, approvals: number): void {
  if (approvals < threshold) throw new AppError('RECOVERY_INCOMPLETE');
}
