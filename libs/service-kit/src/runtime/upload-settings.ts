import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage, maxTotalStorage } from '@tradepost/contracts/identity';
import { defaultMaxFileBytes, largestMaxFileBytes, sizeLimitText } from '@tradepost/contracts/values/upload-sizes';
import { number } from 'yup';
import { statesRule } from './config';

/** A whole number of bytes. What is no number is as wrong as one that is too small, and is refused with the same sentence. */
const bytes = (name: string, most: number) =>
  number()
    .transform((value: number) => (Number.isNaN(value) ? 0 : value))
    .test(
      statesRule,
      `${name} must be a whole number of bytes from 1 to ${most}`,
      (given) => given === undefined || (Number.isInteger(given) && given >= 1 && given <= most),
    );

/** Settings of the apps that check the size of a file. */
export const fileSizeSettings = {
  /** Bytes of content of one file. */
  MAX_FILE_BYTES: bytes('MAX_FILE_BYTES', largestMaxFileBytes).default(defaultMaxFileBytes),
};

/** Settings of the apps that give a company its quota. */
export const quotaSettings = {
  /** Storage of a company for which no admin has set another quota, in bytes. */
  STORAGE_BYTES_PER_COMPANY: bytes('STORAGE_BYTES_PER_COMPANY', maxTotalStorage).default(defaultTotalStorage),
};

/** The refusal of a file above MAX_FILE_BYTES. */
export const fileTooLarge = (maxFileBytes: number): AppError =>
  new AppError('FILE_TOO_LARGE', { message: `The file is larger than ${sizeLimitText(maxFileBytes)}` });
