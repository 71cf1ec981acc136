import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { BinFile } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { LessThan, MoreThan } from 'typeorm';
import { FileRow, HoldRow } from './workspace.entity';
import { binMs } from './workspace.policy';

const binned = "f.company_id = $1 AND f.state = 'ready' AND f.deleted_at IS NOT NULL AND f.purge_at > now()";

/** Deleted files and replaced versions, until they are purged, and the transfers that hold their bytes. */
@Injectable()
export class BinRepository {
  constructor(private readonly db: Db) {}

  async page(
    companyId: string,
    { page, pageSize, q }: { page: number; pageSize: number; q?: string | undefined },
  ): Promise<{ items: BinFile[]; total: number }> {
    const matching = `${binned} AND ($2 = '' OR lower(f.name) LIKE lower($2))`;
    const values = [companyId, q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : ''];
    const [counted] = (await this.db.read.query(
      `SELECT count(*)::int AS total FROM file f WHERE ${matching}`,
      values,
    )) as { total: number }[];
    const rows = (await this.db.read.query(
      `SELECT f.id, f.name, f.mimetype, f.size, f.folder_id AS "folderId", folder.name AS "folderName", f.deleted_at AS "deletedAt", f.purge_at AS "purgeAt"
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

  /** Into the bin; the rows must be locked. */
  async remove(tx: Tx, ids: string[]): Promise<void> {
    const now = new Date();
    await tx.update(FileRow, ids, { deletedAt: now, purgeAt: new Date(now.getTime() + binMs) });
  }

  async takeOut(tx: Tx, id: string, name: string): Promise<void> {
    await tx.update(FileRow, id, { name, deletedAt: null, purgeAt: null });
  }

  /** Whatever went into the bin with its folder. @returns how many files */
  async restoreAll(tx: Tx, folderId: string, deletedAt: Date): Promise<number> {
    const { affected } = await tx.update(
      FileRow,
      { folderId, state: 'ready', deletedAt, purgeAt: MoreThan(new Date()) },
      { deletedAt: null, purgeAt: null },
    );
    return affected ?? 0;
  }

  /** What is in the bin, or these of it, is due at once with all earlier versions. @returns how many files */
  async empty(tx: Tx, companyId: string, ids: string[] | undefined): Promise<number> {
    const [emptied] = (await tx.query(
      `WITH due AS (UPDATE file AS f SET purge_at = now() WHERE ${binned} AND ($2::uuid[] IS NULL OR f.id = ANY ($2)) RETURNING f.id),
            versions AS (UPDATE file AS v SET purge_at = now() FROM due WHERE v.replaces = due.id AND v.state = 'replaced')
       SELECT count(*)::int AS files FROM due`,
      [companyId, ids ?? null],
    )) as { files: number }[];
    return emptied?.files ?? 0;
  }

  /** Uploads past their lease and whatever is due to be purged and held by no transfer, locked; what another sweep has in hand is left to it. */
  async lockOver(tx: Tx, now: Date, limit: number): Promise<FileRow[]> {
    return tx
      .createQueryBuilder(FileRow, 'f')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .where("f.state = 'uploading' AND f.leaseUntil < :now", { now })
      .orWhere(
        "f.state <> 'uploading' AND f.purgeAt < :now AND NOT EXISTS (SELECT 1 FROM hold WHERE hold.object_key = f.object_key AND hold.until > :now)",
        { now },
      )
      .limit(limit)
      .getMany();
  }

  async hold(tx: Tx, companyId: string, transferId: string, objectKeys: string[], until: Date): Promise<void> {
    await tx.query(
      `INSERT INTO hold (transfer_id, object_key, company_id, until) SELECT $1, key, $2, $3 FROM unnest($4::text[]) AS key
       ON CONFLICT (transfer_id, object_key) DO UPDATE SET until = excluded.until`,
      [transferId, companyId, until, objectKeys],
    );
  }

  /** @throws AppError FILES_GONE when some of it was purged since an earlier end */
  async renewHold(tx: Tx, companyId: string, transferId: string, until: Date): Promise<void> {
    await tx.update(HoldRow, { companyId, transferId }, { until });
    const gone = await tx.query(
      'SELECT 1 FROM hold WHERE company_id = $1 AND transfer_id = $2 AND NOT EXISTS (SELECT 1 FROM file WHERE file.company_id = $1 AND file.object_key = hold.object_key) LIMIT 1',
      [companyId, transferId],
    );
    if (gone.length > 0) throw new AppError('FILES_GONE');
  }

  async release(tx: Tx, companyId: string, transferId: string): Promise<void> {
    await tx.delete(HoldRow, { companyId, transferId });
  }

  /** Holds that ended long ago; until then a transfer may be extended. */
  async forgetHolds(now: Date): Promise<void> {
    await this.db.transaction((tx) => tx.delete(HoldRow, { until: LessThan(new Date(now.getTime() - binMs)) }));
  }
}
