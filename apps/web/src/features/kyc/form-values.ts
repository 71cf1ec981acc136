import { kycFieldLabels, type CommercialInfo, type CompanyDetails, type DataOfForm } from '@tradepost/contracts/kyc';
import { phoneProblem, type PhoneProblem } from '@tradepost/reference/phone';

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

/** The form as the screen edits it: nothing is missing, everything is text. */
export interface KycValues {
  companyDetails: Required<CompanyDetails>;
  commercialInfo: { businessNature: { code: string; description: string } | null; currencies: CurrencyRow[]; tradeVolumes: TradeRow[] };
}

export const thisYear = () => String(new Date().getFullYear());
export const newCurrency = (): CurrencyRow => ({ country: '', currency: 'EUR' });
export const newTrade = (year: string): TradeRow => ({ year, country: '', expected: '0', actual: '0', variance: '0' });

/** Actual minus expected, as text; both are amounts of euros with at most two decimals. */
export function varianceOf(expected: string, actual: string): string {
  const cents = Math.round(Number(actual) * 100) - Math.round(Number(expected) * 100);
  return Number.isFinite(cents) ? String(cents / 100) : '0';
}

function rowsOf({ currencies, tradeVolumes }: CommercialInfo) {
  const money = (currencies ?? []).map(({ country, currency }) => ({ country: country ?? '', currency: currency ?? '' }));
  const trade = (tradeVolumes ?? []).map((row) => ({ ...newTrade(row.year || thisYear()), country: row.country ?? '', expected: row.expected ?? '', actual: row.actual ?? '' }));
  return {
    currencies: money.length > 0 ? money : [newCurrency()],
    tradeVolumes: (trade.length > 0 ? trade : [newTrade(thisYear())]).map((row) => ({ ...row, variance: varianceOf(row.expected, row.actual) })),
  };
}

export function valuesOf({ companyDetails, commercialInfo }: DataOfForm): KycValues {
  const details = Object.fromEntries(Object.keys(kycFieldLabels).map((key) => [key, companyDetails[key as keyof CompanyDetails] ?? '']));
  const { code, description } = commercialInfo.businessNature ?? {};
  return {
    companyDetails: details as Required<CompanyDetails>,
    commercialInfo: { businessNature: code ? { code, description: description ?? '' } : null, ...rowsOf(commercialInfo) },
  };
}

const phoneWords: Record<PhoneProblem, string> = {
  empty: 'This field is required',
  format: 'Please enter a valid number with country code',
  digits: 'Number should have between 7-15 digits',
};

export function phoneError(phone: string): string | undefined {
  const problem = phoneProblem(phone);
  return problem ? phoneWords[problem] : undefined;
}
