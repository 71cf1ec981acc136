import type { FileRow, FileVersionRow } from './file.entity';

/** What lists show of a file with its current version. Each further column would be read, sent and parsed for every file of a page. */
export interface ListedFile extends Pick<
  FileRow,
  | 'id'
  | 'name'
  | 'category'
  | 'currency'
  | 'price'
  | 'numberOfRecords'
  | 'totalAmount'
  | 'sample'
  | 'createdAt'
  | 'updatedAt'
  | 'deletedAt'
> {
  current: Pick<
    FileVersionRow,
    'version' | 'objectKey' | 'mimeType' | 'size' | 'sha256' | 'scan' | 'wrappedKey' | 'hasPreview'
  >;
}

/** The columns of `ListedFileColumns`, where `f` is the file and `v` its version. */
export const listedFileColumns = `f.id, f.name, f.category, f.currency, f.price, f.number_of_records, f.total_amount, f.sample, f.created_at,
  f.updated_at, f.deleted_at, v.version, v.object_key, v.mime_type, v.size, v.sha256, v.scan, v.wrapped_key, v.has_preview`;

/** As PostgreSQL sends it: bigint and numeric are strings. */
export interface ListedFileColumns {
  id: string;
  name: string;
  category: string;
  currency: string;
  price: string;
  number_of_records: string;
  total_amount: string;
  sample: boolean;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  version: number;
  object_key: string;
  mime_type: string;
  size: string;
  sha256: string;
  scan: FileVersionRow['scan'];
  wrapped_key: string | null;
  has_preview: boolean;
}

export const toListedFile = (row: ListedFileColumns): ListedFile => ({
  id: row.id,
  name: row.name,
  category: row.category,
  currency: row.currency,
  price: row.price,
  numberOfRecords: Number(row.number_of_records),
  totalAmount: row.total_amount,
  sample: row.sample,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
  current: {
    version: row.version,
    objectKey: row.object_key,
    mimeType: row.mime_type,
    size: Number(row.size),
    sha256: row.sha256,
    scan: row.scan,
    wrappedKey: row.wrapped_key,
    hasPreview: row.has_preview,
  },
});
