import type { Mode } from '@tradepost/contracts/sealed';
import type { FileProfile, FileView, Sample } from '@tradepost/contracts/storage';
import { defaultDataCategory } from '@tradepost/reference/data-categories';

/** Commercial terms as they are typed. */
export interface FileTerms {
  category: string;
  price: string;
  currency: string;
  numberOfRecords: string;
  totalAmount: string;
  /** The total was typed: it no longer follows. */
  ownTotal: boolean;
  /** What partners may read before they have the file. */
  sample: Sample;
  /** Sealed before it is sent, or not. */
  mode: Mode;
}

export const defaultTerms: FileTerms = {
  category: defaultDataCategory,
  price: '0.00',
  currency: 'USD',
  numberOfRecords: '0',
  totalAmount: '0.00',
  ownTotal: false,
  sample: null,
  mode: 'e2e',
};

/** Rate × records in cents, half up; exact, as decimals are multiplied as whole numbers. */
export function totalOf(price: string, records: string): string {
  const [whole = '0', fraction = ''] = (price || '0').split('.');
  const scaled =
    BigInt((whole || '0') + fraction.padEnd(6, '0').slice(0, 6)) * BigInt((records || '0').split('.')[0] || '0');
  const cents = (scaled + 5_000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** The terms after an edit: the total follows rate × records until it is edited by hand. */
export function changeTerms(terms: FileTerms, changed: Partial<FileTerms>): FileTerms {
  const next = { ...terms, ...changed };
  if ('totalAmount' in changed) return { ...next, ownTotal: true };
  return next.ownTotal ? next : { ...next, totalAmount: totalOf(next.price, next.numberOfRecords) };
}

/** The terms a stored file has; a total that is not rate × records was set by hand. */
export function termsOf({
  category,
  price,
  currency,
  numberOfRecords,
  totalAmount,
  sample,
  mode,
}: FileView): FileTerms {
  const records = String(numberOfRecords);
  return {
    category,
    price,
    currency,
    numberOfRecords: records,
    totalAmount,
    sample,
    mode,
    ownTotal: totalOf(price, records) !== Number(totalAmount).toFixed(2),
  };
}

/** A whole file is a sample only when the operator can read it. */
export const withMode = (terms: FileTerms, mode: Mode): FileTerms => ({
  ...terms,
  mode,
  sample: mode === 'e2e' && terms.sample === 'file' ? null : terms.sample,
});

/** What the next file starts with: the previous file's terms, and its own count of rows where it has one. */
export function prefilled(previous: FileTerms, profile: FileProfile | null): FileTerms {
  const kept = { ...previous, ownTotal: false };
  return profile ? changeTerms(kept, { numberOfRecords: String(profile.rows) }) : { ...previous };
}
