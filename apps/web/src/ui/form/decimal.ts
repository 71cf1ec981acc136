import { locale } from '../../i18n/language';

/** Of the language of this page: a point or a comma. */
const decimalMark =
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * An amount as decimal text with at most two decimals, from what was typed or pasted: `1.200,50` in German is `1200.50`. The mark
 * of the other languages counts as decimal where one or two digits at the end follow it: `0.25`.
 */
export function parseAmount(text: string, mark = decimalMark): string {
  const other = mark === '.' ? ',' : '.';
  const isForeign = !text.includes(mark) && text.split(other).length === 2 && text.split(other)[1]!.trim().length < 3;
  const [whole = '', ...decimals] = text.split(isForeign ? other : mark);
  const digits = (part: string) => part.replace(/\D/g, '');
  return decimals.length === 0 ? digits(whole) : `${digits(whole)}.${digits(decimals.join('')).slice(0, 2)}`;
}

const written = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  useGrouping: false,
});

/** An amount as people type it: `1200,50` in German. Formats decimal text, because a number would round large amounts. */
export const writeAmount = (amount: string): string => written.format(amount as Intl.StringNumericLiteral);

/** Formats euros: `1,200` or `1,200.50`. */
export const formatAmount = (amount: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string =>
  Number(amount).toLocaleString(locale, {
    signDisplay,
    minimumFractionDigits: Number.isInteger(Number(amount)) ? 0 : 2,
    maximumFractionDigits: 2,
  });
