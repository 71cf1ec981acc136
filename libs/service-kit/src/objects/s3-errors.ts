import { ObjectMissing, ObjectStoreFull, ObjectStoreUnavailable } from './object-store';

const FULL_CODES = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientStorage',
]);
const MISSING_CODES = new Set(['NoSuchKey', 'NotFound']);

/** Awaits a call to S3 and translates its errors into those of the object store. */
export async function onS3<T>(operation: Promise<T>, key?: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw storeError(error, key);
  }
}

/** `key` is given where an object must exist. */
export function storeError(error: unknown, key?: string): Error {
  if (error instanceof ObjectStoreFull || error instanceof ObjectStoreUnavailable) return error;
  const { code = '' } = error as { code?: string };
  if (key !== undefined && MISSING_CODES.has(code)) return new ObjectMissing(key);
  if (code === 'InvalidRange') return new RangeError('the range starts past the last byte');
  return FULL_CODES.has(code) ? new ObjectStoreFull(error) : new ObjectStoreUnavailable(error);
}

/** @returns null if there is no object with this key @throws errors of the object store */
export async function unlessMissing<T>(operation: Promise<T>, key: string): Promise<T | null> {
  try {
    return await onS3(operation, key);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** The second one of OpenStack Swift, for a multipart upload that is joined. */
const goneCodes = ['NoSuchUpload', 'NoSuchKey'];

/** @returns null if there is no such multipart upload, or no more @throws errors of the object store */
export async function unlessGone<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if (goneCodes.includes((error as { code?: string }).code ?? '')) return null;
    throw storeError(error);
  }
}
