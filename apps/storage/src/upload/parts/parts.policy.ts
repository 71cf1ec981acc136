import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import type { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { mostMultipartParts } from '@tradepost/service-kit/objects/multipart/multipart-uploads';
import type { UploadRow } from '../upload.entity';
import { bytesOf, resumableLeaseMs } from '../upload.policy';

/** Managed files are scanned, and encrypted at rest, by the gateway. */
export const goesDirect = ({ wrappedKey }: Pick<UploadRow, 'wrappedKey'>, urls: Pick<DirectUrls, 'areOffered'>) =>
  urls.areOffered && wrappedKey !== null;

/** What is copied from a version before it lies between the parts, and is smaller than S3 allows. */
export const mayBeJoinedInStore = (upload: Pick<UploadRow, 'copiedBytes' | 'sealedSize' | 'size'>): boolean =>
  upload.copiedBytes === 0 && countOfParts(bytesOf(upload)) <= mostMultipartParts;

export const nextLease = () => new Date(Date.now() + resumableLeaseMs);

export function sizeOfPart(upload: UploadRow, number: number): number | undefined {
  const span = spanOfPart(bytesOf(upload), number);
  return span && span.end - span.start;
}
