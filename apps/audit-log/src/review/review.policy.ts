import type { UserActor } from '@tradepost/contracts/actor';
import type { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError, type FieldError } from '@tradepost/contracts/errors';
import {
  documentFaults,
  kycDocuments,
  kycFieldLabels,
  type DataOfForm,
  type DocumentDecision,
  type FieldRemark,
  type KycDecision,
} from '@tradepost/contracts/kyc';
import type { Verification } from '@tradepost/contracts/values/verification';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import type { ReviewRow } from './review.entity';

export type DocumentCheck = Omit<In<typeof audit.checkDocument>, 'caseId'>;

export const nameOf = (document: string) => kycDocuments.find(([id]) => id === document)?.[1] ?? document;

const otherFields: Record<string, string> = {
  'commercialInfo.businessNature': 'Nature of Business',
  'commercialInfo.currencies': 'Currencies',
  'commercialInfo.tradeVolumes': 'Trade Volumes',
};

/** The label of a field that admins can remark on; undefined for an unknown field. */
export function labelOf(field: string): string | undefined {
  const [section, key, ...more] = field.split('.');
  if (section === 'companyDetails' && more.length === 0 && Object.hasOwn(kycFieldLabels, key ?? ''))
    return kycFieldLabels[key as keyof typeof kycFieldLabels];
  return Object.hasOwn(otherFields, field) ? otherFields[field] : undefined;
}

/** @throws CASE_NOT_PROCESSING */
export function assertUnderReview({ status }: ReviewRow) {
  if (status !== 'Processing') throw new AppError('CASE_NOT_PROCESSING');
}

/** @throws CASE_CLAIMED with the name of the other admin */
export function assertNotClaimedByOther({ claimedById, claimedBy }: ReviewRow, { userId }: UserActor) {
  if (claimedById && claimedById !== userId)
    throw new AppError('CASE_CLAIMED', { message: `${claimedBy} works on this case` });
}

/**
 * The decision on the current upload of a document.
 * @throws CASE_INCOMPLETE without an upload, DOCUMENT_REPLACED when the admin saw another upload
 */
export function decisionOn(
  { documents: { documents } }: DataOfForm,
  { id, decision, uploadId, fault, reason }: DocumentCheck,
): DocumentDecision {
  const newest = documents.find((document) => document.id === id)?.uploadId;
  if (!newest) throw new AppError('CASE_INCOMPLETE', { message: `${nameOf(id)} has not been uploaded` });
  if (uploadId && uploadId !== newest) throw new AppError('DOCUMENT_REPLACED');
  const of = { id, uploadId: newest, decision };
  if (decision === 'approve') return { ...of, fault: null, reason: null };
  return { ...of, fault: fault ?? null, reason: reason || documentFaults.find(([code]) => code === fault)![2] };
}

/** The decisions on the current uploads. */
export const currentDecisions = (
  { documents: { documents } }: DataOfForm,
  found: DocumentDecision[],
): DocumentDecision[] =>
  documents.flatMap(({ id, uploadId }) => found.find((one) => one.id === id && one.uploadId === uploadId) ?? []);

/** Why the case cannot be approved yet. */
export function approvalBlockers(form: DataOfForm, found: DocumentDecision[], fields: FieldRemark[]): FieldError[] {
  const documents = form.documents.documents.flatMap(({ id, name, uploadId }) => {
    const field = `documents.${id}`;
    if (!uploadId) return { field, message: `${name} has not been uploaded` };
    const decision = found.find((one) => one.id === id && one.uploadId === uploadId)?.decision;
    if (!decision) return { field, message: `${name} has not been checked` };
    return decision === 'reject' ? { field, message: `${name} was rejected` } : [];
  });
  return [
    ...documents,
    ...fields.map(({ field }) => ({ field, message: `${labelOf(field) ?? field} is to be corrected` })),
  ];
}

/** @throws CASE_INCOMPLETE with what blocks the approval */
export function assertMayApprove(form: DataOfForm, found: DocumentDecision[], fields: FieldRemark[]): void {
  const errors = approvalBlockers(form, found, fields);
  if (errors.length === 0) return;
  throw new AppError('CASE_INCOMPLETE', { message: errors.map(({ message }) => `${message}.`).join(' '), errors });
}

/**
 * Whether this is the first of two approvals, where the installation requires two admins.
 * @throws CASE_NEEDS_ANOTHER when the admin who approved first approves again
 */
export function isFirstOfTwo(
  decision: KycDecision,
  { approvedById }: Pick<ReviewRow, 'approvedById'>,
  { userId }: Pick<UserActor, 'userId'>,
  needsTwo: boolean,
): boolean {
  if (decision !== 'approve' || !needsTwo) return false;
  if (approvedById === userId) throw new AppError('CASE_NEEDS_ANOTHER');
  return approvedById === null;
}

/** The verification that partners see. */
export const verifiedBy = (found: DocumentDecision[], at: Date): Verification => ({
  at: at.toISOString(),
  checked: ['Company Details', ...found.map(({ id }) => nameOf(id)), 'Commercial Info'],
});

/** Null when `days` is 0: never. */
export const reverifyAfter = (at: Date, days: number): Date | null => (days === 0 ? null : daysAfter(at, days));
