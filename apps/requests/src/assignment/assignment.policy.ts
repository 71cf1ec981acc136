import { AppError } from '@tradepost/contracts/errors';
import { mayBeAssigned, type Assignee } from '@tradepost/contracts/requests';
import type { Role } from '@tradepost/contracts/roles';
import type { RequestRow } from '../request/request.entity';
import { transferStatus } from '../transfer/transfer.policy';
import type { TransferRow } from '../transfer/transfer.entity';

type Ends = Pick<TransferRow, 'expiresAt' | 'revokedAt'>;

/** Only what still needs care. @throws AppError REQUEST_CLOSED for a rejected request, or one with an ended transfer */
export function assertOpen({ status }: Pick<RequestRow, 'status'>, transfer: Ends | null, now: Date): void {
  if (status === 'rejected' || (transfer && transferStatus(transfer, now) !== 'live'))
    throw new AppError('REQUEST_CLOSED');
}

interface Known {
  roles: readonly Role[];
  suspended: boolean;
  email: string | null;
}

/** @returns the address of the person @throws AppError ASSIGNEE_NOT_ALLOWED for one who is not of the company, cannot act for it now, or has no role for this */
export function assertMayBeAssigned(
  person: Known | null,
  { approvalsNeeded }: Pick<RequestRow, 'approvalsNeeded'>,
): string {
  if (!person?.email || person.suspended || !mayBeAssigned(person, { needsApprovals: approvalsNeeded > 0 }))
    throw new AppError('ASSIGNEE_NOT_ALLOWED');
  return person.email;
}

export const assigneeOf = ({
  assigneeId,
  assigneeEmail,
  assignedAt,
}: Pick<RequestRow, 'assigneeId' | 'assigneeEmail' | 'assignedAt'>): Assignee | null =>
  assigneeId && assigneeEmail && assignedAt
    ? { userId: assigneeId, email: assigneeEmail, at: assignedAt.toISOString() }
    : null;
