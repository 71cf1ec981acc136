import {
  kycFieldLabels,
  submissionErrors,
  type CommercialInfo,
  type CompanyDetails,
  type DataOfForm,
  type KycDocument,
} from '@tradepost/contracts/kyc';
import type { FormikErrors } from 'formik';

export interface CurrencyRow {
  country: string;
  currency: string;
}

export interface TradeRow {
  year: string;
  country: string;
  expected: string;
  actual: string;
  variance: string;
}

/** The form values: complete, all as text. */
export interface KycValues {
  companyDetails: Required<CompanyDetails>;
  commercialInfo: {
    businessNature: { code: string; description: string } | null;
    currencies: CurrencyRow[];
    tradeVolumes: TradeRow[];
  };
}

export const thisYear = () => String(new Date().getFullYear());
export const newCurrency = (): CurrencyRow => ({ country: '', currency: 'EUR' });
export const newTrade = (year: string): TradeRow => ({ year, country: '', expected: '0', actual: '0', variance: '0' });

const cents = (amount: string) => Math.round(Number(amount) * 100) || 0;

/** Actual minus expected, as text; both are amounts of euros with at most two decimals. */
export const varianceOf = (expected: string, actual: string): string => String((cents(actual) - cents(expected)) / 100);

/** The totals of all rows. */
export function totalOf(rows: TradeRow[]): Pick<TradeRow, 'expected' | 'actual' | 'variance'> {
  const sum = (key: 'expected' | 'actual') => String(rows.reduce((total, row) => total + cents(row[key]), 0) / 100);
  const [expected, actual] = [sum('expected'), sum('actual')];
  return { expected, actual, variance: varianceOf(expected, actual) };
}

function rowsOf({ currencies, tradeVolumes }: CommercialInfo) {
  const money = (currencies ?? []).map(({ country, currency }) => ({
    country: country ?? '',
    currency: currency ?? '',
  }));
  const trade = (tradeVolumes ?? []).map((row) => ({
    ...newTrade(row.year || thisYear()),
    country: row.country ?? '',
    expected: row.expected ?? '',
    actual: row.actual ?? '',
  }));
  return {
    currencies: money.length > 0 ? money : [newCurrency()],
    tradeVolumes: (trade.length > 0 ? trade : [newTrade(thisYear())]).map((row) => ({
      ...row,
      variance: varianceOf(row.expected, row.actual),
    })),
  };
}

export function valuesOf({ companyDetails, commercialInfo }: DataOfForm): KycValues {
  const details = Object.fromEntries(
    Object.keys(kycFieldLabels).map((key) => [key, companyDetails[key as keyof CompanyDetails] ?? '']),
  );
  const { code, description } = commercialInfo.businessNature ?? {};
  return {
    companyDetails: details as Required<CompanyDetails>,
    commercialInfo: {
      businessNature: code ? { code, description: description ?? '' } : null,
      ...rowsOf(commercialInfo),
    },
  };
}

/** The errors of phone numbers, which are shown while typing. */
export const phoneErrors = ({
  companyDetails: { phoneNumber, mobileNumber } = {},
}: FormikErrors<KycValues>): FormikErrors<KycValues> => ({
  companyDetails: { ...(phoneNumber && { phoneNumber }), ...(mobileNumber && { mobileNumber }) },
});

/** The fields that have an error; each list row counts separately. */
export const brokenFields = (errors: FormikErrors<KycValues>): string[] =>
  Object.entries(errors).flatMap(([section, parts]) =>
    Object.entries(parts ?? {}).flatMap(([part, error]) =>
      Array.isArray(error)
        ? error.flatMap((row, i) => (row ? `${section}.${part}[${i}]` : []))
        : error
          ? `${section}.${part}`
          : [],
    ),
  );

/** Maps a row such as `commercialInfo.currencies[2]` to its list. */
const partOf = (field: string) => field.replace(/\[.*$/, '');

/** The errors of an empty form. */
const toComplete = new Set(
  submissionErrors({ companyDetails: {}, documents: {}, commercialInfo: {} }).map(({ field }) => partOf(field)),
).size;

/** Progress of the registration: required fields and the documents that approval needs. */
export function completeness(values: KycValues, documents: KycDocument[]) {
  const fields = new Set(submissionErrors({ ...values, documents: {} }).map(({ field }) => partOf(field))).size;
  const missing = documents.filter(({ filename }) => !filename).length;
  const total = toComplete + documents.length;
  return { fields, documents: missing, percent: Math.floor(((total - fields - missing) / total) * 100) };
}
