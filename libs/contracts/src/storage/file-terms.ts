import { count, numeric, object, singleLine, text } from '../values/fields';

export const fileDefaults = {
  category: 'Personal',
  currency: 'USD',
  price: '0.00',
  numberOfRecords: 0,
  totalAmount: '0.00',
} as const;

/** The commercial terms of a file. Amounts are decimal text, to avoid rounding. */
export interface FileTerms {
  category: string;
  currency: string;
  /** Rate for each record. */
  price: string;
  records: number;
  totalAmount: string;
}
export const money = () => numeric('Enter an amount of 0 or more');
export const currency = () => text(3).matches(/^[A-Z]{3}$/, { message: 'Choose a currency', excludeEmptyString: true });

/** Commercial terms of a file. Multipart fields are text, so numbers are converted from text. */
export const fileTerms = {
  category: singleLine(120),
  price: money(),
  currency: currency(),
  numberOfRecords: count(),
  totalAmount: money(),
};

export const fileTermsForm = object(fileTerms);
