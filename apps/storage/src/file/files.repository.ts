import { Injectable } from '@nestjs/common';
import { hasKeys, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { FileProfile } from '@tradepost/contracts/storage';
import { directoriesTo, directoryOf } from '@tradepost/contracts/values/file-paths';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import { Any, IsNull, type ObjectLiteral } from 'typeorm';
import { FolderRow } from '../folder/folder.entity';
import { currentFileColumns, joinCurrentVersion, toCurrentFile, type CurrentFileColumns } from './current-file';
import { type CurrentFile, FileRow, FileVersionRow } from './file.entity';
import { isDirectory } from './directory-key';
import { inFileRefused, numbered } from './file-name.policy';
import { assertMayOpen } from './sealed-file.policy';

/** How many numbered names of each file one query tries when the plain ones are taken. */
const namesAtOnce = (files: number) => Math.max(20, Math.ceil(500 / files));

const filesOfIds = {
  name: 'files-of-ids',
  text: `SELECT ${currentFileColumns} FROM file f ${joinCurrentVersion} WHERE f.id = ANY($1)`,
};

const openedFile = {
  name: 'opened-file',
  text: `SELECT ${currentFileColumns}, d.name AS folder_name FROM file f ${joinCurrentVersion} JOIN folder d ON d.id = f.folder_id
         WHERE f.id = $1 AND f.folder_id = $2 AND f.company_id = $3 AND f.deleted_at IS NULL AND d.deleted_at IS NULL`,
};

/** Files with their current version, as a query: `f` is the file, `v` the version. */
const currentFiles = (from: Tx, where: string, values: ObjectLiteral) =>
  sql(from)
    .createQueryBuilder(FileRow, 'f')
    .innerJoinAndMapOne('f.current', FileVersionRow, 'v', 'v.fileId = f.id AND v.version = f.currentVersion')
    .where(where, values);

/** What an edit changes; what is undefined stays. */
export interface FileChanges {
  terms: Partial<Pick<FileRow, 'category' | 'currency' | 'price' | 'numberOfRecords' | 'totalAmount' | 'sample'>>;
  preview: string | null | undefined;
  profile: FileProfile | null | undefined;
}

@Injectable()
export class FilesRepository {
  constructor(private readonly db: Db) {}

  /** The first name that is free in the folder; the folder's row must be locked. @throws AppError INVALID if its directory is a file */
  async freeName(tx: Tx, folderId: string, name: string): Promise<string> {
    const [file] = await this.filesAmong(tx, folderId, directoriesTo(directoryOf(name)));
    if (file) throw inFileRefused(file);
    return (await this.freeNames(tx, folderId, [name]))[0] as string;
  }

  /** As `freeName`, for names that are given together: each gets another one. */
  async freeNames(tx: Tx, folderId: string, names: string[]): Promise<string[]> {
    const free = new Map<number, string>();
    const given = new Set<string>();
    let open = [...names.entries()];
    for (let first = 1, count = 1; open.length > 0; first += count, count = namesAtOnce(open.length)) {
      const numbers = Array.from({ length: count }, (_, i) => first + i);
      const candidates = new Set(open.flatMap(([, name]) => numbers.map((n) => numbered(name, n))));
      const found = await this.freeAmong(tx, folderId, [...candidates]);
      for (const [at, name] of open) {
        const isFree = (one: string) => found.has(one) && !given.has(found.get(one) as string);
        const mine = numbers.map((n) => numbered(name, n)).find(isFree);
        if (mine === undefined) continue;
        free.set(at, mine);
        given.add(found.get(mine) as string);
      }
      open = open.filter(([at]) => !free.has(at));
    }
    return names.map((_, at) => free.get(at) as string);
  }

  /** Those of the paths, without case, that files of the folder have; the folder's row must be locked. */
  async filesAmong(tx: Tx, folderId: string, paths: string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const rows = (await sql(tx).query(
      `SELECT c.path FROM unnest($1::text[]) AS c(path) WHERE lower(c.path) IN (
         SELECT lower(f.name) FROM file f
         WHERE f.folder_id = $2 AND f.deleted_at IS NULL AND lower(f.name) = ANY (ARRAY(SELECT lower(p) FROM unnest($1::text[]) p)))`,
      [paths, folderId],
    )) as { path: string }[];
    return rows.map(({ path }) => path);
  }

  /** The names that are free in the folder, also of directories, each with what it may share with no other. */
  private async freeAmong(tx: Tx, folderId: string, names: string[]): Promise<Map<string, string>> {
    const rows = (await sql(tx).query(
      // NOT IN is hashed whatever the planner knows of the folder; an anti-join on a stale estimate is quadratic
      `SELECT c.name, lower(c.name) AS key FROM unnest($1::text[]) AS c(name)
       WHERE lower(c.name) NOT IN (
         SELECT lower(f.name) FROM file f
         WHERE f.folder_id = $2 AND f.deleted_at IS NULL AND lower(f.name) = ANY (ARRAY(SELECT lower(n) FROM unnest($1::text[]) n)))
       AND NOT ${isDirectory('$2', 'c.name')}`,
      [names, folderId],
    )) as { name: string; key: string }[];
    return new Map(rows.map(({ name, key }) => [name, key]));
  }

  /** The folder of a company's file, deleted or not. @throws AppError NOT_FOUND */
  async folderOf(tx: Tx, companyId: string, id: string): Promise<string> {
    const file = await sql(tx).findOne(FileRow, { select: { folderId: true }, where: { id, companyId } });
    if (!file) throw new AppError('NOT_FOUND');
    return file.folderId;
  }

  lock(tx: Tx, id: string): Promise<FileRow | null> {
    return sql(tx).findOne(FileRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws AppError NOT_FOUND */
  async lockLive(
    tx: Tx,
    companyId: string,
    where: { id: string } | { folderId: string; name: string },
  ): Promise<FileRow> {
    const query = sql(tx)
      .createQueryBuilder(FileRow, 'f')
      .setLock('pessimistic_write')
      .where('f.companyId = :companyId AND f.currentVersion IS NOT NULL AND f.deletedAt IS NULL', { companyId });
    if ('id' in where) query.andWhere('f.id = :id', where);
    else query.andWhere('f.folderId = :folderId AND lower(f.name) = lower(:name)', where);
    const file = await query.getOne();
    if (!file) throw new AppError('NOT_FOUND');
    return file;
  }

  /** All of them, locked in one order, in the folders given. @throws AppError NOT_FOUND when one is missing */
  async lockAll(tx: Tx, folderIds: string[], ids: string[], where: 'live' | 'binned'): Promise<FileRow[]> {
    const files = await sql(tx)
      .createQueryBuilder(FileRow, 'f')
      .setLock('pessimistic_write')
      .where('f.id = ANY(:ids) AND f.folderId = ANY(:folderIds) AND f.currentVersion IS NOT NULL', { ids, folderIds })
      .andWhere(where === 'live' ? 'f.deletedAt IS NULL' : 'f.deletedAt IS NOT NULL AND f.purgeAt > now()')
      .orderBy('f.id')
      .getMany();
    if (files.length < ids.length) throw new AppError('NOT_FOUND');
    return files;
  }

  /**
   * Files with the version they have now, in the order of `ids`. A caller that needs a lock takes it before, in a
   * statement of its own: a locking join would not see a version that was committed while it waited.
   */
  async current(ids: string[], from: Tx = this.db.read): Promise<CurrentFile[]> {
    if (ids.length === 0) return [];
    const rows = await prepared<CurrentFileColumns>(from, filesOfIds, [ids]);
    const byId = new Map(rows.map((row) => [row.id, toCurrentFile(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Members without the company's keys move and replace managed files only. @throws AppError OWNER_KEYS_REQUIRED */
  async assertMayChange(tx: Tx, ids: string[], actor: UserActor): Promise<void> {
    if (hasKeys(actor)) return;
    for (const { current } of await this.current(ids, tx)) assertMayOpen(current, actor);
  }

  /** One live file of the company. @throws AppError NOT_FOUND */
  async open(companyId: string, folderId: string, id: string): Promise<{ file: CurrentFile; folderName: string }> {
    const [row] = await prepared<CurrentFileColumns & { folder_name: string }>(this.db.read, openedFile, [
      id,
      folderId,
      companyId,
    ]);
    if (!row) throw new AppError('NOT_FOUND');
    return { file: toCurrentFile(row), folderName: row.folder_name };
  }

  /** Live files among these, in any folder; newest first. */
  live(ids: string[]): Promise<CurrentFile[]> {
    return currentFiles(this.db.read, 'f.id = ANY(:ids) AND f.deletedAt IS NULL', { ids })
      .orderBy('f.createdAt', 'DESC')
      .addOrderBy('f.id', 'DESC')
      .getMany() as Promise<CurrentFile[]>;
  }

  /** Which folders the company's files are in. */
  async foldersOf(tx: Tx, companyId: string, ids: string[]): Promise<string[]> {
    const rows = await sql(tx).find(FileRow, { select: { folderId: true }, where: { id: Any(ids), companyId } });
    return [...new Set(rows.map(({ folderId }) => folderId))];
  }

  /** One live file with its profile and preview. @throws AppError NOT_FOUND */
  async details(folderId: string, id: string, companyId?: string): Promise<CurrentFile> {
    const file = await currentFiles(this.db.read, 'f.id = :id AND f.folderId = :folderId AND f.deletedAt IS NULL', {
      id,
      folderId,
    })
      .andWhere(companyId ? 'f.companyId = :companyId' : 'TRUE', { companyId })
      .addSelect(['v.preview', 'v.profile'])
      .getOne();
    if (!file) throw new AppError('NOT_FOUND');
    return file as CurrentFile;
  }

  /** @param tx locks the files against replacement and deletion */
  async ownLive(companyId: string, ids: string[], tx?: Tx): Promise<{ file: CurrentFile; folder: FolderRow }[]> {
    const from = tx ?? this.db.read;
    if (tx)
      await sql(tx).find(FileRow, {
        select: { id: true },
        where: { id: Any(ids), companyId },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });
    const files = (await currentFiles(from, 'f.id = ANY(:ids) AND f.companyId = :companyId AND f.deletedAt IS NULL', {
      ids,
      companyId,
    }).getMany()) as CurrentFile[];
    const folders = await sql(from).find(FolderRow, {
      where: { id: Any(files.map(({ folderId }) => folderId)), deletedAt: IsNull() },
    });
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    return files.flatMap((file) => {
      const folder = byId.get(file.folderId);
      return folder ? [{ file, folder }] : [];
    });
  }

  /** Newest first. */
  /** The newest first, as many as one answer may have. */
  versionsOf(fileId: string): Promise<FileVersionRow[]> {
    return sql(this.db.read).find(FileVersionRow, { where: { fileId }, order: { version: 'DESC' }, take: mostListed });
  }

  /** The versions of a file, with those under way; and whether its current one is managed. */
  async countVersions(tx: Tx, fileId: string): Promise<{ versions: number; isManaged: boolean }> {
    const [found] = (await sql(tx).query(
      `SELECT (SELECT count(*)::int FROM file_version WHERE file_id = f.id) +
              (SELECT count(*)::int FROM upload WHERE file_id = f.id AND committed_at IS NULL) AS versions,
              EXISTS (SELECT FROM file_version WHERE file_id = f.id AND version = f.current_version AND wrapped_key IS NULL) AS "isManaged"
       FROM file f WHERE f.id = $1`,
      [fileId],
    )) as [{ versions: number; isManaged: boolean }];
    return found;
  }

  /** @throws AppError NOT_FOUND */
  async version(fileId: string, version: number): Promise<FileVersionRow> {
    const found = await sql(this.db.read).findOneBy(FileVersionRow, { fileId, version });
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  /** The file must be locked. */
  async edit(tx: Tx, { id, currentVersion }: FileRow, { terms, preview, profile }: FileChanges): Promise<void> {
    await sql(tx).update(FileRow, id, { ...terms, updatedAt: new Date() });
    if (preview === undefined && profile === undefined) return;
    await sql(tx).update(
      FileVersionRow,
      { fileId: id, version: currentVersion ?? 0 },
      {
        ...(preview !== undefined && { preview, hasPreview: preview !== null }),
        ...(profile !== undefined && { profile }),
      },
    );
  }

  /** The file and both folders must be locked, and the name free in the target. */
  async move(tx: Tx, id: string, folderId: string, name: string): Promise<void> {
    await sql(tx).update(FileRow, id, { folderId, name, updatedAt: new Date() });
  }
}
