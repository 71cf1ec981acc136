import type { Mode, OwnSealedFile } from '@tradepost/contracts/sealed';
import type {
  FileVersion,
  FileView,
  FolderAccess,
  ReceivedFile,
  Sample,
  StoredFile,
} from '@tradepost/contracts/storage';
import type { FileRow, ShareRow } from './workspace.entity';

/** Money with at least two decimals and none that say nothing. */
export const money = (value: string): string => {
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
};

export const modeOf = ({ sealedId }: FileRow): Mode => (sealedId ? 'e2e' : 'managed');

/** For its owner alone, and for services that keep the key to themselves. */
export const sealedOf = ({
  sealedId,
  version,
  sealedSize,
  sealedMeta,
  ownerId,
  wrappedKey,
}: FileRow): OwnSealedFile | null =>
  sealedId === null
    ? null
    : {
        fileId: sealedId,
        version,
        sealedSize: sealedSize ?? 0,
        sealedMeta: sealedMeta ?? '',
        ownerId: ownerId ?? '',
        wrappedKey: wrappedKey ?? '',
      };

const sampleOf = ({ sample, hasPreview }: FileRow): Sample => (sample ? 'file' : hasPreview ? 'rows' : null);

export const toAccess = ({ email, createdAt, until }: ShareRow): FolderAccess => ({
  email,
  since: createdAt.toISOString(),
  until: until?.toISOString() ?? null,
});

export const toFileView = (file: FileRow): FileView => ({
  id: file.id,
  name: file.name,
  mimetype: file.mimetype,
  size: file.size,
  category: file.category,
  currency: file.currency,
  price: money(file.price),
  numberOfRecords: file.numberOfRecords,
  totalAmount: money(file.totalAmount),
  createdAt: file.createdAt.toISOString(),
  updatedAt: file.updatedAt.toISOString(),
  deleteFile: file.deletedAt !== null,
  sha256: file.sha256,
  mode: modeOf(file),
  version: file.version,
  scan: file.scan,
  sample: sampleOf(file),
});

export const toVersion = (file: FileRow): FileVersion => ({
  version: file.version,
  current: file.state === 'ready',
  mimetype: file.mimetype,
  size: file.size,
  sha256: file.sha256,
  mode: modeOf(file),
  sealed: sealedOf(file),
  scan: file.scan,
  createdAt: file.contentAt.toISOString(),
  purgeAt: file.purgeAt?.toISOString() ?? null,
});

/** `sharedUrl` is the gateway's to fill: transfers are not this service's. */
export const toReceivedFile = (file: FileRow): ReceivedFile => ({
  fileId: file.id,
  fileName: file.name,
  mimeType: file.mimetype,
  fileSize: file.size,
  createdAt: file.createdAt.toISOString(),
  key: file.objectKey,
  category: file.category,
  currency: file.currency,
  price: money(file.price),
  records: file.numberOfRecords,
  totalAmount: money(file.totalAmount),
  updatedAt: file.updatedAt.toISOString(),
  version: file.version,
  mode: modeOf(file),
  scan: file.scan,
  sample: sampleOf(file),
  sharedUrl: null,
});

export const toStoredFile = (
  file: FileRow,
  { folderName, companyName }: { folderName: string; companyName: string },
): StoredFile => ({
  fileId: file.id,
  folderId: file.folderId,
  folderName,
  companyId: file.companyId,
  companyName,
  objectKey: file.objectKey,
  name: file.name,
  mimetype: file.mimetype,
  size: file.size,
  sha256: file.sha256,
  crc32: file.crc32,
  updatedAt: file.updatedAt.toISOString(),
  sealed: sealedOf(file),
});
