import type { FolderAccess, ReceivedFile, ReceivedFolder } from '@tradepost/contracts/storage';
import { modeOf, money, sampleOf } from '../file/file.views';
import type { ListedFile } from '../file/listed-file';
import type { VisibleFolder } from './deliveries.repository';
import type { ShareRow } from './delivery.entity';

export const toAccess = ({
  email,
  createdAt,
  until,
}: Pick<ShareRow, 'email' | 'createdAt' | 'until'>): FolderAccess => ({
  email,
  since: createdAt.toISOString(),
  until: until?.toISOString() ?? null,
});

/** The gateway fills in `sharedUrl`, because transfers belong to another service. */
export const toReceivedFile = (file: ListedFile): ReceivedFile => ({
  fileId: file.id,
  fileName: file.name,
  mimeType: file.current.mimeType,
  fileSize: file.current.size,
  createdAt: file.createdAt.toISOString(),
  key: file.current.objectKey,
  category: file.category,
  currency: file.currency,
  price: money(file.price),
  records: file.numberOfRecords,
  totalAmount: money(file.totalAmount),
  updatedAt: file.updatedAt.toISOString(),
  version: file.current.version,
  mode: modeOf(file.current),
  scan: file.current.scan,
  sample: sampleOf(file),
  sharedUrl: null,
});

/** @param newest of its files */
export const toReceivedFolder = (
  { folderId, folderName, companyId, companyName, inviterId, count, description, licence, since, until }: VisibleFolder,
  newest: ListedFile[],
): ReceivedFolder => ({
  folderId,
  folderName,
  companyId,
  inviterCompany: companyName,
  inviterId,
  files: newest.map(toReceivedFile),
  count,
  description,
  licence,
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
});
