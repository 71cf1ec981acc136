import type { Mode, OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileVersion, FileView, Sample, StoredFile } from '@tradepost/contracts/storage';
import type { FileRow, FileVersionRow } from './file.entity';
import type { ListedFile } from './listed-file';

/** Money with at least two decimals and no trailing zeros after them. */
export const money = (value: string): string => {
  const [whole = '0', fraction = ''] = value.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
};

export const modeOf = ({ wrappedKey }: Pick<FileVersionRow, 'wrappedKey'>): Mode => (wrappedKey ? 'e2e' : 'managed');

/** Only for the owner, and for services that do not pass the key on. */
export const sealedOf = ({
  fileId,
  version,
  sealedSize,
  sealedMeta,
  ownerId,
  wrappedKey,
}: FileVersionRow): OwnSealedFile | null =>
  wrappedKey === null
    ? null
    : {
        fileId,
        version,
        sealedSize: sealedSize ?? 0,
        sealedMeta: sealedMeta ?? '',
        ownerId: ownerId ?? '',
        wrappedKey,
      };

export const sampleOf = ({ sample, current }: ListedFile): Sample =>
  sample ? 'file' : current.hasPreview ? 'rows' : null;

export const toFileView = (file: ListedFile): FileView => ({
  id: file.id,
  name: file.name,
  mimetype: file.current.mimeType,
  size: file.current.size,
  category: file.category,
  currency: file.currency,
  price: money(file.price),
  numberOfRecords: file.numberOfRecords,
  totalAmount: money(file.totalAmount),
  createdAt: file.createdAt.toISOString(),
  updatedAt: file.updatedAt.toISOString(),
  deleteFile: file.deletedAt !== null,
  sha256: file.current.sha256,
  mode: modeOf(file.current),
  version: file.current.version,
  scan: file.current.scan,
  sample: sampleOf(file),
});

export const toVersion = (version: FileVersionRow, { currentVersion }: FileRow): FileVersion => ({
  version: version.version,
  current: version.version === currentVersion,
  mimetype: version.mimeType,
  size: version.size,
  sha256: version.sha256,
  mode: modeOf(version),
  sealed: sealedOf(version),
  scan: version.scan,
  createdAt: version.createdAt.toISOString(),
  purgeAt: version.purgeAt?.toISOString() ?? null,
});

export const toStoredFile = (
  file: FileRow,
  version: FileVersionRow,
  { folderName, companyName }: { folderName: string; companyName: string },
): StoredFile => ({
  fileId: file.id,
  folderId: file.folderId,
  folderName,
  companyId: file.companyId,
  companyName,
  objectKey: version.objectKey,
  name: file.name,
  mimetype: version.mimeType,
  size: version.size,
  sha256: version.sha256,
  crc32: version.crc32,
  updatedAt: (version.version === file.currentVersion ? file.updatedAt : version.createdAt).toISOString(),
  sealed: sealedOf(version),
  terms: {
    category: file.category,
    currency: file.currency,
    price: money(file.price),
    records: file.numberOfRecords,
    totalAmount: money(file.totalAmount),
  },
});
