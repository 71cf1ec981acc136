import type { routes } from '.';
import { kycDocuments } from '../kyc';
import { maxBatchBytes, maxBatchFiles, maxBatchTermsBytes } from '../values/upload-sizes';

/** What a multipart form may consist of. */
export interface FormLimit {
  maxFiles: number;
  /** Of one file, in bytes; absent: the installation decides. */
  maxFileBytes?: number;
  /** Of all files together, in bytes; absent: each may be as large as one may be. */
  maxAllFileBytes?: number;
  /** Text fields with a limit of their own, in bytes. */
  largeFields?: Readonly<Record<string, number>>;
}

type FormRoute = {
  [K in keyof typeof routes]: (typeof routes)[K] extends { body: 'multipart' } ? K : never;
}[keyof typeof routes];

const maxDocumentBytes = 25 * 1024 ** 2;

/** By the name of the route. */
export const formLimits = {
  setLogo: { maxFiles: 1, maxFileBytes: 512 * 1024 },
  updateKyc: { maxFiles: kycDocuments.length, maxFileBytes: maxDocumentBytes, largeFields: { kycData: 1024 ** 2 } },
  uploadKycDocument: { maxFiles: 1, maxFileBytes: maxDocumentBytes },
  uploadFile: { maxFiles: 1 },
  uploadFiles: {
    maxFiles: maxBatchFiles,
    maxAllFileBytes: maxBatchBytes,
    largeFields: { terms: maxBatchTermsBytes },
  },
  replaceFile: { maxFiles: 1 },
} satisfies Record<FormRoute, FormLimit>;

/** Of all text fields together, without those that have a limit of their own. */
export const formFieldBytes = 64 * 1024;
/** What delimiters and headers may add to a form's files and fields. */
const overheadBytes = 256 * 1024;
const partBytes = 1024;

/** Of all text fields together. */
export const formTextBytesOf = ({ largeFields = {} }: Pick<FormLimit, 'largeFields'>): number =>
  Object.values(largeFields).reduce((total, bytes) => total + bytes, formFieldBytes);

/** Of the whole body; infinite if the installation decides. */
export const formBytesOf = (limit: FormLimit): number => {
  const { maxFiles, maxFileBytes = Infinity, maxAllFileBytes = maxFiles * maxFileBytes } = limit;
  return maxAllFileBytes + formTextBytesOf(limit) + overheadBytes + maxFiles * partBytes;
};
