import type { UploadState } from '@tradepost/contracts/storage';
import { checkSealedHead, sealedHeadBytes } from '../sealed';

/** The MIME type that its sender declares. @param head the first bytes @throws AppError SEALED_INVALID unless they are the header of this version */
export function sealedTypeOf(sealed: NonNullable<UploadState['sealed']>, head: Buffer): string {
  const layout = (sealed.contentSize ?? null) === null ? 'whole' : 'segmented';
  checkSealedHead(head.subarray(0, sealedHeadBytes), sealed, layout);
  return sealed.mimetype;
}
