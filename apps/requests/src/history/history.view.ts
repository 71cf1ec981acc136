import type { Approval, Assignee, HistoryStep, TransferItem } from '@tradepost/contracts/requests';
import type { RequestRow } from '../request/request.entity';
import type { TransferExtensionRow } from '../transfer/transfer-extension.entity';
import type { TransferRow } from '../transfer/transfer.entity';

export interface SentTransfer {
  transfer: Pick<TransferRow, 'createdAt' | 'expiresAt' | 'revokedAt' | 'revokeReason'>;
  /** Oldest first. */
  extensions: Pick<TransferExtensionRow, 'extendedAt' | 'before' | 'expiresAt'>[];
  downloads: TransferItem['downloads'];
}

/** Only for people of the company that the request was sent to. */
interface CompanyHistory {
  approvals: Approval[];
  /** When earlier ones were removed. */
  approvalsRemovedAt: Date | null;
  assignee: Assignee | null;
  /** The address of the person who has assigned it. */
  assignedBy: string | null;
}

/** What happened to a request and its transfer until now, oldest first. */
export function historyOf(
  request: Pick<RequestRow, 'createdAt' | 'signedAt' | 'decidedAt' | 'status' | 'reason'>,
  sent: SentTransfer | null,
  ofCompany: CompanyHistory | null,
  now: Date,
): HistoryStep[] {
  const steps: HistoryStep[] = [{ step: 'requested', at: request.createdAt.toISOString() }];
  // a request that is signed when it is sent needs no step of its own
  if (request.signedAt && request.signedAt.getTime() - request.createdAt.getTime() > signedWithinMs)
    steps.push({ step: 'signed', at: request.signedAt.toISOString() });
  if (ofCompany) steps.push(...companySteps(ofCompany));
  if (request.status === 'rejected' && request.decidedAt)
    steps.push({ step: 'rejected', at: request.decidedAt.toISOString(), ...because(request.reason) });
  if (sent) steps.push(...stepsOf(sent, now));
  return steps.toSorted((a, b) => a.at.localeCompare(b.at));
}

const companySteps = ({ approvals, approvalsRemovedAt, assignee, assignedBy }: CompanyHistory): HistoryStep[] => [
  ...(approvalsRemovedAt ? [{ step: 'approvals-removed' as const, at: approvalsRemovedAt.toISOString() }] : []),
  ...(assignee
    ? [{ step: 'assigned' as const, at: assignee.at, to: assignee.email, ...(assignedBy && { by: assignedBy }) }]
    : []),
  ...approvals.map(({ email, at }): HistoryStep => ({ step: 'approved', at, ...(email && { by: email }) })),
];

const signedWithinMs = 1_000;

const because = (reason: string | null) => (reason ? { reason } : {});

function stepsOf({ transfer, extensions, downloads }: SentTransfer, now: Date): HistoryStep[] {
  const { createdAt, expiresAt, revokedAt, revokeReason } = transfer;
  const endedBefore = extensions.filter(({ before, extendedAt }) => before < extendedAt).map(({ before }) => before);
  const ended = !revokedAt && expiresAt <= now ? [expiresAt] : [];
  return [
    { step: 'accepted', at: createdAt.toISOString(), expiry: (extensions[0]?.before ?? expiresAt).toISOString() },
    ...extensions.map((extension): HistoryStep => ({
      step: 'extended',
      at: extension.extendedAt.toISOString(),
      expiry: extension.expiresAt.toISOString(),
    })),
    ...downloads.map((download): HistoryStep => ({ step: 'downloaded', at: download.firstAt, download })),
    ...[...endedBefore, ...ended].map((at): HistoryStep => ({ step: 'expired', at: at.toISOString() })),
    ...(revokedAt ? [{ step: 'revoked' as const, at: revokedAt.toISOString(), ...because(revokeReason) }] : []),
  ];
}
