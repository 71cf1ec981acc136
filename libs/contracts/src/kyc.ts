import type { KycStatus } from './actor';
import { command, event, internal } from './define';
import { AppError } from './errors';
import {
  array,
  byGateway,
  email,
  emailPattern,
  id,
  line,
  mixed,
  object,
  text,
  trimmed,
  type AnyObject,
} from './fields';
import type { User } from './identity';
import { scan, type Scan } from './scan';

/** The nine fixed documents, by the id that is also the multipart field name. */
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
  /** The newest upload's id; null while there is none. */
  uploadId: string | null;
  /** Empty until something is uploaded. */
  filename: string | null;
  fileUrl: string | null;
  contentType: string | null;
  size: number | null;
  uploadedAt: string | null;
  scan: Scan | null;
  /** Earlier uploads, newest first. */
  versions: KycUpload[];
}

/** What can be wrong with a document: what an admin chooses, and what the applicant then reads. */
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

/** What an admin found of one upload. */
export interface DocumentDecision {
  id: KycDocumentId;
  /** The upload that was looked at: a newer one is undecided again. */
  uploadId: string;
  decision: 'approve' | 'reject';
  fault: DocumentFault | null;
  /** What the applicant reads; null for an approved one. */
  reason: string | null;
}

/** A field that the applicant is to correct: `companyDetails.website`. */
export interface FieldRemark {
  field: string;
  reason: string;
}

/** That an admin has approved a company: what partners see. */
export interface Verified {
  at: string;
  /** What was checked, as the screen names it. */
  checked: string[];
}

/** What the applicant sees of the review. */
export interface KycReview {
  status: KycStatus;
  submittedAt: string | null;
  decidedAt: string | null;
  reason: string | null;
  /** Rejected uploads that have not been replaced since. */
  documents: DocumentDecision[];
  fields: FieldRemark[];
  verified: Verified | null;
  /** The registration is to be looked at again by then. */
  reverifyAt: string | null;
}

const optional = () => trimmed(255);

/** Labels as the screen has them; the first thirteen are required at submit, in this order. */
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

/** `country`, `county` and `registrationCountry` are all understood; the last is what is stored. */
const withCountry = (details: unknown) => {
  if (!details || typeof details !== 'object') return details;
  const given = details as AnyObject;
  return given.registrationCountry
    ? given
    : { ...given, registrationCountry: given.country ?? given.registrationCountry };
};

/** Numbers of the form are held as text; a program may send numbers. */
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

/** Anything of the right shape may be saved as progress. */
export const kycProgress = object({
  companyDetails: object(detailShape).transform(withCountry).default(undefined),
  documents: object({}).default(undefined),
  commercialInfo: object(commercialShape).default(undefined),
});

const websitePattern = /^(https?:\/\/)?(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i;

/** The first broken rule of section "Validation rules" of a submission, in the order a person meets them. */
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

/** What a review asks for, a line each, as the applicant knows it: `Tax Certificate: …`, `Website: …`. */
export const askedOf = (documents: DocumentDecision[], fields: FieldRemark[]): string[] => [
  ...documents
    .filter(({ decision }) => decision === 'reject')
    .map(({ id, reason }) => `${documentNames.get(id)}: ${reason ?? ''}`),
  ...fields.map(({ field, reason }) => `${fieldNameOf(field)}: ${reason}`),
];

const sections: Record<string, string> = {
  businessNature: 'Nature of Business',
  currencies: 'Currencies & Destinations',
  tradeVolumes: 'Trade Volumes',
};

/** The label of `companyDetails.website` or `commercialInfo.currencies` on the screen. */
export function fieldNameOf(field: string): string {
  const [, key = ''] = field.split(/[.[]/);
  return kycFieldLabels[key as keyof typeof kycFieldLabels] ?? sections[key] ?? field;
}

/**
 * Everything stays readable under review; only a company in good standing delivers.
 * @param approvedOnly whether this installation asks for an approval first
 * @throws AppError KYC_NOT_GOOD, KYC_NOT_APPROVED
 */
export function assertMayDeliver({ kycStatus }: { kycStatus: KycStatus }, approvedOnly: boolean): void {
  if (kycStatus === 'Rejected' || kycStatus === 'Changes requested') throw new AppError('KYC_NOT_GOOD');
  if (approvedOnly && kycStatus !== 'Approved') throw new AppError('KYC_NOT_APPROVED');
}

export type KycDecision = 'approve' | 'reject' | 'request-changes';

/** What a decision makes of a case under review. */
export const statusAfter: Record<KycDecision, KycStatus> = {
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
  /** Names the submission under review. */
  version: number;
  submittedAt: string | null;
  updatedAt: string;
  /** The admin who works on it. */
  claimedBy: string | null;
  claimedAt: string | null;
  /** The first of two approvals, where two are asked for. */
  approvedBy: string | null;
  /** An approved company is to be looked at again by then. */
  reverifyAt: string | null;
}

/** Where an admin's screen marks a case as lasting too long, in hours. */
export const caseIsLateAfterHours = 48;

export interface KycCaseDetail extends KycCase {
  data: DataOfForm;
  /** What was found of the uploads that count now. */
  documents: DocumentDecision[];
  fields: FieldRemark[];
  notes: { id: string; text: string; by: string; at: string }[];
  decisions: { decision: KycDecision; reason: string | null; by: string; at: string }[];
  /** What stands in the way of approving, as sentences; empty when nothing does. */
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
  /** Where the gateway finds a document's bytes; the company and admins only. */
  openDocument: command<{ objectKey: string; filename: string; contentType: string; size: number }>()(
    'kyc.open-document',
    object({ documentId: id().required() }),
  ),
  /** For the admins' case view; `companyId` is of any company. */
  caseData: internal<{ data: DataOfForm }>()('kyc.case-data', object({ companyId: id().required() })),
  /** Records a document whose bytes the gateway has just stored under `objectKey`; all but the kind is the gateway's to say. */
  attachDocument: command<Registration>()(
    'kyc.attach-document',
    object({
      documentId: documentId(),
      objectKey: text(300).required().meta(byGateway),
      filename: line().required().meta(byGateway),
      contentType: text(200).required().meta(byGateway),
      size: mixed<number>().required().meta(byGateway),
      sha256: text(64).required().meta(byGateway),
      scan: scan().meta(byGateway),
    }),
  ),
  /** Records that malware was found in a document, of which nothing is kept. */
  refuseDocument: internal<{ ok: true }>()(
    'kyc.refuse-document',
    object({ documentId: documentId(), filename: line().required(), signature: line(200).required() }),
  ),
  /** The document is no part of the registration any longer; its uploads stay as versions. */
  clearDocument: command<Registration>()('kyc.clear-document', object({ documentId: documentId() })),
};

export const kycEvents = {
  /** `version` names the submission: a decision is about one of them. */
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
    /** What is to be uploaded or corrected again, for the one mail that says it. */
    documents: DocumentDecision[];
    fields: FieldRemark[];
    verified: Verified | null;
  }>('evt.kyc.status-changed', { to: ['identity', 'audit', 'notification'], settle: ['identity'] }),
  /** An approved registration is to be looked at again soon. */
  /** Of a deleted account, whose time of keeping is over. */
  registrationForgotten: event<{ companyId: string }>('evt.kyc.registration-forgotten', { to: ['audit'] }),
  reverificationDue: event<{ companyId: string; userId: string; reverifyAt: string }>('evt.kyc.reverification-due', {
    to: ['audit', 'notification'],
  }),
  documentRefused: event<{ companyId: string; document: string; filename: string; signature: string }>(
    'evt.kyc.document-refused',
    { to: ['audit'] },
  ),
  documentRead: event<{ companyId: string; document: string; filename: string }>('evt.kyc.document-read', {
    to: ['audit'],
  }),
};
