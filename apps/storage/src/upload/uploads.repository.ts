import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { Scan } from '@tradepost/contracts/values/scan';
import type { FileGroup } from '@tradepost/reference/file-types';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Any, IsNull, LessThan } from 'typeorm';
import type { Freed } from '../bin/objects';
import { binMs } from '../bin/retention.policy';
import { currentFileColumns, toCurrentFile, type CurrentFileColumns } from '../file/current-file';
import { FileRow, FileVersionRow, type CurrentFile } from '../file/file.entity';
import { FolderRow } from '../folder/folder.entity';
import { whenTaken } from '../unique-violation';
import { repeatMs } from './upload.policy';
import { UploadRow, type Part } from './upload.entity';

export interface NewUpload extends Omit<
  UploadRow,
  'leaseUntil' | 'committedAt' | 'receivedBytes' | 'parts' | 'createdAt' | 'totalAmount'
> {
  leaseUntil: Date;
  /** Undefined: price times records. */
  totalAmount: string | undefined;
}

/** The row that reserves id and name of a new file. */
export type NewFile = Pick<FileRow, 'folderId' | 'name' | 'sample'>;

/** What the gateway found out about the bytes while it stored them. */
export interface Content {
  version: number;
  size: number;
  sealedSize: number | null;
  sha256: string;
  crc32: number;
  mimeType: string;
  fileGroup: FileGroup;
  scan: Scan;
}

export type UploadOfFile = UploadRow & { file: FileRow; folder: FolderRow };

// PostgreSQL computes decimals exactly; floating point would lose cents
const newUpload = {
  name: 'new-upload',
  text: `INSERT INTO upload (id, company_id, file_id, version, object_key, original_name, upload_key, lease_until, size, mime_type, sealed_size,
                             owner_id, wrapped_key, sealed_meta, in_place, category, currency, price, number_of_records, total_amount,
                             preview, profile, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::numeric, $19::bigint,
                 coalesce($20::numeric, round($18::numeric * $19::numeric, 2)), $21, $22, $23)`,
};

const newUploadOfNewFile = {
  name: 'new-upload-of-new-file',
  text: `WITH new_file AS (
           INSERT INTO file (id, company_id, folder_id, name, category, currency, price, number_of_records, total_amount, sample,
                             created_at, updated_at)
           VALUES ($3, $2, $24, $25, $16, $17, $18::numeric, $19::bigint, 0, $26, $23, $23))
         ${newUpload.text}`,
};

const commit = {
  name: 'commit-upload',
  text: `WITH u AS (SELECT * FROM upload WHERE id = $1),
         v AS (
           INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, sha256, crc32, scan, sealed_size,
                                     owner_id, wrapped_key, sealed_meta, has_preview, preview, profile, created_at)
           SELECT file_id, $2::int, company_id, object_key, $3, $4::bigint, $5, $6::bigint, $7, $8::bigint,
                  owner_id, wrapped_key, sealed_meta, preview IS NOT NULL, preview, profile, $9::timestamptz FROM u
           RETURNING *),
         replaced AS (UPDATE file_version AS old SET purge_at = $10 FROM u WHERE old.file_id = u.file_id AND old.version = $11),
         committed AS (UPDATE upload SET committed_at = $9, lease_until = NULL, parts = '[]', preview = NULL, profile = NULL WHERE id = $1),
         returned AS (
           UPDATE account SET used_bytes = used_bytes - $13::bigint FROM u WHERE $13::bigint > 0 AND account.company_id = u.company_id)
         UPDATE file AS f SET current_version = $2, mime_type = $3, size = $4, file_group = $12, category = u.category,
                currency = u.currency, price = u.price, number_of_records = u.number_of_records, total_amount = u.total_amount,
                sample = f.sample AND u.wrapped_key IS NULL, updated_at = $9
         FROM u, v WHERE f.id = u.file_id RETURNING ${currentFileColumns}`,
};

const takenCodes = whenTaken({
  file_pkey: 'FILE_ID_TAKEN',
  upload_new_file: 'FILE_ID_TAKEN',
  upload_key: 'IN_PROGRESS',
});

@Injectable()
export class UploadsRepository {
  constructor(private readonly db: Db) {}

  /** The upload of an earlier call with this key, unless that call is too old to be repeated. Calls with one key run one after another. */
  async ofKey(tx: Tx, companyId: string, uploadKey: string): Promise<UploadRow | null> {
    await sql(tx).query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${companyId} ${uploadKey}`]);
    const upload = await sql(tx).findOneBy(UploadRow, { companyId, uploadKey });
    if (!upload || (upload.committedAt ?? upload.createdAt).getTime() >= Date.now() - repeatMs) return upload;
    await this.releaseKey(tx, upload.id);
    return null;
  }

  async releaseKey(tx: Tx, id: string): Promise<void> {
    await sql(tx).update(UploadRow, id, { uploadKey: null });
  }

  /** Unfinished uploads of this key, or to this new file, locked: a repeated call replaces them. Null matches none. */
  lockUnfinished(
    tx: Tx,
    companyId: string,
    { uploadKey, newFileId }: { uploadKey: string | null; newFileId: string | null },
  ): Promise<UploadRow[]> {
    return sql(tx)
      .createQueryBuilder(UploadRow, 'u')
      .setLock('pessimistic_write')
      .where('u.companyId = :companyId AND u.committedAt IS NULL', { companyId })
      .andWhere('(u.uploadKey = :uploadKey OR (u.fileId = :newFileId AND u.version = 1))', { uploadKey, newFileId })
      .orderBy('u.id')
      .getMany();
  }

  /**
   * @param file of the first version of a new file
   * @throws AppError IN_PROGRESS when another call with this key was faster, FILE_ID_TAKEN
   */
  async insert(tx: Tx, { totalAmount, ...upload }: NewUpload, file: NewFile | null): Promise<void> {
    const { fileId, companyId, category, currency, price, numberOfRecords, profile } = upload;
    const now = new Date();
    const values = [
      ...[upload.id, companyId, fileId, upload.version, upload.objectKey, upload.originalName, upload.uploadKey],
      ...[upload.leaseUntil, upload.size, upload.mimeType, upload.sealedSize, upload.ownerId, upload.wrappedKey],
      ...[upload.sealedMeta, upload.inPlace, category, currency, price, numberOfRecords, totalAmount ?? null],
      ...[upload.preview, profile && JSON.stringify(profile), now],
    ];
    const written = file
      ? prepared(tx, newUploadOfNewFile, [...values, file.folderId, file.name, file.sample])
      : prepared(tx, newUpload, values);
    await written.catch(takenCodes);
  }

  find(tx: Tx, companyId: string, id: string): Promise<UploadRow | null> {
    return sql(tx).findOneBy(UploadRow, { id, companyId });
  }

  lock(tx: Tx, companyId: string, id: string): Promise<UploadRow | null> {
    return sql(tx).findOne(UploadRow, { where: { id, companyId }, lock: { mode: 'pessimistic_write' } });
  }

  async addPart(tx: Tx, { id, parts, receivedBytes }: UploadRow, part: Part, leaseUntil: Date): Promise<number> {
    const received = receivedBytes + part.size;
    await sql(tx).update(UploadRow, id, { receivedBytes: received, parts: [...parts, part], leaseUntil });
    return received;
  }

  /** The upload with its file and its live folder, locked in the order in which every call locks them. */
  async lockWithFile(tx: Tx, companyId: string, id: string): Promise<UploadOfFile | null> {
    const upload = await sql(tx)
      .createQueryBuilder(UploadRow, 'u')
      .innerJoinAndMapOne('u.file', FileRow, 'f', 'f.id = u.fileId')
      .innerJoinAndMapOne('u.folder', FolderRow, 'd', 'd.id = f.folderId AND d.deletedAt IS NULL')
      .where('u.id = :id AND u.companyId = :companyId', { id, companyId })
      .setLock('pessimistic_write', undefined, ['d', 'u', 'f'])
      .getOne();
    return upload as UploadOfFile | null;
  }

  /**
   * The upload becomes the current version of its file, and quota that it did not need is returned, in one statement. Upload and
   * file must be locked.
   */
  async commit(
    tx: Tx,
    { id, size: reserved, file: { currentVersion } }: UploadOfFile,
    content: Content,
  ): Promise<CurrentFile> {
    const { version, mimeType, size, sha256, crc32, scan, sealedSize, fileGroup } = content;
    const now = new Date();
    const replacedUntil = new Date(now.getTime() + binMs);
    const values = [
      id,
      version,
      mimeType,
      size,
      sha256,
      crc32,
      scan,
      sealedSize,
      now,
      replacedUntil,
      currentVersion,
      fileGroup,
    ];
    const [row] = await prepared<CurrentFileColumns>(tx, commit, [...values, Math.max(0, reserved - size)]);
    if (!row) throw new AppError('UPLOAD_GONE');
    return toCurrentFile(row);
  }

  /** The managed versions before the current one are due at once. The file must be locked. */
  async dropManaged(tx: Tx, fileId: string, currentVersion: number): Promise<void> {
    await sql(tx).update(
      FileVersionRow,
      { fileId, wrappedKey: IsNull(), version: LessThan(currentVersion) },
      { purgeAt: new Date() },
    );
  }

  /** Uploads past their lease, locked; skips those that another transaction works on. */
  lockExpired(tx: Tx, now: Date, limit: number): Promise<UploadRow[]> {
    return sql(tx)
      .createQueryBuilder(UploadRow, 'u')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where('u.leaseUntil < :now', { now })
      .limit(limit)
      .getMany();
  }

  /** Deletes locked uploads under way, and the rows of the new files that they reserved. */
  async remove(tx: Tx, uploads: UploadRow[]): Promise<Freed[]> {
    if (uploads.length === 0) return [];
    const newFiles = uploads.filter(({ version }) => version === 1).map(({ fileId }) => fileId);
    await sql(tx).delete(UploadRow, { id: Any(uploads.map(({ id }) => id)) });
    if (newFiles.length > 0) await sql(tx).delete(FileRow, { id: Any(newFiles), currentVersion: IsNull() });
    return uploads.map(({ companyId, size, objectKey, parts }) => ({
      companyId,
      size,
      objectKeys: [objectKey, ...parts.map((part) => part.objectKey)],
    }));
  }

  /** Uploads that were committed before this time. */
  async pruneCommitted(before: Date): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(UploadRow, { committedAt: LessThan(before) }));
  }
}
