import type { UserActor } from '@tradepost/contracts/actor';
import type { Company } from '@tradepost/contracts/identity';
import {
  kycDocuments,
  type CompanyDetails,
  type KycDocument,
  type KycReview,
  type KycUpload,
} from '@tradepost/contracts/kyc';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import type { CaseRow, DocumentRow } from './kyc.entity';

/** A new registration starts with the answers given at onboarding. */
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

/** Admins may read every upload; its company may until it is cleared. */
export const mayRead = (
  actor: Pick<UserActor, 'userType' | 'companyId'>,
  { companyId, clearedAt }: Pick<DocumentRow, 'companyId' | 'clearedAt'>,
): boolean => actor.userType === 'admin' || (actor.companyId === companyId && !clearedAt);

const toUpload = ({ id, filename, contentType, size, uploadedAt, scan }: DocumentRow): KycUpload => ({
  id,
  filename,
  fileUrl: `/api/kyc/documents/${id}`,
  contentType,
  size,
  uploadedAt: uploadedAt.toISOString(),
  scan,
});

/** The nine documents, each with its newest upload (unless cleared) and the earlier ones. @param uploads newest first */
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

/** The review as the applicant sees it, without rejected documents that were replaced since. */
export function reviewOf(found: CaseRow | null, documents: KycDocument[]): KycReview {
  const { decided, verified = null, reverifyAt, submittedAt, status = 'Pending' } = found ?? {};
  const current = new Set(documents.map(({ uploadId }) => uploadId));
  return {
    status,
    submittedAt: submittedAt?.toISOString() ?? null,
    decidedAt: decided?.at ?? null,
    reason: decided?.reason ?? null,
    documents:
      decided?.documents.filter(({ decision, uploadId }) => decision === 'reject' && current.has(uploadId)) ?? [],
    fields: decided?.fields ?? [],
    verified,
    reverifyAt: reverifyAt?.toISOString() ?? null,
  };
}

/** Reminders are sent this many days before the next review is due. */
export const reminderDays = [30, 7];

/** The number of reminders due by now. */
export const remindersDue = (reverifyAt: Date, now: Date): number =>
  reminderDays.filter((days) => reverifyAt <= daysAfter(now, days)).length;
