import { locale } from '../../i18n/language';
import type { FileTerms } from '@tradepost/contracts/storage';
import { hundredths } from '@tradepost/contracts/values/money';

const exact = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Formats decimal text, because a number would round large amounts. */
export const formatDecimal = (amount: string): string => exact.format(amount as Intl.StringNumericLiteral);

/** An amount or a rate with its currency: `1,250.00 EUR`, `0.005 EUR`. */
export const formatMoney = (amount: string, currency: string): string => `${formatDecimal(amount)} ${currency}`;

const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
const withSeparators = (sum: bigint) =>
  twoDecimals.format(`${sum / 100n}.${String(sum % 100n).padStart(2, '0')}` as Intl.StringNumericLiteral);

/** The value of files for each currency: `1,250.00 EUR`. Exact, because it adds whole numbers. */
export function totalsOf(files: Pick<FileTerms, 'totalAmount' | 'currency'>[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { totalAmount, currency } of files)
    sums.set(currency, (sums.get(currency) ?? 0n) + hundredths(totalAmount));
  return [...sums]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => `${withSeparators(sum)} ${currency}`);
}

/** As `totalsOf`; null when the terms of a file are not known. */
export function recordedTotals(files: { terms: FileTerms | null }[]): string[] | null {
  const terms = files.flatMap((file) => file.terms ?? []);
  return files.length > 0 && terms.length === files.length ? totalsOf(terms) : null;
}
