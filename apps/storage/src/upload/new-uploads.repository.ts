import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { Scan } from '@tradepost/contracts/values/scan';
import type { FileGroup } from '@tradepost/reference/file-types';
import { Db } from '@tradepost/service-kit/database/database';
import { planned, prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { eventsInsert, Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Any } from 'typeorm';
import type { Owner } from '../account/accounts.repository';
import { CONFIG, type StorageConfig } from '../config';
import { currentFileColumns, toCurrentFile, type CurrentFileColumns } from '../file/current-file';
import { isDirectory } from '../file/directory-key';
import { FileRow, type CurrentFile } from '../file/file.entity';
import { isTaken, whenTaken } from '../unique-violation';
import type { NewUpload } from './new-upload';

/** An upload of a new file, with the file's name and what its row needs. */
export interface NewFileUpload {
  upload: NewUpload;
  name: string;
  sample: boolean;
}

/** What was found out about the bytes of a file that is added, as columns. */
interface AddedContent {
  mime_type: string;
  file_group: FileGroup;
  sha256: string;
  crc32: number;
  scan: Scan;
}

const uploadColumns = `id, company_id, file_id, version, object_key, original_name, upload_key, lease_until, size, mime_type, sealed_size,
  copied_bytes, owner_id, wrapped_key, sealed_meta, in_place, category, currency, price, number_of_records, total_amount, preview, profile, created_at`;

// PostgreSQL computes decimals exactly; floating point would lose cents
const withTotal = 'g.*, coalesce(g.total, round(g.price * g.number_of_records, 2)) AS total_amount';

const givenUploads = `
  SELECT ${withTotal}
  FROM jsonb_to_recordset($1::jsonb) AS g (
    id uuid, company_id uuid, file_id uuid, version int, object_key text, original_name text, upload_key text, lease_until timestamptz,
    size bigint, mime_type text, sealed_size bigint, copied_bytes bigint, owner_id uuid, wrapped_key text, sealed_meta text, in_place boolean, category text,
    currency text, price numeric, number_of_records bigint, total numeric, preview text, profile jsonb, created_at timestamptz, name text, sample boolean)`;

const newVersion = {
  name: 'new-upload',
  text: `INSERT INTO upload (${uploadColumns}) SELECT ${uploadColumns} FROM (${givenUploads}) AS given`,
};

const fileColumns =
  'id, company_id, folder_id, name, category, currency, price, number_of_records, total_amount, sample, created_at, updated_at';
const givenFileColumns = 'name, category, currency, price, number_of_records, 0, sample, created_at, created_at';

const newFiles = `
  WITH given AS (${givenUploads}),
  new_file AS (
    INSERT INTO file (${fileColumns}) SELECT file_id, company_id, $2::uuid, ${givenFileColumns} FROM given
    WHERE NOT ${isDirectory('$2::uuid', 'given.name')}
    ON CONFLICT DO NOTHING RETURNING id AS file_id)
  INSERT INTO upload (${uploadColumns}) SELECT ${uploadColumns} FROM given JOIN new_file USING (file_id) RETURNING id`;
const newFile = { name: 'new-upload-of-new-file', text: newFiles };

// an existing name rolls back the whole statement, including the reservation
const folderAndReserved = `
  d AS (SELECT id, company_id, name FROM folder WHERE id = $2::uuid AND company_id = $3::uuid AND deleted_at IS NULL
    AND NOT ${isDirectory('$2::uuid', '$8::text')} FOR UPDATE),
  reserved AS (
    INSERT INTO account (company_id, company_name, owner_id, total_bytes, used_bytes) SELECT company_id, $4::text, $5::uuid, $6::bigint, $7::bigint FROM d
    ON CONFLICT (company_id) DO UPDATE SET used_bytes = account.used_bytes + $7::bigint
      WHERE NOT account.require_e2e AND account.used_bytes + $7::bigint <= account.total_bytes
    RETURNING company_id)`;

const newFileAtOnce = {
  name: 'new-upload-at-once',
  text: `
  WITH given AS (${givenUploads}),
  ${folderAndReserved},
  new_file AS (
    INSERT INTO file (${fileColumns}) SELECT file_id, company_id, $2::uuid, ${givenFileColumns} FROM given JOIN reserved USING (company_id)
    RETURNING id AS file_id)
  INSERT INTO upload (${uploadColumns}) SELECT ${uploadColumns} FROM given JOIN new_file USING (file_id) RETURNING id`,
};

/** The statement knows the name of the folder, which the event's payload lacks. @param alsoUpload inserts the row of a committed upload, which answers a repeat of the call */
const addedFile = (alsoUpload = '') => `
  WITH given AS (
    SELECT ${withTotal}
    FROM jsonb_to_record($1::jsonb) AS g (
      id uuid, object_key text, original_name text, upload_key text, name text, mime_type text, file_group text, size bigint, sha256 text, crc32 bigint,
      scan text, category text, currency text, price numeric, number_of_records bigint, total numeric, sample boolean, preview text, profile jsonb,
      created_at timestamptz)),
  ${folderAndReserved},
  f AS (
    INSERT INTO file (id, company_id, folder_id, name, current_version, mime_type, size, file_group, category, currency, price, number_of_records,
                      total_amount, sample, created_at, updated_at)
    SELECT id, company_id, $2::uuid, name, 1, mime_type, size, file_group, category, currency, price, number_of_records, total_amount, sample,
           created_at, created_at
    FROM given CROSS JOIN reserved RETURNING *),
  v AS (
    INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, sha256, crc32, scan, has_preview, preview, profile, created_at)
    SELECT f.id, 1, f.company_id, g.object_key, g.mime_type, g.size, g.sha256, g.crc32, g.scan, g.preview IS NOT NULL, g.preview, g.profile,
           g.created_at
    FROM given g JOIN f ON f.id = g.id RETURNING *),${alsoUpload}
  published AS (${eventsInsert(9, {
    fields: "jsonb_build_object('folderName', folder_name)",
    from: '(SELECT d.name AS folder_name FROM d CROSS JOIN f) AS place',
  })})
  SELECT ${currentFileColumns} FROM f JOIN v ON v.file_id = f.id`;
const addOne = { name: 'add-file', text: addedFile() };
const addOneOfKey = {
  name: 'add-file-of-key',
  text: addedFile(`
  u AS (
    INSERT INTO upload (id, company_id, file_id, version, object_key, original_name, upload_key, committed_at, size, category, currency, price,
                        number_of_records, total_amount, created_at)
    SELECT g.id, f.company_id, f.id, 1, g.object_key, g.original_name, g.upload_key, g.created_at, g.size, f.category, f.currency, f.price,
           f.number_of_records, f.total_amount, g.created_at
    FROM given g JOIN f ON f.id = g.id),`),
};

const folderAndRoom = {
  name: 'folder-and-room',
  text: `WITH d AS (SELECT company_id FROM folder WHERE id = $1::uuid AND company_id = $2::uuid AND deleted_at IS NULL FOR UPDATE),
         reserved AS (
           INSERT INTO account (company_id, company_name, owner_id, total_bytes, used_bytes) SELECT company_id, $3::text, $4::uuid, $5::bigint, $6::bigint FROM d
           ON CONFLICT (company_id) DO UPDATE
             SET used_bytes = account.used_bytes + CASE WHEN account.require_e2e THEN $7::bigint ELSE $6::bigint END
             WHERE account.used_bytes + CASE WHEN account.require_e2e THEN $7::bigint ELSE $6::bigint END <= account.total_bytes
           RETURNING require_e2e)
         SELECT reserved.require_e2e FROM d LEFT JOIN reserved ON true`,
};

const takenCodes = whenTaken({
  file_pkey: 'FILE_ID_TAKEN',
  upload_new_file: 'FILE_ID_TAKEN',
  upload_key: 'IN_PROGRESS',
});

/** The rows with which uploads begin. */
@Injectable()
export class NewUploadsRepository {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  /**
   * Locks the live folder and reserves bytes, in one statement; the company's account is created if identity has not announced it yet.
   * @param bytes of all files, and of the end-to-end encrypted ones: only these are reserved if the company accepts no
   * others @returns null if the quota is too small: then nothing is reserved
   * @throws AppError NOT_FOUND
   */
  async reserve(
    tx: Tx,
    { companyId, companyName, ownerId }: Owner,
    folderId: string,
    bytes: { all: number; sealed: number },
  ): Promise<{ requiresE2E: boolean } | null> {
    const values = [
      folderId,
      companyId,
      companyName,
      ownerId,
      this.config.STORAGE_BYTES_PER_COMPANY,
      bytes.all,
      bytes.sealed,
    ];
    const [row] = await prepared<{ require_e2e: boolean | null }>(tx, folderAndRoom, values);
    if (!row) throw new AppError('NOT_FOUND');
    return row.require_e2e === null ? null : { requiresE2E: row.require_e2e };
  }

  /**
   * Reserves the bytes and inserts the rows of one managed file, in one statement without a transaction around it.
   * @returns false, without any change, if the name exists, the folder is missing or the quota is too small
   */
  async insertAtOnce(
    { companyId, companyName, ownerId }: Owner,
    folderId: string,
    { upload, name, sample }: NewFileUpload,
  ): Promise<boolean> {
    const row = { ...columnsOf(upload), name, sample };
    const owner = [companyId, companyName, ownerId, this.config.STORAGE_BYTES_PER_COMPANY];
    const values = [JSON.stringify([row]), folderId, ...owner, upload.size, name];
    try {
      return (await prepared(this.db.read, newFileAtOnce, values)).length === 1;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /**
   * Reserves the bytes, inserts the file with its first version, and writes the events so far, in one statement, which ends the transaction.
   * @param added is called after it, with null if nothing was changed, because the folder is missing or the quota is too small
   */
  addAtOnce(
    tx: Tx,
    { companyId, companyName, ownerId }: Owner,
    folderId: string,
    { upload, name, sample }: NewFileUpload,
    content: AddedContent,
    added: (file: CurrentFile | null) => void,
  ): void {
    const row = { ...columnsOf(upload), ...content, name, sample };
    const owner = [companyId, companyName, ownerId, this.config.STORAGE_BYTES_PER_COMPANY];
    const values = [JSON.stringify(row), folderId, ...owner, upload.size, name, ...this.outbox.take(tx)];
    const answered = ([file]: unknown[]) => added(file ? toCurrentFile(file as CurrentFileColumns) : null);
    this.db.close(tx, { ...(upload.uploadKey ? addOneOfKey : addOne), values, answered });
  }

  /** The folder must be locked. @returns ids of the uploads that were inserted: of the others, file id or name is taken, by a file or by a directory */
  async insertFiles(tx: Tx, folderId: string, given: NewFileUpload[]): Promise<Set<string>> {
    const rows = given.map(({ upload, name, sample }) => ({ ...columnsOf(upload), name, sample }));
    const values = [JSON.stringify(rows), folderId];
    const inserted = await (
      rows.length === 1 ? prepared<{ id: string }>(tx, newFile, values) : planned<{ id: string }>(tx, newFiles, values)
    ).catch(takenCodes);
    return new Set(inserted.map(({ id }) => id));
  }

  /** @throws AppError IN_PROGRESS when another call with this key was faster */
  async insertVersion(tx: Tx, upload: NewUpload): Promise<void> {
    await prepared(tx, newVersion, [JSON.stringify([columnsOf(upload)])]).catch(takenCodes);
  }

  /** Ids that files have, of any company. */
  async takenIds(tx: Tx, ids: string[]): Promise<Set<string>> {
    const files = await sql(tx).find(FileRow, { select: { id: true }, where: { id: Any(ids) } });
    return new Set(files.map(({ id }) => id));
  }
}

const columnsOf = (upload: NewUpload) => ({
  id: upload.id,
  company_id: upload.companyId,
  file_id: upload.fileId,
  version: upload.version,
  object_key: upload.objectKey,
  original_name: upload.originalName,
  upload_key: upload.uploadKey,
  lease_until: upload.leaseUntil,
  size: upload.size,
  mime_type: upload.mimeType,
  sealed_size: upload.sealedSize,
  copied_bytes: upload.copiedBytes,
  owner_id: upload.ownerId,
  wrapped_key: upload.wrappedKey,
  sealed_meta: upload.sealedMeta,
  in_place: upload.inPlace,
  category: upload.category,
  currency: upload.currency,
  price: upload.price,
  number_of_records: upload.numberOfRecords,
  total: upload.totalAmount,
  preview: upload.preview,
  profile: upload.profile,
  created_at: new Date(),
});
