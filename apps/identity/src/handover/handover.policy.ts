import { AppError } from '@tradepost/contracts/errors';
import type { Role } from '@tradepost/contracts/roles';
import type { AccountRow } from '../account/account.entity';
import { hasPassword } from '../account/no-password';

/** The member who is to take a company over. */
export interface Successor {
  account: Pick<AccountRow, 'passwordHash' | 'suspendedAt' | 'deletionAt' | 'deletedAt'>;
  /** Null without a membership. */
  roles: readonly Role[] | null;
  /** Has the company's keys of the present epoch. */
  hasKeys: boolean;
}

/** The account that is handed over. */
export interface HandedOver {
  account: Pick<AccountRow, 'deletionAt'>;
  /** Its sign-in also opens other companies: as a member of them, or because mail for their owners goes to it. */
  servesOthers: boolean;
}

/** @throws AppError HANDOVER_UNFIT */
export function assertFit({ account, roles, hasKeys }: Successor): void {
  const isActive = !account.suspendedAt && !account.deletionAt && !account.deletedAt;
  if (isActive && roles?.includes('co-owner') && hasKeys && hasPassword(account)) return;
  throw new AppError('HANDOVER_UNFIT');
}

/** @throws AppError NOT_ALLOWED while the account waits for its deletion, HANDOVER_MEMBERSHIPS */
export function assertMayPass({ account, servesOthers }: HandedOver): void {
  if (account.deletionAt)
    throw new AppError('NOT_ALLOWED', {
      message: 'The owner’s account will be deleted. This has to be cancelled before the company is handed over.',
    });
  if (servesOthers) throw new AppError('HANDOVER_MEMBERSHIPS');
}
