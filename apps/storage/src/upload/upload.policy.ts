import { AppError } from '@tradepost/contracts/errors';
import { day, minute } from '@tradepost/service-kit/runtime/durations';
import { contentOf } from './sealed-upload.policy';
import type { UploadRow } from './upload.entity';

export const leaseMs = 15 * minute;
/** How long an upload in parts may be interrupted. */
export const resumableLeaseMs = day;
/** How long a repeated call with the same idempotency key gets the answer of the first. */
export const repeatMs = day;
/** How long a committed upload still answers for its file. */
export const committedMs = 30 * day;

/** Bytes that are sent: of the sealed file, or of the content. */
export const bytesOf = ({ sealedSize, size }: Pick<UploadRow, 'sealedSize' | 'size'>) => sealedSize ?? size;

/** @throws AppError UPLOAD_GONE */
export function assertUnderWay({ leaseUntil }: Pick<UploadRow, 'leaseUntil'>, now: Date): void {
  if (!leaseUntil || leaseUntil <= now) throw new AppError('UPLOAD_GONE');
}

/** The bytes that came must be of the announced kind. @throws AppError SEALED_INVALID */
export function assertAsAnnounced(
  upload: Pick<UploadRow, 'wrappedKey' | 'mimeType'>,
  { size, sealedSize, mimeType }: { size: number; sealedSize: number | undefined; mimeType: string },
): void {
  const matches = upload.wrappedKey
    ? sealedSize !== undefined && contentOf(sealedSize) === size && mimeType === upload.mimeType
    : sealedSize === undefined;
  if (!matches) throw new AppError('SEALED_INVALID');
}
