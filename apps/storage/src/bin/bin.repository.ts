import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { BinFile } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { FileRow } from '../file/file.entity';
import { HoldRow } from './hold.entity';
import type { Freed } from './objects';
import { binMs } from './retention.policy';

const binned =
  'f.company_id = $1 AND f.current_version IS NOT NULL AND f.deleted_at IS NOT NULL AND f.purge_at > now()';

/** A version past its retention. */
interface DueVersion {
  fileId: string;
  version: number;
  companyId: string;
  size: number;
  objectKey: string;
}

/** Deleted files and replaced versions, until they are purged, and the objects that transfers hold. */
@Injectable()
export class BinRepository {
  constructor(private readonly db: Db) {}

  async page(
    companyId: string,
    { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined },
  ): Promise<{ items: BinFile[]; total: number }> {
    const matching = `${binned} AND ($2 = '' OR ${matches('f.name', '$2')})`;
    const values = [companyId, q ? containing(q) : ''];
    const [counted] = (await sql(this.db.read).query(
      `SELECT count(*)::int AS total FROM file f WHERE ${matching}`,
      values,
    )) as { total: number }[];
    const rows = (await sql(this.db.read).query(
      `SELECT f.id, f.name, f.mime_type AS mimetype, f.size, f.folder_id AS "folderId", folder.name AS "folderName", f.deleted_at AS "deletedAt", f.purge_at AS "purgeAt"
       FROM file f JOIN folder ON folder.id = f.folder_id WHERE ${matching} ORDER BY f.deleted_at DESC, f.id DESC LIMIT $3 OFFSET $4`,
      [...values, pageSize, (page - 1) * pageSize],
    )) as (Omit<BinFile, 'size' | 'deletedAt' | 'purgeAt'> & { size: string; deletedAt: Date; purgeAt: Date })[];
    const items = rows.map((row) => ({
      ...row,
      size: Number(row.size),
      deletedAt: row.deletedAt.toISOString(),
      purgeAt: row.purgeAt.toISOString(),
    }));
    return { items, total: counted?.total ?? 0 };
  }

  /** Moves files into the bin; their rows must be locked. */
  async remove(tx: Tx, ids: string[]): Promise<void> {
    const now = new Date();
    await sql(tx).update(FileRow, ids, { deletedAt: now, purgeAt: new Date(now.getTime() + binMs) });
  }

  async takeOut(tx: Tx, id: string, name: string): Promise<void> {
    await sql(tx).update(FileRow, id, { name, deletedAt: null, purgeAt: null });
  }

  /** Files that were deleted with their folder. @returns how many */
  async restoreAll(tx: Tx, folderId: string, deletedAt: Date): Promise<number> {
    const { affected } = await sql(tx).update(
      FileRow,
      { folderId, currentVersion: Not(IsNull()), deletedAt, purgeAt: MoreThan(new Date()) },
      { deletedAt: null, purgeAt: null },
    );
    return affected ?? 0;
  }

  /** Makes the files in the bin, or these of them, due at once with all their versions. @returns how many files */
  async empty(tx: Tx, companyId: string, ids: string[] | undefined): Promise<number> {
    const [emptied] = (await sql(tx).query(
      `WITH due AS (UPDATE file AS f SET purge_at = now() WHERE ${binned} AND ($2::uuid[] IS NULL OR f.id = ANY ($2)) RETURNING f.id),
            versions AS (UPDATE file_version AS v SET purge_at = now() FROM due WHERE v.file_id = due.id AND v.purge_at IS NOT NULL)
       SELECT count(*)::int AS files FROM due`,
      [companyId, ids ?? null],
    )) as { files: number }[];
    return emptied?.files ?? 0;
  }

  /** Versions that are due and held by no transfer. Locks their files, and skips those that another transaction works on. */
  async lockDue(tx: Tx, now: Date, limit: number): Promise<DueVersion[]> {
    const notHeld = 'NOT EXISTS (SELECT 1 FROM hold WHERE hold.object_key = v.object_key AND hold.until > $1)';
    const rows = (await sql(tx).query(
      `WITH due AS (
         (SELECT v.file_id, v.version FROM file_version v WHERE v.purge_at < $1 AND ${notHeld} LIMIT $2)
         UNION
         (SELECT v.file_id, v.version FROM file f JOIN file_version v ON v.file_id = f.id AND v.version = f.current_version
          WHERE f.purge_at < $1 AND ${notHeld} LIMIT $2))
       SELECT v.file_id AS "fileId", v.version, v.company_id AS "companyId", v.size, v.object_key AS "objectKey"
       FROM due JOIN file_version v USING (file_id, version) JOIN file f ON f.id = v.file_id
       WHERE v.purge_at < $1 OR (v.version = f.current_version AND f.purge_at < $1)
       LIMIT $2 FOR UPDATE OF f SKIP LOCKED`,
      [now, limit],
    )) as (Omit<DueVersion, 'size'> & { size: string })[];
    return rows.map((row) => ({ ...row, size: Number(row.size) }));
  }

  /** Deletes versions, and each deleted file that has none left, with the uploads to it. The files must be locked. */
  async purge(tx: Tx, versions: DueVersion[]): Promise<Freed[]> {
    if (versions.length === 0) return [];
    const values = [versions.map(({ fileId }) => fileId), versions.map(({ version }) => version)];
    const due = 'unnest($1::uuid[], $2::int[]) AS due(file_id, version)';
    await sql(tx).query(
      `UPDATE file SET current_version = NULL FROM ${due} WHERE file.id = due.file_id AND file.current_version = due.version`,
      values,
    );
    await sql(tx).query(
      `DELETE FROM file_version v USING ${due} WHERE v.file_id = due.file_id AND v.version = due.version`,
      values,
    );
    const empty = `SELECT f.id FROM file f WHERE f.id = ANY ($1::uuid[]) AND f.current_version IS NULL AND f.deleted_at IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM file_version v WHERE v.file_id = f.id)`;
    const [uploads] = (await sql(tx).query(
      `DELETE FROM upload WHERE file_id IN (${empty}) AND committed_at IS NULL
       RETURNING company_id AS "companyId", size, object_key AS "objectKey", parts`,
      [values[0]],
    )) as [{ companyId: string; size: string; objectKey: string; parts: { objectKey: string }[] }[], number];
    await sql(tx).query(`DELETE FROM file WHERE id IN (${empty})`, [values[0]]);
    return [
      ...versions.map(({ companyId, size, objectKey }) => ({ companyId, size, objectKeys: [objectKey] })),
      ...uploads.map(({ companyId, size, objectKey, parts }) => ({
        companyId,
        size: Number(size),
        objectKeys: [objectKey, ...parts.map((part) => part.objectKey)],
      })),
    ];
  }

  async hold(tx: Tx, companyId: string, transferId: string, objectKeys: string[], until: Date): Promise<void> {
    await sql(tx).query(
      `INSERT INTO hold (transfer_id, object_key, company_id, until) SELECT $1, key, $2, $3 FROM unnest($4::text[]) AS key
       ON CONFLICT (transfer_id, object_key) DO UPDATE SET until = excluded.until`,
      [transferId, companyId, until, objectKeys],
    );
  }

  /** @throws AppError FILES_GONE when some of the objects were purged after an earlier end of the hold */
  async renewHold(tx: Tx, companyId: string, transferId: string, until: Date): Promise<void> {
    await sql(tx).update(HoldRow, { companyId, transferId }, { until });
    const gone = await sql(tx).query(
      'SELECT 1 FROM hold WHERE company_id = $1 AND transfer_id = $2 AND NOT EXISTS (SELECT 1 FROM file_version v WHERE v.company_id = $1 AND v.object_key = hold.object_key) LIMIT 1',
      [companyId, transferId],
    );
    if (gone.length > 0) throw new AppError('FILES_GONE');
  }

  async release(tx: Tx, companyId: string, transferId: string): Promise<void> {
    await sql(tx).delete(HoldRow, { companyId, transferId });
  }

  /** Holds that ended before this time; until then a transfer may be extended. */
  async pruneHolds(before: Date): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(HoldRow, { until: LessThan(before) }));
  }
}
