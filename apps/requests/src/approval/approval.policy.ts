import { AppError } from '@tradepost/contracts/errors';
import { approvalsMissing, type ApprovalRule, type Approvals } from '@tradepost/contracts/requests';
import type { FileTerms } from '@tradepost/contracts/storage';
import { hundredths } from '@tradepost/contracts/values/money';
import type { RequestRow } from '../request/request.entity';
import type { ApprovalRow } from './approval.entity';
import type { ApprovalRuleRow } from './approval-rule.entity';

/** The rule of a company; one without a row needs no approvals. */
export function ruleOf(row: ApprovalRuleRow | null): ApprovalRule {
  if (!row) return { approvals: 0, above: null };
  const { approvals, aboveAmount: amount, aboveCurrency: currency } = row;
  return { approvals, above: amount !== null && currency !== null ? { amount, currency } : null };
}

/** How many approvals a request for these files needs. A value that cannot be compared with the rule's amount counts as above it. */
export function approvalsNeeded({ approvals, above }: ApprovalRule, files: { terms: FileTerms | null }[]): number {
  if (!above) return approvals;
  let total = 0n;
  for (const { terms } of files) {
    const value = terms && hundredths(terms.totalAmount);
    if (value === null || (value > 0n && terms?.currency !== above.currency)) return approvals;
    total += value;
  }
  return total > hundredths(above.amount) ? approvals : 0;
}

interface Requested {
  request: Pick<RequestRow, 'approvalsNeeded'>;
  approvals: ApprovalRow[];
}

export const approvalsView = ({ request, approvals }: Requested): Approvals => ({
  needed: request.approvalsNeeded,
  given: approvals.map(({ userId, email, createdAt }) => ({ userId, email, at: createdAt.toISOString() })),
});

/** @throws AppError APPROVAL_MISSING until enough people other than this one have approved */
export function assertApproved(found: Requested, acceptedBy: string): void {
  if (approvalsMissing(approvalsView(found), acceptedBy) > 0) throw new AppError('APPROVAL_MISSING');
}
