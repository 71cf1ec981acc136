import {
  array,
  emailPattern,
  isTaxNumber,
  normalizedText,
  object,
  taxNumberProblem,
  text,
  type AnyObject,
} from '../values/fields';
import { isBlankPhone, phoneError } from '../values/phone';
import type { KycDocument } from './document';

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

/** Whether the field must be filled at submit. */
export const isRequiredDetail = (detail: keyof typeof kycFieldLabels): boolean =>
  Object.hasOwn(requiredDetails, detail);

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

/** Names of hosts may have letters of every script (IDNA). */
const websitePattern = /^(https?:\/\/)?(www\.)?[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/iu;

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
    const { vatTaxNumber, primaryContactEmail, website } = companyDetails;
    if (vatTaxNumber?.trim()) check(isTaxNumber(vatTaxNumber), 'companyDetails.vatTaxNumber', taxNumberProblem);
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
