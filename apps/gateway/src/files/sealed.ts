import { AppError } from '@tradepost/contracts/errors';
import { checkHeader, contentSize, headerSize, type FileRef, type Layout } from '@tradepost/sealing/file/format';

/** The MIME type of a sealed file: without its key, it is only bytes. */
export const sealedMimeType = 'application/octet-stream';

/** The header names the file and the version. */
export const sealedHeadBytes = headerSize;

/** @param head its first bytes, at most `sealedHeadBytes` @throws AppError SEALED_INVALID if it is not the header of this version in this layout */
export function checkSealedHead(head: Buffer, file: FileRef, layout: Layout = 'whole'): void {
  if (orInvalid(() => checkHeader(head, file)) !== layout) throw new AppError('SEALED_INVALID');
}

/** Bytes of content in a whole sealed file of this size. @throws AppError SEALED_INVALID */
export const sealedContent = (size: number): number => orInvalid(() => contentSize(size));

function orInvalid<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new AppError('SEALED_INVALID', { cause: error });
  }
}
