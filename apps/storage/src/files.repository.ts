import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage } from '@tradepost/contracts/identity';
import type { Stats } from '@tradepost/contracts/storage';
import { fileGroupOf } from '@tradepost/reference/file-types';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { In, IsNull, LessThan } from 'typeorm';
import { whenTaken } from './unique';
import { numbered, repeatMs } from './workspace.policy';
import { AccountRow, FileRow, FolderRow } from './workspace.entity';

/** How many numbered names are tried at once when the plain one is taken. */
const nextNames = 500;

const live = { state: 'ready' as const, deletedAt: IsNull() };
/** An expression is sorted by its alias; a column must keep its own, or its entity loses it. */
const columns = { name: 'lower_name', size: 'f.size', updatedAt: 'f.updatedAt', createdAt: 'f.createdAt' };
export type FileSort = keyof typeof columns;
export const isFileSort = (field: string): field is FileSort => Object.hasOwn(columns, field);

type Upload = Omit<FileRow, 'totalAmount' | 'mimetype' | 'sha256' | 'crc32' | 'deletedAt'> & { totalAmount: string | undefined };

export interface FileQuery {
  folderId: string;
  page: number;
  pageSize: number;
  q?: string | undefined;
  type?: string | undefined;
  sort: { field: FileSort; direction: 'ASC' | 'DESC' };
}

@Injectable()
export class FilesRepository {
  constructor(private readonly db: Db) {}

  /** Takes room for bytes that are about to come, in one conditional update. @returns false when there is not enough */
  async reserve(tx: Tx, { companyId, companyName, ownerId }: { companyId: string; companyName: string; ownerId: string }, bytes: number): Promise<boolean> {
    await tx.createQueryBuilder().insert().into(AccountRow).values({ companyId, companyName, ownerId, totalBytes: defaultTotalStorage }).orIgnore().execute();
    return this.take(tx, companyId, bytes);
  }

  /** @returns false when there is not so much room */
  async take(tx: Tx, companyId: string, bytes: number): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(AccountRow)
      .set({ usedBytes: () => 'used_bytes + :bytes' })
      .where('company_id = :companyId AND used_bytes + :bytes <= total_bytes', { companyId, bytes })
      .execute();
    return affected === 1;
  }

  async giveBack(tx: Tx, companyId: string, bytes: number): Promise<void> {
    await tx.decrement(AccountRow, { companyId }, 'usedBytes', bytes);
  }

  /** Deletes locked rows and gives their room back; accounts in one order, so that two sweeps do not wait for each other. */
  async forget(tx: Tx, rows: FileRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.delete(FileRow, rows.map(({ id }) => id));
    const sizes = new Map<string, number>();
    for (const { companyId, size } of rows) sizes.set(companyId, (sizes.get(companyId) ?? 0) + size);
    for (const [companyId, bytes] of [...sizes].sort(([a], [b]) => (a < b ? -1 : 1))) await this.giveBack(tx, companyId, bytes);
  }

  /** The upload that a call of this key made before, unless it is too long ago to be a repeat. */
  async ofKey(tx: Tx, companyId: string, uploadKey: string): Promise<FileRow | null> {
    const since = new Date(Date.now() - repeatMs);
    await tx.update(FileRow, { companyId, uploadKey, createdAt: LessThan(since) }, { uploadKey: null });
    return tx.findOneBy(FileRow, { companyId, uploadKey });
  }

  /** An unfinished upload of this key is over: its commit finds nothing, the collector its bytes. */
  async takeOver(tx: Tx, companyId: string, uploadKey: string): Promise<void> {
    const rows = await tx.find(FileRow, { where: { companyId, uploadKey, state: 'uploading' }, lock: { mode: 'pessimistic_write' } });
    await this.forget(tx, rows);
  }

  /** @param upload its total is price times records where it has none. @throws AppError IN_PROGRESS when a call of its key got there first */
  async insertUpload(tx: Tx, { totalAmount, ...upload }: Upload): Promise<void> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(FileRow)
      // decimal arithmetic is PostgreSQL's: no cent is lost to floating point
      .values({ ...upload, totalAmount: totalAmount ?? (() => 'round(:price::numeric * :records::numeric, 2)') })
      .setParameters({ price: upload.price, records: upload.numberOfRecords })
      .execute()
      .catch(whenTaken('IN_PROGRESS'));
  }

  /** The first name nobody in the folder has; the folder's row must be locked. */
  async freeName(tx: Tx, folderId: string, name: string): Promise<string> {
    for (let first = 1, count = 1; ; first += count, count = nextNames) {
      const candidates = Array.from({ length: count }, (_, i) => numbered(name, first + i));
      const [free] = (await tx.query(
        // NOT IN is hashed whatever the planner knows of the folder; an anti-join on a stale estimate is quadratic
        `SELECT c.name FROM unnest($1::text[]) WITH ORDINALITY AS c(name, position)
         WHERE lower(c.name) NOT IN (
           SELECT lower(f.name) FROM file f
           WHERE f.folder_id = $2 AND f.deleted_at IS NULL AND lower(f.name) = ANY (ARRAY(SELECT lower(n) FROM unnest($1::text[]) n)))
         ORDER BY c.position LIMIT 1`,
        [candidates, folderId],
      )) as { name: string }[];
      if (free) return free.name;
    }
  }

  lockUpload(tx: Tx, companyId: string, id: string): Promise<FileRow | null> {
    return tx.findOne(FileRow, { where: { id, companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Uploads past their lease and files deleted long ago, locked; what another sweep has in hand is left to it. */
  lockOver(tx: Tx, { leaseBefore, deletedBefore }: { leaseBefore: Date; deletedBefore: Date }, limit: number): Promise<FileRow[]> {
    return tx.find(FileRow, {
      where: [
        { state: 'uploading', leaseUntil: LessThan(leaseBefore) },
        { state: 'ready', deletedAt: LessThan(deletedBefore) },
      ],
      take: limit,
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** @throws AppError NOT_FOUND */
  async lockLive(tx: Tx, companyId: string, where: { id: string } | { folderId: string; name: string }): Promise<FileRow> {
    const query = tx.createQueryBuilder(FileRow, 'f').setLock('pessimistic_write').where("f.companyId = :companyId AND f.state = 'ready' AND f.deletedAt IS NULL", { companyId });
    if ('id' in where) query.andWhere('f.id = :id', where);
    else query.andWhere('f.folderId = :folderId AND lower(f.name) = lower(:name)', where);
    const file = await query.getOne();
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  async page({ folderId, page, pageSize, q, type, sort }: FileQuery): Promise<{ items: FileRow[]; total: number }> {
    const query = this.db.read.createQueryBuilder(FileRow, 'f').where("f.folderId = :folderId AND f.state = 'ready' AND f.deletedAt IS NULL", { folderId });
    if (q) query.andWhere('f.name ILIKE :pattern', { pattern: `%${q.replace(/[\\%_]/g, '\\$&')}%` });
    if (type && type !== 'all') {
      const kinds = (await this.kindsIn(folderId)).filter(({ name, mimetype }) => fileGroupOf(name, mimetype) === type);
      query.andWhere(kinds.length > 0 ? "(f.mimetype || '|' || lower(coalesce(substring(f.name from '\\.([^.]*)$'), ''))) IN (:...kinds)" : 'false', { kinds: kinds.map(({ key }) => key) });
    }
    const [items, total] = await query
      .addSelect('lower(f.name)', columns.name)
      .orderBy(columns[sort.field], sort.direction)
      .addOrderBy('f.id', sort.direction)
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items, total };
  }

  /** The few kinds a folder holds: the group of a file depends on its media type and extension alone. */
  private async kindsIn(folderId: string): Promise<{ name: string; mimetype: string; key: string }[]> {
    return this.db.read.query(
      `SELECT DISTINCT mimetype, 'x.' || lower(coalesce(substring(name from '\\.([^.]*)$'), '')) AS name,
              mimetype || '|' || lower(coalesce(substring(name from '\\.([^.]*)$'), '')) AS key
       FROM file WHERE folder_id = $1 AND state = 'ready' AND deleted_at IS NULL`,
      [folderId],
    );
  }

  async ownLive(companyId: string, ids: string[]): Promise<{ file: FileRow; folder: FolderRow }[]> {
    const files = await this.db.read.find(FileRow, { where: { id: In(ids), companyId, ...live } });
    const folders = await this.db.read.find(FolderRow, { where: { id: In(files.map(({ folderId }) => folderId)), deletedAt: IsNull() } });
    return files.flatMap((file) => {
      const folder = folders.find(({ id }) => id === file.folderId);
      return folder ? [{ file, folder }] : [];
    });
  }

  async stats(companyId: string): Promise<Stats> {
    const account = await this.db.read.findOneBy(AccountRow, { companyId });
    const [files, folders] = await Promise.all([this.db.read.countBy(FileRow, { companyId, ...live }), this.db.read.countBy(FolderRow, { companyId, deletedAt: IsNull() })]);
    return { totalStorage: account?.totalBytes ?? defaultTotalStorage, usedStorage: account?.usedBytes ?? 0, files, folders };
  }
}
