import {
  array as yupArray,
  boolean,
  mixed,
  number as yupNumber,
  object,
  string,
  type AnyObject,
  type ObjectSchema,
  type ObjectShape,
} from 'yup';
import { hasValidDomain, isDeliverable } from './address';
import { decimalOf } from './decimal';
import { directoryProblem, maxDirectoryBytes } from './names/file-paths';

/** Deliberately loose: something@host.tld without spaces. The mailed code verifies the address. */
export const emailPattern = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+\.[^\s@<>()",;:\\[\]]+$/;

/** Also halves of surrogate pairs, which are not Unicode text. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u;
/** Also characters that break a line or change the text direction (Unicode UAX #14, UAX #9). */
const controlsAndBidi = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;

/** A string. Numbers and booleans are rejected, not converted. */
export const text = (max = 2000) =>
  string()
    .transform((value, original) => (original === null || original === undefined ? value : original))
    .typeError(({ path }) => `${path} must be text`)
    .max(max, ({ path }) => `${path} must be at most ${max} characters`)
    .test(
      'no-controls',
      ({ path }) => `${path} contains characters that are not allowed`,
      (v) => !v || !controls.test(v),
    );

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Text without surrounding white space. (yup's own `trim` throws for values that are not strings.) */
export const trimmedText = (max?: number) => text(max).transform(trim);

/** The most characters that NFC makes one of, as in U+1F87. */
const composed = 4;

/** In NFC. A text that is too long in any form is not normalised: many marks on one letter take quadratic time. */
const normalized = (given: string, max: number) => (given.length > composed * max ? given : given.normalize('NFC'));

/** Text without surrounding white space, in NFC. */
export const normalizedText = (max = 255) =>
  text(max).transform((value) => (typeof value === 'string' ? normalized(value.trim(), max) : value));

const oneLine = {
  name: 'one-line',
  message: ({ path }: { path: string }) => `${path} contains characters that are not allowed`,
  test: (value: string | null | undefined) => !value || !controlsAndBidi.test(value),
};

/** One visible line: names of people, companies, folders. */
export const singleLine = (max = 255) => normalizedText(max).test(oneLine);

/** Where a file is inside its folder, in NFC, such as `2026/orders`. Empty for the top level of the folder. */
export const directory = () =>
  text(maxDirectoryBytes)
    .transform((value) => (typeof value === 'string' ? normalized(value, maxDirectoryBytes) : value))
    .test(oneLine)
    .test('directory', (value, { createError }) => {
      const message = directoryProblem(value ?? '');
      return message === undefined || createError({ message });
    });

export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An opaque identifier. */
export const id = () => text(200).transform(trim);

/** A random UUID (version 4), or one that begins with the time (version 7). */
const newUuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The identifier of something new, if its creator chooses it. */
export const chosenId = () =>
  id().matches(newUuidPattern, ({ path }) => `${path} must be a UUID of version 4 or 7, in lower case`);

const longestAddress = 254;
const isTooLong = (given: string) => given.length > longestAddress;

/** Checks the length first, because the other checks take quadratic time. */
export const isAddress = (given: string) => !isTooLong(given) && emailPattern.test(given) && hasValidDomain(given);

/** An address that can sign up or be invited. */
export const isNewAddress = (given: string) => isAddress(given) && isDeliverable(given);

/** An e-mail address. It is stored as given and compared by `addressKey`. */
export const email = (message = 'Enter a valid email address') =>
  text(longestAddress)
    .transform(trim)
    .test('email', message, (v) => !v || isTooLong(v) || isAddress(v));

export const taxNumberProblem = 'A VAT or tax number must contain a letter or a digit';

/** Deliberately loose: each country has numbers of its own, and companies outside the EU have no VAT number. */
export const isTaxNumber = (given: string) => /[\p{L}\p{N}]/u.test(given);

export const currentPassword = () => text(1024).required('Please enter your current password');

export const totpCodeMissing = 'Please enter the code from your authenticator app';

/** Six digits from an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const totpCode = () =>
  text(40).transform((value) => (typeof value === 'string' ? value.replace(/[\s-]/g, '') : value));

/** A number. Text is converted, if it is in plain decimal notation. */
export const number = () =>
  yupNumber().transform((value, original) => (typeof original === 'string' ? decimalOf(original) : value));

/** A finite number of 0 or more. Text is converted, because query and multipart fields are always text. */
export const numeric = (message = 'Enter a number of 0 or more') =>
  number()
    .typeError(message)
    .transform((value, original) => (original === '' ? undefined : value))
    .test('finite', message, (v) => v === undefined || v === null || Number.isFinite(v))
    .min(0, message)
    .max(1e15, message);

/** A whole number of 0 or more. */
export const count = (message = 'Enter a whole number of 0 or more') => numeric(message).integer(message);

/** In a year of four digits, as ISO-8601 has it: the database has fewer years than `Date`. */
function isTime(given: string): boolean {
  const year = new Date(given).getUTCFullYear();
  return year > 0 && year < 10_000;
}

/** ISO-8601 time, as a string. */
export const time = (message = 'Enter a valid date and time') =>
  text(40)
    .transform(trim)
    .test('time', message, (v) => !v || isTime(v));

/** Marks a field that the gateway sets. The value of a caller is ignored. */
export const byGateway = { setBy: 'gateway' } as const;

/**
 * A list. Of one that is too long, no more items are looked at than show that: each costs time, and each that is wrong an error.
 * (yup would validate all of them.)
 */
export const array = ((items?: Parameters<typeof yupArray>[0]) =>
  yupArray(items).transform((value: unknown, _original, schema) => {
    const max = schema.tests.find(({ OPTIONS }) => OPTIONS?.name === 'max')?.OPTIONS?.params?.max;
    return Array.isArray(value) && typeof max === 'number' ? value.slice(0, max + 1) : value;
  })) as typeof yupArray;

/** A list of objects that are validated one by one by their handler, so that a bad one does not refuse the others. */
export const eachAlone = (items: ObjectSchema<AnyObject>) => array(mixed<Record<string, unknown>>()).meta({ items });

/** Query of a paged list (`page` from 1, `pageSize` 1 to 200). Without `page` the answer is a plain array. */
export const paging = {
  page: number().integer().min(1).max(1_000_000),
  pageSize: number().integer().min(1).max(200).default(50),
  q: text(200).transform(trim),
  sort: text(40).matches(/^-?[A-Za-z]+$/, {
    message: 'sort must be a field name, with - for descending',
    excludeEmptyString: true,
  }),
};

/** The page of a list that is always paged. Larger numbers do not fit into the offset of a query. */
export const pageNumber = number()
  .integer()
  .min(1)
  .test('safe', 'page is too large', (value) => value === undefined || Number.isSafeInteger(value))
  .default(1);

export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  pageSize: number;
}

/** The answer of a command that only returns a message for the user. */
export interface Message {
  message: string;
}

/** Names like `constructor`: every object inherits them, so a schema would treat them as its own fields. */
export const inheritedKeys = new Set(Object.getOwnPropertyNames(Object.prototype));

export { boolean, mixed, object, string };
export type { AnyObject, ObjectShape };
