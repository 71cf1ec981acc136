import type { KycStatus } from './actor';
import { command, event, internal } from './define';
import { AppError } from './errors';
import {
  array,
  byGateway,
  email,
  emailPattern,
  id,
  singleLine,
  mixed,
  object,
  text,
  normalizedText,
  type AnyObject,
} from './values/fields';
import type { User } from './identity';
import { isBlankPhone, phoneError } from './values/phone';
import { scan, type Scan } from './values/scan';
import type { Verification } from './values/verification';

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

const optional = () => normalizedText(255);

/** Labels of the fields that are required at submit, in the order of validation. */
const requiredDetails = {
  shortName: 'Short Name',
  legalEntityName: 'Legal Entity Name',
  registrationCountry: 'Registration Country',
  typeOfRegistration: 'Type of Registration',
  companyRegistrationNumber: 'Company Registration Number',
  vatTaxNumber: 'VAT/TAX Number',
  incorporationDate: 'Incorporation Date',
  website: 'Website',
  primaryContactEmail: 'Primary Contact Email',
  phoneNumber: 'Phone Number',
  addressLine1: 'Line 1',
  city: 'City/Town',
  postcode: 'Postcode',
} as const;

export const kycFieldLabels = {
  ...requiredDetails,
  mobileNumber: 'Mobile Number',
  faxNumber: 'Fax Number',
  addressLine2: 'Line 2',
  addressLine3: 'Line 3',
  county: 'County/State/Province',
} as const;

export type CompanyDetails = { [K in keyof typeof kycFieldLabels]?: string };

export interface CommercialInfo {
  businessNature?: { code?: string; description?: string } | null;
  currencies?: { country?: string; currency?: string }[];
  tradeVolumes?: { year?: string; country?: string; expected?: string; actual?: string; variance?: string }[];
}

export interface DataOfForm {
  companyDetails: CompanyDetails;
  documents: { documents: KycDocument[] };
  commercialInfo: CommercialInfo;
}

const detailShape = Object.fromEntries(Object.keys(kycFieldLabels).map((key) => [key, optional()])) as Record<
  keyof typeof kycFieldLabels,
  ReturnType<typeof optional>
>;

/** Callers may send `country` instead of `registrationCountry`; the latter is stored. */
const withCountry = (details: unknown) => {
  if (!details || typeof details !== 'object') return details;
  const given = details as AnyObject;
  return given.registrationCountry
    ? given
    : { ...given, registrationCountry: given.country ?? given.registrationCountry };
};

/** Amounts are stored as text; numbers are accepted. */
const amount = () => text(40).transform((value, original) => (typeof original === 'number' ? String(original) : value));

const commercialShape = {
  businessNature: object({ code: text(40), description: text(500) })
    .nullable()
    .default(undefined),
  currencies: array(object({ country: text(100), currency: text(40) })).max(500, 'At most 500 currencies'),
  tradeVolumes: array(
    object({ year: amount(), country: text(100), expected: amount(), actual: amount(), variance: amount() }),
  ).max(2000, 'At most 2000 trade volumes'),
};

/** Saved progress: only the shape is checked. */
export const kycProgress = object({
  companyDetails: object(detailShape).transform(withCountry).default(undefined),
  documents: object({}).default(undefined),
  commercialInfo: object(commercialShape).default(undefined),
});

const websitePattern = /^(https?:\/\/)?(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i;

/** All validation errors of a submission, in the order of the form. Rules and messages: product specification, section 5. */
export function submissionErrors(data: {
  companyDetails?: CompanyDetails | null;
  documents?: unknown;
  commercialInfo?: CommercialInfo | null;
}): { field: string; message: string }[] {
  const errors: { field: string; message: string }[] = [];
  const check = (ok: unknown, field: string, message: string) => {
    if (!ok) errors.push({ field, message });
  };
  const { companyDetails, documents, commercialInfo } = data;
  const rows = (list: object[] | undefined, field: string, keys: string[], none: string, incomplete: string) => {
    check(list?.length, field, none);
    list?.forEach((row, i) =>
      check(
        keys.every((key) => String((row as AnyObject)[key] ?? '').trim()),
        `${field}[${i}]`,
        incomplete,
      ),
    );
  };

  check(companyDetails, 'companyDetails', 'Company details section is missing');
  check(documents, 'documents', 'Documents section is missing');
  check(commercialInfo, 'commercialInfo', 'Commercial information section is missing');
  if (companyDetails) {
    for (const [key, label] of Object.entries(requiredDetails)) {
      check(companyDetails[key as keyof CompanyDetails]?.trim(), `companyDetails.${key}`, `${label} is required`);
    }
    const { primaryContactEmail, website } = companyDetails;
    if (primaryContactEmail?.trim()) {
      check(
        emailPattern.test(primaryContactEmail),
        'companyDetails.primaryContactEmail',
        'Please enter a valid email address',
      );
    }
    for (const key of ['phoneNumber', 'mobileNumber'] as const) {
      const phone = companyDetails[key] ?? '';
      const problem = isBlankPhone(phone) ? undefined : phoneError(phone);
      check(!problem, `companyDetails.${key}`, problem ?? '');
    }
    if (website?.trim())
      check(websitePattern.test(website), 'companyDetails.website', 'Please enter a valid website URL');
  }
  if (commercialInfo) {
    const { businessNature, currencies, tradeVolumes } = commercialInfo;
    check(businessNature?.code?.trim(), 'commercialInfo.businessNature', 'Business nature information is required');
    rows(
      currencies,
      'commercialInfo.currencies',
      ['country', 'currency'],
      'At least one currency must be selected',
      'Currency information is incomplete',
    );
    rows(
      tradeVolumes,
      'commercialInfo.tradeVolumes',
      ['country', 'expected', 'actual', 'variance'],
      'At least one trade volume entry is required',
      'Trade volume information is incomplete',
    );
  }
  return errors;
}

const documentNames = new Map<string, string>(kycDocuments);

/** The requested changes of a review, one line each, with the labels of the screens: `Tax Certificate: …`, `Website: …`. */
export const reviewFindings = (documents: DocumentDecision[], fields: FieldRemark[]): string[] => [
  ...documents
    .filter(({ decision }) => decision === 'reject')
    .map(({ id, reason }) => `${documentNames.get(id)}: ${reason ?? ''}`),
  ...fields.map(({ field, reason }) => `${kycFieldLabel(field)}: ${reason}`),
];

const sections: Record<string, string> = {
  businessNature: 'Nature of Business',
  currencies: 'Currencies & Destinations',
  tradeVolumes: 'Trade Volumes',
};

/** The screen's label of a field path like `companyDetails.website` or `commercialInfo.currencies[1]`. */
export function kycFieldLabel(field: string): string {
  const [, key = ''] = field.split(/[.[]/);
  return kycFieldLabels[key as keyof typeof kycFieldLabels] ?? sections[key] ?? field;
}

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

const kycData = () => kycProgress.required('Company details section is missing');

const documentId = () =>
  mixed<KycDocumentId>()
    .oneOf(kycDocuments.map(([key]) => key))
    .required();

export interface Registration {
  data: DataOfForm;
  user: User;
  review: KycReview;
}

export const kyc = {
  get: command<Registration>()('kyc.get', object({ email: email() })),
  saveProgress: command<Registration>()('kyc.save-progress', object({ userId: id(), kycData: kycData() })),
  submit: command<Registration>()('kyc.submit', object({ userId: id(), kycData: kycData() })),
  /** The storage location of a document's bytes. Only for its company and admins. */
  openDocument: command<{ objectKey: string; filename: string; contentType: string; size: number }>()(
    'kyc.open-document',
    object({ documentId: id().required() }),
  ),
  /** For the admins' case view: the form of any company. */
  caseData: internal<{ data: DataOfForm }>()('kyc.case-data', object({ companyId: id().required() })),
  /** Attaches a document that the gateway has stored under `objectKey`. */
  attachDocument: command<Registration>()(
    'kyc.attach-document',
    object({
      documentId: documentId(),
      objectKey: text(300).required().meta(byGateway),
      filename: singleLine().required().meta(byGateway),
      contentType: text(200).required().meta(byGateway),
      size: mixed<number>().required().meta(byGateway),
      sha256: text(64).required().meta(byGateway),
      scan: scan().meta(byGateway),
    }),
  ),
  /** Rejects an upload that exceeds the company's space for documents, before its bytes are read. @param bytes minimum size of the upload */
  checkDocumentRoom: internal<{ ok: true }>()('kyc.check-document-room', object({ bytes: mixed<number>().required() })),
  /** Records that malware was found in a document; the bytes were not stored. */
  rejectInfectedDocument: internal<{ ok: true }>()(
    'kyc.refuse-document',
    object({ documentId: documentId(), filename: singleLine().required(), signature: singleLine(200).required() }),
  ),
  /** Removes the document and its versions from the registration. Only admins can still open them. */
  clearDocument: command<Registration>()('kyc.clear-document', object({ documentId: documentId() })),
};

export const kycEvents = {
  /** `version`: number of the submission; a decision refers to one submission. */
  submitted: event<{
    caseId: string;
    companyId: string;
    companyName: string;
    email: string;
    userId: string;
    version: number;
  }>('evt.kyc.submitted', {
    to: ['audit'],
    settle: ['audit'],
  }),
  statusChanged: event<{
    companyId: string;
    userId: string;
    status: KycStatus;
    version: number;
    reason: string | null;
    /** The requested changes, for the mail to the applicant. */
    documents: DocumentDecision[];
    fields: FieldRemark[];
    verified: Verification | null;
  }>('evt.kyc.status-changed', { to: ['identity', 'audit', 'notification'], settle: ['identity'] }),
  /** The registration of a deleted account was erased after its retention period. */
  registrationErased: event<{ companyId: string }>('evt.kyc.registration-forgotten', { to: ['audit'] }),
  /** The next review of an approved registration is due soon. */
  reverificationDue: event<{ companyId: string; userId: string; reverifyAt: string }>('evt.kyc.reverification-due', {
    to: ['audit', 'notification'],
  }),
  infectedDocumentRejected: event<{ companyId: string; document: string; filename: string; signature: string }>(
    'evt.kyc.document-refused',
    { to: ['audit'] },
  ),
  documentRead: event<{ companyId: string; document: string; filename: string }>('evt.kyc.document-read', {
    to: ['audit'],
  }),
};
