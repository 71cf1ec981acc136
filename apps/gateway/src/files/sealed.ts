import { AppError } from '@tradepost/contracts/errors';
import { maxFileBytes } from '@tradepost/contracts/storage';
import { checkHeader, contentSize, headerSize, sealedSize, type FileRef } from '@tradepost/sealing/format';

/** Bytes of a sealed file with as much content as a file may have. */
export const maxSealedBytes = sealedSize(maxFileBytes);

/** What a sealed file is to whoever has not opened it. */
export const sealedType = 'application/octet-stream';

/** Enough to see whose sealed file it is. */
export const sealedHeadBytes = headerSize;

/** @param head its first bytes, at most `sealedHeadBytes` @throws AppError SEALED_INVALID when it is not this version of this file, sealed */
export const checkSealedHead = (head: Buffer, file: FileRef): void => orInvalid(() => checkHeader(head, file));

/** Bytes of content in a whole sealed file of this size. @throws AppError SEALED_INVALID */
export const sealedContent = (size: number): number => orInvalid(() => contentSize(size));

function orInvalid<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new AppError('SEALED_INVALID', { cause: error });
  }
}
