import { mixed } from '../values/fields';
import type { Scan } from '../values/scan';

/** The nine required documents: id (also the multipart field name) and label. */
export const kycDocuments = [
  ['proof_of_address', 'Proof of address'],
  ['incorporation_certificate', 'Incorporation Certificate'],
  ['tax_certificate', 'Tax Certificate'],
  ['tax_statement', 'Tax Statement'],
  ['bank_statement', 'Bank Statement'],
  ['memorandum', 'Memorandum'],
  ['company_chart', 'Company Chart'],
  ['additional_poa', 'Additional POA'],
  ['business_strategy', 'Business Strategy or Plan'],
] as const;

export type KycDocumentId = (typeof kycDocuments)[number][0];

/** One upload of a document. */
export interface KycUpload {
  id: string;
  filename: string;
  fileUrl: string;
  contentType: string;
  size: number;
  uploadedAt: string;
  scan: Scan;
}

export interface KycDocument {
  id: KycDocumentId;
  name: string;
  required: true;
  /** Id of the newest upload; null before the first upload. */
  uploadId: string | null;
  /** Null before the first upload. */
  filename: string | null;
  fileUrl: string | null;
  contentType: string | null;
  size: number | null;
  uploadedAt: string | null;
  scan: Scan | null;
  /** Earlier uploads, newest first. Cleared ones are shown only to admins. */
  versions: KycUpload[];
}

/** Problems of a document: code, label for the admin, message to the applicant. */
export const documentFaults = [
  ['unreadable', 'Unreadable', 'The document cannot be read. Please upload a sharper copy.'],
  ['page-missing', 'Page missing', 'At least one page is missing. Please upload the whole document.'],
  ['expired', 'Expired', 'The document has expired. Please upload one that is valid.'],
  ['wrong-kind', 'Wrong kind', 'This is another kind of document. Please upload the one asked for.'],
  ['name-mismatch', 'Name mismatch', 'The name on the document is not the name of the company.'],
  ['protected', 'Protected', 'The document is protected by a password. Please upload it without one.'],
  [
    'suspected-forgery',
    'Suspected forgery',
    'The document could not be confirmed as genuine. Please upload the original.',
  ],
  ['other', 'Other', 'Please upload this document again.'],
] as const;

export type DocumentFault = (typeof documentFaults)[number][0];

/** An admin's decision on one upload. */
export interface DocumentDecision {
  id: KycDocumentId;
  /** The reviewed upload. A newer upload needs a new decision. */
  uploadId: string;
  decision: 'approve' | 'reject';
  fault: DocumentFault | null;
  /** Shown to the applicant; null when approved. */
  reason: string | null;
}

export const documentId = () =>
  mixed<KycDocumentId>()
    .oneOf(kycDocuments.map(([key]) => key))
    .required();
