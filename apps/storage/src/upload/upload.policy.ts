import { AppError } from '@tradepost/contracts/errors';
import type { CopiedRange } from '@tradepost/contracts/storage';
import { headerSize, sealedSize as wholeSize } from '@tradepost/sealing/file/format';
import { isSealedSizeOf } from '@tradepost/sealing/file/segments';
import { day, minute } from '@tradepost/service-kit/runtime/durations';
import type { FileVersionRow } from '../file/file.entity';
import type { UploadRow } from './upload.entity';

export const leaseMs = 15 * minute;
/** How long an upload in parts may be interrupted. */
export const resumableLeaseMs = day;
/** How long a repeated call with the same idempotency key gets the answer of the first. */
export const repeatMs = day;
/** How long a committed upload still answers for its file. */
export const committedMs = 30 * day;

/** Bytes that are sent: of the sealed file without what is copied, or of the content. */
export const bytesOf = ({
  sealedSize,
  size,
  copiedBytes = 0,
}: Pick<UploadRow, 'sealedSize' | 'size'> & Partial<Pick<UploadRow, 'copiedBytes'>>) =>
  (sealedSize ?? size) - copiedBytes;

/** Whether a file is sealed in segments: it is larger than one that is sealed as a whole. */
export const isSegmented = ({ size, sealedSize }: Pick<UploadRow, 'sealedSize' | 'size'>): boolean =>
  sealedSize !== null && sealedSize !== wholeSize(size) && isSealedSizeOf(size, sealedSize);

/**
 * The ranges that are copied must be in order, lie in both files, and make up what was announced. The header of the new file is its own.
 * @param replaced the version that is replaced, if it is still the current one
 * @throws AppError RANGE, VERSION_CONFLICT, SEALED_INVALID
 */
export function assertMayCopy(
  { copiedBytes, sealedSize }: Pick<UploadRow, 'copiedBytes' | 'sealedSize'>,
  copied: readonly CopiedRange[],
  replaced: Pick<FileVersionRow, 'sealedSize'> | null,
): void {
  if (copiedBytes > 0 && !replaced) throw new AppError('VERSION_CONFLICT');
  if (copiedBytes > 0 && replaced?.sealedSize === null) throw new AppError('SEALED_INVALID');
  let [reached, sum] = [headerSize, 0];
  for (const { at, from, length } of copied) {
    if (length < 1 || at < reached || from + length > (replaced?.sealedSize ?? 0)) throw new AppError('RANGE');
    reached = at + length;
    sum += length;
  }
  if (sum !== copiedBytes || (sum > 0 && reached > (sealedSize ?? 0))) throw new AppError('RANGE');
}

/** @throws AppError UPLOAD_GONE */
export function assertUnderWay({ leaseUntil }: Pick<UploadRow, 'leaseUntil'>, now: Date): void {
  if (!leaseUntil || leaseUntil <= now) throw new AppError('UPLOAD_GONE');
}

/** The bytes that came must be of the announced kind. @throws AppError SEALED_INVALID */
export function assertAsAnnounced(
  upload: Pick<UploadRow, 'wrappedKey' | 'mimeType' | 'size' | 'sealedSize'>,
  { size, sealedSize, mimeType }: { size: number; sealedSize: number | undefined; mimeType: string },
): void {
  const matches = upload.wrappedKey
    ? sealedSize !== undefined && isOfContent(upload, { size, sealedSize }) && mimeType === upload.mimeType
    : sealedSize === undefined;
  if (!matches) throw new AppError('SEALED_INVALID');
}

/** A form may bring other bytes than it announced; a file in segments must be as announced, because its content cannot be measured. */
const isOfContent = (
  upload: Pick<UploadRow, 'size' | 'sealedSize'>,
  { size, sealedSize }: { size: number; sealedSize: number },
): boolean =>
  isSegmented(upload) ? sealedSize === upload.sealedSize && size === upload.size : sealedSize === wholeSize(size);
