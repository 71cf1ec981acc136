import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Company } from '@tradepost/contracts/identity';
import {
  kycDocuments,
  type CompanyDetails,
  type KycDocument,
  type KycReview,
  type KycUpload,
} from '@tradepost/contracts/kyc';
import { daysAfter } from '@tradepost/service-kit/days';
import type { CaseRow, DocumentRow } from './kyc.entity';

/** Nothing is typed twice: a new registration begins with what onboarding asked. */
export const prefilled = (company: Company | undefined): CompanyDetails =>
  company
    ? {
        shortName: company.companyName,
        registrationCountry: company.country,
        companyRegistrationNumber: company.companyRegistrationNumber ?? '',
        vatTaxNumber: company.taxId ?? '',
        primaryContactEmail: company.contractEmail,
        phoneNumber: company.telephoneNumber,
        addressLine1: company.addressLine1,
        addressLine2: company.addressLine2 ?? '',
        city: company.city,
        postcode: company.postCode,
      }
    : {};

/** @throws AppError COMPANY_MISSING */
export function companyOf({ companyId }: Pick<UserActor, 'companyId'>): string {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return companyId;
}

/** An upload is its company's own and the admins' to read. */
export const mayRead = (
  actor: Pick<UserActor, 'userType' | 'companyId'>,
  { companyId }: { companyId: string },
): boolean => actor.userType === 'admin' || actor.companyId === companyId;

const toUpload = ({ id, filename, contentType, size, uploadedAt, scan }: DocumentRow): KycUpload => ({
  id,
  filename,
  fileUrl: `/api/kyc/documents/${id}`,
  contentType,
  size,
  uploadedAt: uploadedAt.toISOString(),
  scan,
});

/** The nine documents: of each the newest upload, unless it was cleared, and the earlier ones. @param uploads newest first */
export const documentsOf = (uploads: DocumentRow[]): KycDocument[] =>
  kycDocuments.map(([id, name]) => {
    const [newest, ...older] = uploads.filter(({ kind }) => kind === id);
    const shown = newest && !newest.clearedAt ? toUpload(newest) : undefined;
    const versions = (newest && !shown ? [newest, ...older] : older).map(toUpload);
    return {
      id,
      name,
      required: true,
      uploadId: shown?.id ?? null,
      filename: shown?.filename ?? null,
      fileUrl: shown?.fileUrl ?? null,
      contentType: shown?.contentType ?? null,
      size: shown?.size ?? null,
      uploadedAt: shown?.uploadedAt ?? null,
      scan: shown?.scan ?? null,
      versions,
    };
  });

/** What the applicant sees of the review: of the rejected documents those not replaced since. */
export function reviewOf(found: CaseRow | null, documents: KycDocument[]): KycReview {
  const { decided, verified = null, reverifyAt, submittedAt, status = 'Pending' } = found ?? {};
  const counting = new Set(documents.map(({ uploadId }) => uploadId));
  return {
    status,
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decided?.at ?? null,
    reason: decided?.reason ?? null,
    documents:
      decided?.documents.filter(({ decision, uploadId }) => decision === 'reject' && counting.has(uploadId)) ?? [],
    fields: decided?.fields ?? [],
    verified,
    reverifyAt: reverifyAt?.toISOString() ?? null,
  };
}

/** Days before an approved registration is to be looked at again, at which its company is reminded. */
export const reminderDays = [30, 7];

/** How many reminders the company should have had by now. */
export const remindersDue = (reverifyAt: Date, now: Date): number =>
  reminderDays.filter((days) => reverifyAt <= daysAfter(now, days)).length;
