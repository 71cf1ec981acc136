import { Injectable } from '@nestjs/common';
import type { Scan } from '@tradepost/contracts/values/scan';
import type { FileGroup } from '@tradepost/reference/file-types';
import { planned, prepared } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { eventsInsert, Outbox } from '@tradepost/service-kit/messaging/outbox';
import { binMs } from '../bin/retention.policy';
import { currentFileColumns, toCurrentFile, type CurrentFileColumns } from '../file/current-file';
import type { CurrentFile } from '../file/file.entity';
import type { Part } from './upload.entity';

/** What the commit of an upload needs to know of it, of its file and of the folder. */
export interface UploadToCommit {
  id: string;
  companyId: string;
  fileId: string;
  version: number | null;
  size: number;
  sealedSize: number | null;
  mimeType: string;
  wrappedKey: string | null;
  inPlace: boolean;
  originalName: string;
  leaseUntil: Date | null;
  committedAt: Date | null;
  parts: Part[];
  fileName: string;
  currentVersion: number | null;
  deletedAt: Date | null;
  folderId: string;
  folderName: string;
}

/** The driver reads 64-bit integers as text. */
type StoredUpload = Omit<UploadToCommit, 'size' | 'sealedSize'> & { size: string; sealedSize: string | null };

/** What the gateway found out about the bytes while it stored them. */
interface Content {
  version: number;
  size: number;
  sealedSize: number | null;
  sha256: string;
  crc32: number;
  mimeType: string;
  fileGroup: FileGroup;
  scan: Scan;
}

export interface Commit {
  upload: UploadToCommit;
  content: Content;
}

/** Sent one after another, or several at once. */
const partsOf = `u.parts || (
    SELECT coalesce(jsonb_agg(jsonb_build_object('objectKey', p.object_key, 'size', p.size)), '[]') FROM upload_part p WHERE p.upload_id = u.id AND p.object_key IS NOT NULL)`;

const locked = (which: string) => `
  SELECT u.id, u.company_id AS "companyId", u.file_id AS "fileId", u.version, u.size, u.sealed_size AS "sealedSize", u.mime_type AS "mimeType",
         u.wrapped_key AS "wrappedKey", u.in_place AS "inPlace", u.original_name AS "originalName", u.lease_until AS "leaseUntil",
         u.committed_at AS "committedAt", ${partsOf} AS parts, f.name AS "fileName", f.current_version AS "currentVersion",
         f.deleted_at AS "deletedAt", d.id AS "folderId", d.name AS "folderName"
  FROM upload u JOIN file f ON f.id = u.file_id JOIN folder d ON d.id = f.folder_id AND d.deleted_at IS NULL
  WHERE u.company_id = $2 AND u.id ${which} ORDER BY u.id FOR UPDATE OF d, u, f`;
const lockOne = { name: 'lock-upload', text: locked('= $1') };
const lockMany = locked('= ANY($1::uuid[])');

/** @param some tells the planner how many rows come */
const commit = (some: string) => `
  WITH c AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS c (
               id uuid, version int, mime_type text, size bigint, sha256 text, crc32 bigint, scan text, sealed_size bigint,
               file_group text, replaced int, unused bigint) ${some}),
  v AS (
    INSERT INTO file_version (file_id, version, company_id, object_key, mime_type, size, sha256, crc32, scan, sealed_size,
                              owner_id, wrapped_key, sealed_meta, has_preview, preview, profile, created_at)
    SELECT u.file_id, c.version, u.company_id, u.object_key, c.mime_type, c.size, c.sha256, c.crc32, c.scan, c.sealed_size,
           u.owner_id, u.wrapped_key, u.sealed_meta, u.preview IS NOT NULL, u.preview, u.profile, $2::timestamptz
    FROM c JOIN upload u ON u.id = c.id
    RETURNING *),
  replaced AS (
    UPDATE file_version AS old SET purge_at = $3 FROM c JOIN upload u ON u.id = c.id
    WHERE old.file_id = u.file_id AND old.version = c.replaced),
  committed AS (
    UPDATE upload AS u SET committed_at = $2, lease_until = NULL, parts = '[]', preview = NULL, profile = NULL FROM c WHERE u.id = c.id),
  joined AS (DELETE FROM upload_part USING c WHERE upload_id = c.id),
  addresses AS (DELETE FROM upload_part_address USING c WHERE upload_id = c.id),
  returned AS (
    UPDATE account AS a SET used_bytes = a.used_bytes - whole.unused FROM (SELECT sum(unused) AS unused FROM c) AS whole
    WHERE whole.unused > 0 AND a.company_id = $4),
  published AS (${eventsInsert(5)})
  UPDATE file AS f SET current_version = c.version, mime_type = c.mime_type, size = c.size, file_group = c.file_group,
         category = u.category, currency = u.currency, price = u.price, number_of_records = u.number_of_records,
         total_amount = u.total_amount, sample = f.sample AND u.wrapped_key IS NULL, updated_at = $2
  FROM c JOIN upload u ON u.id = c.id JOIN v ON v.file_id = u.file_id
  WHERE f.id = u.file_id RETURNING ${currentFileColumns}`;
const commitOne = { name: 'commit-upload', text: commit('LIMIT 1') };
const commitMany = commit('');

@Injectable()
export class CommitsRepository {
  constructor(private readonly outbox: Outbox) {}

  /** Uploads with their file and their live folder, locked in the order in which every call locks them. */
  async lock(tx: Tx, companyId: string, ids: string[]): Promise<Map<string, UploadToCommit>> {
    const rows = await (ids.length === 1
      ? prepared<StoredUpload>(tx, lockOne, [ids[0], companyId])
      : planned<StoredUpload>(tx, lockMany, [ids, companyId]));
    return new Map(
      rows.map((row) => [
        row.id,
        { ...row, size: Number(row.size), sealedSize: row.sealedSize === null ? null : Number(row.sealedSize) },
      ]),
    );
  }

  /**
   * Each upload becomes the current version of its file, quota that it did not need is returned, and the events so far are written, in one
   * statement. Uploads of one company, locked. @returns the files, by id
   */
  async commit(tx: Tx, companyId: string, commits: Commit[]): Promise<Map<string, CurrentFile>> {
    const now = new Date();
    const rows = commits.map(({ upload: { id, size: reserved, currentVersion }, content }) => ({
      id,
      version: content.version,
      mime_type: content.mimeType,
      size: content.size,
      sha256: content.sha256,
      crc32: content.crc32,
      scan: content.scan,
      sealed_size: content.sealedSize,
      file_group: content.fileGroup,
      replaced: currentVersion,
      unused: Math.max(0, reserved - content.size),
    }));
    const values = [JSON.stringify(rows), now, new Date(now.getTime() + binMs), companyId, ...this.outbox.take(tx)];
    const files = await (commits.length === 1
      ? prepared<CurrentFileColumns>(tx, commitOne, values)
      : planned<CurrentFileColumns>(tx, commitMany, values));
    return new Map(files.map((row) => [row.id, toCurrentFile(row)]));
  }
}
