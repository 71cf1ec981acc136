import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { maxInlineFiles, maxInlineFilesTotal, type FolderView } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { mostAnswerBytes } from '@tradepost/service-kit/messaging/answer-room';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import { Any, IsNull, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { binMs } from '../bin/retention.policy';
import { ShareRow } from '../delivery/delivery.entity';
import { ListedAccessRepository } from '../delivery/listed-access.repository';
import { toAccess } from '../delivery/delivery.views';
import { type CurrentFile, FileRow } from '../file/file.entity';
import { numbered } from '../file/file-name.policy';
import { toFileView } from '../file/file.views';
import { FilesRepository } from '../file/files.repository';
import { whenTaken } from '../unique-violation';
import { FolderRow } from './folder.entity';
import { listedBytes } from './listed-bytes';

const listed = {
  name: 'listed-folder',
  text: 'SELECT file_count AS count, type_counts AS "typeCounts", files_version AS version FROM folder WHERE id = $1 AND company_id = $2 AND deleted_at IS NULL',
};

/** What a page of a folder's files needs to know of it. */
export interface ListedFolder {
  id: string;
  count: number;
  typeCounts: FolderRow['typeCounts'];
  version: number;
}

/** Bytes of addresses in a list of folders, whatever else it has. */
const leastAccessBytes = 1024 ** 2;

const nameTaken = whenTaken({ folder_name: 'FOLDER_EXISTS' });

/** Rows by their folder, in the given order. */
function byFolder<T extends { folderId: string }>(rows: T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const group = found.get(row.folderId);
    if (group) group.push(row);
    else found.set(row.folderId, [row]);
  }
  return found;
}

@Injectable()
export class FoldersRepository {
  constructor(
    private readonly db: Db,
    private readonly files: FilesRepository,
    private readonly access: ListedAccessRepository,
  ) {}

  /** A repeat of a call finds its folder. @param id chosen by the caller @throws AppError FOLDER_EXISTS, FOLDER_ID_TAKEN */
  async insert(
    tx: Tx,
    companyId: string,
    name: string,
    id: string = uuidv7(),
  ): Promise<{ folder: FolderRow; isNew: boolean }> {
    const inserted = (await sql(tx)
      .query(
        `INSERT INTO folder (id, company_id, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (id) DO NOTHING RETURNING id`,
        [id, companyId, name, new Date()],
      )
      .catch(nameTaken)) as { id: string }[];
    const folder = await sql(tx).findOneBy(FolderRow, { id, companyId, name, deletedAt: IsNull() });
    if (!folder) throw new AppError('FOLDER_ID_TAKEN');
    return { folder, isNew: inserted.length > 0 };
  }

  /** @throws AppError FOLDER_EXISTS */
  async rename(tx: Tx, id: string, name: string): Promise<void> {
    await sql(tx).update(FolderRow, id, { name, updatedAt: new Date() }).catch(nameTaken);
  }

  async describe(
    tx: Tx,
    folder: FolderRow,
    {
      description = folder.description,
      licence = folder.licence,
    }: { description?: string | undefined; licence?: string | undefined },
  ): Promise<FolderRow> {
    const details = { description, licence, updatedAt: new Date() };
    await sql(tx).update(FolderRow, folder.id, details);
    return { ...folder, ...details };
  }

  async pin(tx: Tx, folder: FolderRow, pinnedAt: Date | null): Promise<FolderRow> {
    await sql(tx).update(FolderRow, folder.id, { pinnedAt });
    return { ...folder, pinnedAt };
  }

  /** Restores a deleted folder without its deliveries, under its name or the first free one. It must be locked. */
  async restore(tx: Tx, folder: FolderRow): Promise<FolderRow> {
    const rows = await sql(tx).find(FolderRow, {
      select: { name: true },
      where: { companyId: folder.companyId, deletedAt: IsNull() },
    });
    const taken = new Set(rows.map(({ name }) => name.toLowerCase()));
    let n = 1;
    while (taken.has(numbered(folder.name, n).toLowerCase())) n += 1;
    const restored = { name: numbered(folder.name, n), deletedAt: null, updatedAt: new Date() };
    await sql(tx).update(FolderRow, folder.id, restored).catch(nameTaken);
    return { ...folder, ...restored };
  }

  /** Puts the folder's files into the bin and ends every access. @returns how many files */
  async remove(tx: Tx, id: string): Promise<number> {
    const deletedAt = new Date();
    await sql(tx).update(FolderRow, id, { deletedAt });
    const purgeAt = new Date(deletedAt.getTime() + binMs);
    const { affected } = await sql(tx).update(
      FileRow,
      { folderId: id, currentVersion: Not(IsNull()), deletedAt: IsNull() },
      { deletedAt, purgeAt },
    );
    await sql(tx).delete(ShareRow, { folderId: id });
    return affected ?? 0;
  }

  /** The company's live folder, locked. @throws AppError NOT_FOUND */
  async lock(
    tx: Tx,
    companyId: string,
    id: string,
    mode: 'pessimistic_write' | 'pessimistic_read' = 'pessimistic_write',
  ): Promise<FolderRow> {
    const folder = await sql(tx).findOne(FolderRow, { where: { id, companyId, deletedAt: IsNull() }, lock: { mode } });
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  /** Folders of the company, deleted ones too, locked in one order so that no two calls wait for each other. */
  lockAll(tx: Tx, companyId: string, ids: string[]): Promise<FolderRow[]> {
    return sql(tx).find(FolderRow, {
      where: { id: Any(ids), companyId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async nameOf(tx: Tx, id: string): Promise<string> {
    return (await sql(tx).findOneByOrFail(FolderRow, { id })).name;
  }

  /** A live folder: how many live files it has, and their version. @throws AppError NOT_FOUND */
  async listed(companyId: string, id: string): Promise<ListedFolder> {
    const [row] = await prepared<Omit<ListedFolder, 'id'>>(this.db.read, listed, [id, companyId]);
    if (!row) throw new AppError('NOT_FOUND');
    return { id, ...row, version: Number(row.version) };
  }

  /** By its name without case, or by its id. @throws AppError NOT_FOUND */
  async lockNamed(tx: Tx, companyId: string, name: string): Promise<FolderRow> {
    const folder = await sql(tx)
      .createQueryBuilder(FolderRow, 'f')
      .setLock('pessimistic_write')
      .where(
        'f.companyId = :companyId AND f.deletedAt IS NULL AND (lower(f.name) = lower(:name) OR f.id::text = :name)',
        { companyId, name: name.trim().normalize('NFC') },
      )
      .getOne();
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  async views(companyId: string): Promise<FolderView[]> {
    const folders = await sql(this.db.read).find(FolderRow, {
      where: { companyId, deletedAt: IsNull() },
      order: { pinnedAt: { direction: 'DESC', nulls: 'LAST' }, createdAt: 'DESC', id: 'DESC' },
    });
    return this.filled(folders, this.db.read);
  }

  async view(tx: Tx, folder: FolderRow): Promise<FolderView> {
    return (await this.filled([folder], tx))[0] as FolderView;
  }

  /** The newest files of each folder, few enough for a small answer. Ids go as one array: PostgreSQL takes 65,535 parameters. */
  async newest(folderIds: string[], from: Tx = this.db.read): Promise<Map<string, CurrentFile[]>> {
    const each = Math.min(maxInlineFiles, Math.floor(maxInlineFilesTotal / folderIds.length));
    if (folderIds.length === 0 || each === 0) return new Map();
    const newest = (await sql(from).query(
      `SELECT n.id FROM unnest($1::uuid[]) WITH ORDINALITY AS f(id, position)
       CROSS JOIN LATERAL (SELECT id, created_at FROM file WHERE folder_id = f.id AND current_version IS NOT NULL AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $2) n
       ORDER BY f.position, n.created_at DESC, n.id DESC`,
      [folderIds, each],
    )) as { id: string }[];
    const files = await this.files.current(
      newest.map(({ id }) => id),
      from,
    );
    return byFolder(files);
  }

  /** Bytes of a company's folders that are not in the bin, with their texts, as lists of folders have them. */
  async bytes(tx: Tx, companyId: string): Promise<number> {
    const [{ bytes }] = (await sql(tx).query(
      `SELECT coalesce(sum(${listedBytes('f')}), 0)::float8 AS bytes FROM folder f WHERE f.company_id = $1 AND f.deleted_at IS NULL`,
      [companyId],
    )) as [{ bytes: number }];
    return bytes;
  }

  private async filled(folders: FolderRow[], from: Tx): Promise<FolderView[]> {
    if (folders.length === 0) return [];
    const ids = folders.map(({ id }) => id);
    const files = await this.newest(ids, from);
    const filled = folders.map(({ id, name, fileCount, description, licence, updatedAt, pinnedAt }) => ({
      id,
      name,
      files: (files.get(id) ?? []).map(toFileView),
      count: fileCount,
      description,
      licence,
      updatedAt: updatedAt.toISOString(),
      pinnedAt: pinnedAt?.toISOString() ?? null,
    }));
    const room = Math.max(leastAccessBytes, mostAnswerBytes - Buffer.byteLength(JSON.stringify(filled)));
    const listed = byFolder(await this.access.of(from, ids, room));
    return filled.map((folder) => {
      const access = listed.get(folder.id) ?? [];
      const omitted = (access[0]?.ofFolder ?? 0) - access.length;
      return {
        ...folder,
        emails: access.map(({ email }) => email),
        access: access.map(toAccess),
        ...(omitted > 0 && { omittedEmails: omitted }),
      };
    });
  }
}
