import type { Scan } from '@tradepost/contracts/values/scan';
import type { FileGroup } from '@tradepost/reference/file-types';
import type { CurrentFile } from './file.entity';

/** The columns of `CurrentFileColumns`, where `f` is the file and `v` its version. */
export const currentFileColumns = `f.id, f.company_id, f.folder_id, f.name, f.current_version, f.size AS file_size, f.mime_type AS file_mime_type,
  f.file_group, f.category, f.currency, f.price, f.number_of_records, f.total_amount, f.sample, f.created_at, f.updated_at, f.deleted_at,
  f.purge_at, v.version, v.object_key, v.mime_type, v.size, v.sha256, v.crc32, v.scan, v.sealed_size, v.owner_id, v.wrapped_key,
  v.sealed_meta, v.has_preview, v.created_at AS version_created_at, v.purge_at AS version_purge_at`;

/** Joins `v` to `f`. */
export const joinCurrentVersion = 'JOIN file_version v ON v.file_id = f.id AND v.version = f.current_version';

/** A file with its version as PostgreSQL sends it: bigint and numeric are strings. */
export interface CurrentFileColumns {
  id: string;
  company_id: string;
  folder_id: string;
  name: string;
  current_version: number;
  file_size: string;
  file_mime_type: string;
  file_group: FileGroup;
  category: string;
  currency: string;
  price: string;
  number_of_records: string;
  total_amount: string;
  sample: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  purge_at: Date | null;
  version: number;
  object_key: string;
  mime_type: string;
  size: string;
  sha256: string;
  crc32: string;
  scan: Scan;
  sealed_size: string | null;
  owner_id: string | null;
  wrapped_key: string | null;
  sealed_meta: string | null;
  has_preview: boolean;
  version_created_at: Date;
  version_purge_at: Date | null;
}

/** Without preview and profile, which are large and read only by `details`. */
export const toCurrentFile = (row: CurrentFileColumns): CurrentFile => ({
  id: row.id,
  companyId: row.company_id,
  folderId: row.folder_id,
  name: row.name,
  currentVersion: row.current_version,
  size: Number(row.file_size),
  mimeType: row.file_mime_type,
  fileGroup: row.file_group,
  category: row.category,
  currency: row.currency,
  price: row.price,
  numberOfRecords: Number(row.number_of_records),
  totalAmount: row.total_amount,
  sample: row.sample,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  purgeAt: row.purge_at,
  current: {
    fileId: row.id,
    version: row.version,
    companyId: row.company_id,
    objectKey: row.object_key,
    mimeType: row.mime_type,
    size: Number(row.size),
    sha256: row.sha256,
    crc32: Number(row.crc32),
    scan: row.scan,
    sealedSize: row.sealed_size === null ? null : Number(row.sealed_size),
    ownerId: row.owner_id,
    wrappedKey: row.wrapped_key,
    sealedMeta: row.sealed_meta,
    hasPreview: row.has_preview,
    preview: null,
    profile: null,
    createdAt: row.version_created_at,
    purgeAt: row.version_purge_at,
  },
});
