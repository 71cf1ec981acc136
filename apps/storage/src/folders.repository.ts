import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { inlineFiles, inlineFilesInAll, type FolderView } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Any, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { whenTaken } from './unique';
import { binMs, numbered } from './workspace.policy';
import { toAccess, toFileView } from './views';
import { FileRow, FolderRow, ShareRow } from './workspace.entity';

/** What belongs to each folder, in the given order. */
export function byFolder<T extends { folderId: string }>(rows: T[]): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const own = found.get(row.folderId);
    if (own) own.push(row);
    else found.set(row.folderId, [row]);
  }
  return found;
}

@Injectable()
export class FoldersRepository {
  constructor(private readonly db: Db) {}

  /** @throws AppError FOLDER_EXISTS */
  async insert(tx: Tx, companyId: string, name: string): Promise<FolderRow> {
    const now = new Date();
    const folder = {
      id: uuidv7(),
      companyId,
      name,
      description: '',
      licence: '',
      fileCount: 0,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await tx.insert(FolderRow, folder).catch(whenTaken('FOLDER_EXISTS'));
    return folder;
  }

  /** @throws AppError FOLDER_EXISTS */
  async rename(tx: Tx, id: string, name: string): Promise<void> {
    await tx.update(FolderRow, id, { name, updatedAt: new Date() }).catch(whenTaken('FOLDER_EXISTS'));
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
    await tx.update(FolderRow, folder.id, details);
    return { ...folder, ...details };
  }

  /** A deleted folder comes back without anybody's access, under its own name or the first free one. It must be locked. */
  async bringBack(tx: Tx, folder: FolderRow): Promise<FolderRow> {
    const rows = await tx.find(FolderRow, {
      select: { name: true },
      where: { companyId: folder.companyId, deletedAt: IsNull() },
    });
    const taken = new Set(rows.map(({ name }) => name.toLowerCase()));
    let n = 1;
    while (taken.has(numbered(folder.name, n).toLowerCase())) n += 1;
    const back = { name: numbered(folder.name, n), deletedAt: null, updatedAt: new Date() };
    await tx.update(FolderRow, folder.id, back).catch(whenTaken('FOLDER_EXISTS'));
    return { ...folder, ...back };
  }

  /** Puts the folder's files into the bin and ends every access. @returns how many files */
  async remove(tx: Tx, id: string): Promise<number> {
    const deletedAt = new Date();
    await tx.update(FolderRow, id, { deletedAt });
    const purgeAt = new Date(deletedAt.getTime() + binMs);
    const { affected } = await tx.update(
      FileRow,
      { folderId: id, state: 'ready', deletedAt: IsNull() },
      { deletedAt, purgeAt },
    );
    await tx.delete(ShareRow, { folderId: id });
    return affected ?? 0;
  }

  /** The company's live folder, locked. @throws AppError NOT_FOUND */
  async lock(
    tx: Tx,
    companyId: string,
    id: string,
    mode: 'pessimistic_write' | 'pessimistic_read' = 'pessimistic_write',
  ): Promise<FolderRow> {
    const folder = await tx.findOne(FolderRow, { where: { id, companyId, deletedAt: IsNull() }, lock: { mode } });
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  /** Folders of the company, deleted ones too, locked in one order so that no two calls wait for each other. */
  lockAll(tx: Tx, companyId: string, ids: string[]): Promise<FolderRow[]> {
    return tx.find(FolderRow, {
      where: { id: Any(ids), companyId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** The live folder that an upload goes to, or that has the file whose next version it is; locked. */
  async ofUpload(tx: Tx, companyId: string, uploadId: string): Promise<FolderRow | null> {
    const upload = await tx.findOneBy(FileRow, [
      { id: uploadId, companyId },
      { uploadId, companyId },
    ]);
    const file = upload?.replaces ? await tx.findOneBy(FileRow, { id: upload.replaces }) : upload;
    return (
      file &&
      tx.findOne(FolderRow, { where: { id: file.folderId, deletedAt: IsNull() }, lock: { mode: 'pessimistic_write' } })
    );
  }

  /** A live folder of the company. @throws AppError NOT_FOUND */
  async own(companyId: string, id: string): Promise<FolderRow> {
    const folder = await this.db.read.findOneBy(FolderRow, { id, companyId, deletedAt: IsNull() });
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  /** By its name without case, or by its id. @throws AppError NOT_FOUND */
  async lockNamed(tx: Tx, companyId: string, name: string): Promise<FolderRow> {
    const folder = await tx
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
    const folders = await this.db.read.find(FolderRow, {
      where: { companyId, deletedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return this.filled(folders, this.db.read);
  }

  async view(tx: Tx, folder: FolderRow): Promise<FolderView> {
    return (await this.filled([folder], tx))[0] as FolderView;
  }

  /** The newest files of each folder, so many that the answer stays small. Ids go as one array: PostgreSQL takes 65,535 parameters. */
  async newest(folderIds: string[], from: Tx = this.db.read): Promise<Map<string, FileRow[]>> {
    const each = Math.min(inlineFiles, Math.floor(inlineFilesInAll / folderIds.length));
    if (folderIds.length === 0 || each === 0) return new Map();
    const newest = (await from.query(
      `SELECT n.id FROM unnest($1::uuid[]) AS f(id)
       CROSS JOIN LATERAL (SELECT id FROM file WHERE folder_id = f.id AND state = 'ready' AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $2) n`,
      [folderIds, each],
    )) as { id: string }[];
    return byFolder(
      await from.find(FileRow, {
        where: { id: Any(newest.map(({ id }) => id)) },
        order: { createdAt: 'DESC', id: 'DESC' },
      }),
    );
  }

  private async filled(folders: FolderRow[], from: Tx): Promise<FolderView[]> {
    if (folders.length === 0) return [];
    const ids = folders.map(({ id }) => id);
    const files = await this.newest(ids, from);
    const shares = byFolder(
      await from
        .createQueryBuilder(ShareRow, 's')
        .where('s.folderId = ANY(:ids) AND (s.until IS NULL OR s.until > now())', { ids })
        .orderBy('s.createdAt')
        .addOrderBy('s.id')
        .getMany(),
    );
    return folders.map(({ id, name, fileCount, description, licence, updatedAt }) => ({
      id,
      name,
      files: (files.get(id) ?? []).map(toFileView),
      count: fileCount,
      emails: (shares.get(id) ?? []).map(({ email }) => email),
      access: (shares.get(id) ?? []).map(toAccess),
      description,
      licence,
      updatedAt: updatedAt.toISOString(),
    }));
  }
}
