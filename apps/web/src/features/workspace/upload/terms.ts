import type { Mode } from '@tradepost/contracts/encryption/sealed';
import type { FileProfile, FileView, Sample } from '@tradepost/contracts/storage';
import { defaultDataCategory } from '@tradepost/reference/data-categories';

/** Commercial terms as the person types them. */
export interface FileTerms {
  category: string;
  price: string;
  currency: string;
  numberOfRecords: string;
  totalAmount: string;
  /** The total was entered manually and no longer follows rate and records. */
  ownTotal: boolean;
  /** What partners may preview before they have access. */
  sample: Sample;
  /** End-to-end or standard encryption. */
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

/** Rate × records, rounded half up to cents; exact, because it multiplies whole numbers. */
export function totalOf(price: string, records: string): string {
  const [whole = '0', fraction = ''] = (price || '0').split('.');
  const scaled =
    BigInt((whole || '0') + fraction.padEnd(6, '0').slice(0, 6)) * BigInt((records || '0').split('.')[0] || '0');
  const cents = (scaled + 5_000n) / 10_000n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

/** The terms after an edit. The total follows rate × records until it is entered manually. */
export function changeTerms(terms: FileTerms, changed: Partial<FileTerms>): FileTerms {
  const next = { ...terms, ...changed };
  if ('totalAmount' in changed) return { ...next, ownTotal: true };
  return next.ownTotal ? next : { ...next, totalAmount: totalOf(next.price, next.numberOfRecords) };
}

/** The terms of a stored file. A total that is not rate × records was entered manually. */
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

/** Sets the mode. A sealed file cannot offer the whole file as a preview. */
export const withMode = (terms: FileTerms, mode: Mode): FileTerms => ({
  ...terms,
  mode,
  sample: mode === 'e2e' && terms.sample === 'file' ? null : terms.sample,
});

/** Without keys of the company, what a member uploads is managed. */
export const termsFor = (hasKeys: boolean, terms: FileTerms): FileTerms =>
  hasKeys ? terms : withMode(terms, 'managed');

/**
 * Terms to prefill for the next file: the previous terms, with the file's own row count if it is a table.
 * @param keepsRecords whether another file may leave its records and total, which a person then confirms
 */
export function prefilled(previous: FileTerms, profile: FileProfile | null, keepsRecords: boolean): FileTerms {
  if (!profile && keepsRecords) return { ...previous };
  return changeTerms({ ...previous, ownTotal: false }, { numberOfRecords: String(profile?.rows ?? 0) });
}
