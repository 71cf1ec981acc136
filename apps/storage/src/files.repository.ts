import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage } from '@tradepost/contracts/identity';
import type { Stats } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Any, In, IsNull } from 'typeorm';
import { numbered } from './workspace.policy';
import { AccountRow, FileRow, FolderRow } from './workspace.entity';

/** How many numbered names are tried at once when the plain one is taken. */
const nextNames = 500;

const live = { state: 'ready' as const, deletedAt: IsNull() };
const insight = { preview: true, profile: true } as const;

@Injectable()
export class FilesRepository {
  constructor(private readonly db: Db) {}

  /** The first name nobody in the folder has; the folder's row must be locked. */
  async freeName(tx: Tx, folderId: string, name: string): Promise<string> {
    for (let first = 1, count = 1; ; first += count, count = nextNames) {
      const candidates = Array.from({ length: count }, (_, i) => numbered(name, first + i));
      const [free] = (await tx.query(
        // NOT IN is hashed whatever the planner knows of the folder; an anti-join on a stale estimate is quadratic
        `SELECT c.name FROM unnest($1::text[]) WITH ORDINALITY AS c(name, position)
         WHERE lower(c.name) NOT IN (
           SELECT lower(f.name) FROM file f
           WHERE f.folder_id = $2 AND f.deleted_at IS NULL AND f.replaces IS NULL AND lower(f.name) = ANY (ARRAY(SELECT lower(n) FROM unnest($1::text[]) n)))
         ORDER BY c.position LIMIT 1`,
        [candidates, folderId],
      )) as { name: string }[];
      if (free) return free.name;
    }
  }

  /** @throws AppError NOT_FOUND */
  async lockLive(
    tx: Tx,
    companyId: string,
    where: { id: string } | { folderId: string; name: string },
  ): Promise<FileRow> {
    const query = tx
      .createQueryBuilder(FileRow, 'f')
      .setLock('pessimistic_write')
      .where("f.companyId = :companyId AND f.state = 'ready' AND f.deletedAt IS NULL", { companyId });
    if ('id' in where) query.andWhere('f.id = :id', where);
    else query.andWhere('f.folderId = :folderId AND lower(f.name) = lower(:name)', where);
    const file = await query.getOne();
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  /** All of them, locked in one order, in the folders given. @throws AppError NOT_FOUND when any is not there */
  async lockAll(tx: Tx, folderIds: string[], ids: string[], where: 'live' | 'binned'): Promise<FileRow[]> {
    const files = await tx
      .createQueryBuilder(FileRow, 'f')
      .setLock('pessimistic_write')
      .where("f.id = ANY(:ids) AND f.folderId = ANY(:folderIds) AND f.state = 'ready'", { ids, folderIds })
      .andWhere(where === 'live' ? 'f.deletedAt IS NULL' : 'f.deletedAt IS NOT NULL AND f.purgeAt > now()')
      .orderBy('f.id')
      .getMany();
    if (files.length < ids.length) throw new AppError('NOT_FOUND');
    return files;
  }

  /** The rows as they are now, in the same order. */
  async again(tx: Tx, files: FileRow[]): Promise<FileRow[]> {
    const rows = new Map(
      (await tx.find(FileRow, { where: { id: Any(files.map(({ id }) => id)) } })).map((row) => [row.id, row]),
    );
    return files.flatMap(({ id }) => rows.get(id) ?? []);
  }

  /** Which folders the company's files are in. */
  async foldersOf(tx: Tx, companyId: string, ids: string[]): Promise<string[]> {
    const rows = await tx.find(FileRow, {
      select: { folderId: true },
      where: { id: Any(ids), companyId, state: 'ready' },
    });
    return [...new Set(rows.map(({ folderId }) => folderId))];
  }

  /** One live file with its profile and rows. @throws AppError NOT_FOUND */
  async details(folderId: string, id: string, companyId?: string): Promise<FileRow> {
    const select = {
      ...Object.fromEntries(
        this.db.repository(FileRow).metadata.columns.map(({ propertyName }) => [propertyName, true]),
      ),
      ...insight,
    };
    const file = await this.db.read.findOne(FileRow, {
      select,
      where: { id, folderId, ...live, ...(companyId && { companyId }) },
    });
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  /** @param tx locks the files against replacement and deletion */
  async ownLive(companyId: string, ids: string[], tx?: Tx): Promise<{ file: FileRow; folder: FolderRow }[]> {
    const from = tx ?? this.db.read;
    const files = await from.find(FileRow, {
      where: { id: In(ids), companyId, ...live },
      ...(tx && { lock: { mode: 'pessimistic_read' as const } }),
    });
    const folders = new Map(
      (
        await from.find(FolderRow, { where: { id: In(files.map(({ folderId }) => folderId)), deletedAt: IsNull() } })
      ).map((folder) => [folder.id, folder]),
    );
    return files.flatMap((file) => {
      const folder = folders.get(file.folderId);
      return folder ? [{ file, folder }] : [];
    });
  }

  /** The file as it is, then its earlier versions, newest first. */
  async versionsOf(file: FileRow): Promise<FileRow[]> {
    const earlier = await this.db.read.find(FileRow, {
      where: { replaces: file.id, state: 'replaced' },
      order: { version: 'DESC' },
    });
    return [file, ...earlier];
  }

  async stats(companyId: string): Promise<Stats> {
    const account = await this.db.read.findOneBy(AccountRow, { companyId });
    const [counted] = (await this.db.read.query(
      'SELECT count(*)::int AS folders, coalesce(sum(file_count), 0)::int AS files FROM folder WHERE company_id = $1 AND deleted_at IS NULL',
      [companyId],
    )) as { folders: number; files: number }[];
    return {
      totalStorage: account?.totalBytes ?? defaultTotalStorage,
      usedStorage: account?.usedBytes ?? 0,
      files: counted?.files ?? 0,
      folders: counted?.folders ?? 0,
    };
  }
}
