import type { In } from '@tradepost/contracts/define';
import { objectKeyOf } from '@tradepost/contracts/values/object-keys';
import { fileDefaults, type FileProfile, type storage } from '@tradepost/contracts/storage';
import { v7 as uuidv7 } from 'uuid';
import type { FileRow } from '../file/file.entity';
import { money } from '../file/file.views';
import type { Announced } from './sealed-upload.policy';
import { leaseMs, resumableLeaseMs } from './upload.policy';
import type { UploadRow } from './upload.entity';

export interface NewUpload extends Omit<
  UploadRow,
  'leaseUntil' | 'committedAt' | 'receivedBytes' | 'parts' | 'multipartId' | 'createdAt' | 'totalAmount'
> {
  leaseUntil: Date;
  /** Undefined: price times records. */
  totalAmount: string | undefined;
}

interface Target {
  companyId: string;
  folderId: string;
  /** Its id; absent: a new one. */
  uploadId?: string;
  uploadKey: string | null;
  announced: Announced;
  replaced: FileRow | null;
}

/** A next version has the terms of the file it replaces, unless the sender gives others. */
export function newUpload(
  input: In<typeof storage.beginUpload>,
  { companyId, folderId, uploadId: id = uuidv7(), uploadKey, announced, replaced }: Target,
): NewUpload {
  const terms = replaced ?? fileDefaults;
  const repriced = input.price !== undefined || input.numberOfRecords !== undefined;
  return {
    id,
    companyId,
    fileId: replaced?.id ?? ((input.enc && input.fileId) || id),
    originalName: input.fileName,
    objectKey: objectKeyOf({ companyId, folderId, upload: replaced ? `${id}-${replaced.id}` : id }),
    uploadKey,
    leaseUntil: new Date(Date.now() + (input.resumable ? resumableLeaseMs : leaseMs)),
    ...announced,
    category: input.category || terms.category,
    currency: input.currency || terms.currency,
    price: String(input.price ?? money(terms.price)),
    numberOfRecords: input.numberOfRecords ?? terms.numberOfRecords,
    totalAmount: input.totalAmount?.toString() ?? (replaced && !repriced ? replaced.totalAmount : undefined),
    preview: input.preview || null,
    profile: (input.profile as FileProfile | undefined) ?? null,
  };
}
