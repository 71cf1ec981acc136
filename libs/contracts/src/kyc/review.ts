import type { KycStatus } from '../actor';
import { AppError } from '../errors';
import type { Verification } from '../values/verification';
import { kycDocuments, type DocumentDecision } from './document';
import { kycFieldLabel, type DataOfForm } from './form';

/** A requested correction. `field`: a path like `companyDetails.website`. */
export interface FieldRemark {
  field: string;
  reason: string;
}

/** The review as the applicant sees it. */
export interface KycReview {
  status: KycStatus;
  submittedAt: string | null;
  decidedAt: string | null;
  reason: string | null;
  /** Rejected uploads that were not replaced since. */
  documents: DocumentDecision[];
  fields: FieldRemark[];
  verified: Verification | null;
  /** Next review due. */
  reverifyAt: string | null;
}

const documentNames = new Map<string, string>(kycDocuments);

/** The requested changes of a review, one line each, with the labels of the screens: `Tax Certificate: …`, `Website: …`. */
export const reviewFindings = (documents: DocumentDecision[], fields: FieldRemark[]): string[] => [
  ...documents
    .filter(({ decision }) => decision === 'reject')
    .map(({ id, reason }) => `${documentNames.get(id)}: ${reason ?? ''}`),
  ...fields.map(({ field, reason }) => `${kycFieldLabel(field)}: ${reason}`),
];

/**
 * Checks whether a company may deliver files. Reading is always possible.
 * @param approvedOnly whether this installation requires an approved registration
 * @throws AppError KYC_NOT_GOOD, KYC_NOT_APPROVED
 */
export function assertMayDeliver({ kycStatus }: { kycStatus: KycStatus }, approvedOnly: boolean): void {
  if (kycStatus === 'Rejected' || kycStatus === 'Changes requested') throw new AppError('KYC_NOT_GOOD');
  if (approvedOnly && kycStatus !== 'Approved') throw new AppError('KYC_NOT_APPROVED');
}

export type KycDecision = 'approve' | 'reject' | 'request-changes';

/** The status of a case after each decision. */
export const statusAfterDecision: Record<KycDecision, KycStatus> = {
  approve: 'Approved',
  reject: 'Rejected',
  'request-changes': 'Changes requested',
};

export interface KycCase {
  id: string;
  companyId: string;
  companyName: string;
  email: string;
  status: KycStatus;
  /** Number of the submission under review. */
  version: number;
  submittedAt: string | null;
  updatedAt: string;
  /** The admin who claimed the case. */
  claimedBy: string | null;
  claimedAt: string | null;
  /** Who gave the first of two approvals, if two are required. */
  approvedBy: string | null;
  /** Next review due. */
  reverifyAt: string | null;
}

/** The admin screens mark cases that are open longer than this many hours. */
export const caseOverdueAfterHours = 48;

export interface KycCaseDetail extends KycCase {
  data: DataOfForm;
  /** Decisions on the current uploads. */
  documents: DocumentDecision[];
  fields: FieldRemark[];
  notes: { id: string; text: string; by: string; at: string }[];
  decisions: { decision: KycDecision; reason: string | null; by: string; at: string }[];
  /** What blocks an approval, as sentences; empty if nothing does. */
  barriers: string[];
}
