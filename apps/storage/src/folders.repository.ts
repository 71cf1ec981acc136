import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { inlineFiles, type FolderView } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Any, IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { whenTaken } from './unique';
import { toFileView } from './views';
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
    const folder = { id: uuidv7(), companyId, name, createdAt: new Date(), deletedAt: null };
    await tx.insert(FolderRow, folder).catch(whenTaken('FOLDER_EXISTS'));
    return folder;
  }

  /** @throws AppError FOLDER_EXISTS */
  async rename(tx: Tx, id: string, name: string): Promise<void> {
    await tx.update(FolderRow, id, { name }).catch(whenTaken('FOLDER_EXISTS'));
  }

  /** Puts the folder's files into the bin and ends every access. @returns how many files */
  async remove(tx: Tx, id: string): Promise<number> {
    const deletedAt = new Date();
    await tx.update(FolderRow, id, { deletedAt });
    const { affected } = await tx.update(FileRow, { folderId: id, state: 'ready', deletedAt: IsNull() }, { deletedAt });
    await tx.delete(ShareRow, { folderId: id });
    return affected ?? 0;
  }

  /** The company's live folder, locked. @throws AppError NOT_FOUND */
  async lock(tx: Tx, companyId: string, id: string, mode: 'pessimistic_write' | 'pessimistic_read' = 'pessimistic_write'): Promise<FolderRow> {
    const folder = await tx.findOne(FolderRow, { where: { id, companyId, deletedAt: IsNull() }, lock: { mode } });
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  /** The live folder that an upload goes to, locked against deletion. */
  async ofUpload(tx: Tx, companyId: string, uploadId: string): Promise<FolderRow | null> {
    const upload = await tx.findOneBy(FileRow, { id: uploadId, companyId });
    return upload && tx.findOne(FolderRow, { where: { id: upload.folderId, deletedAt: IsNull() }, lock: { mode: 'pessimistic_read' } });
  }

  /** @throws AppError NOT_FOUND unless it is a live folder of the company */
  async checkOwn(companyId: string, id: string): Promise<void> {
    if (!(await this.db.read.existsBy(FolderRow, { id, companyId, deletedAt: IsNull() }))) throw new AppError('NOT_FOUND');
  }

  /** By its name without case, or by its id. @throws AppError NOT_FOUND */
  async lockNamed(tx: Tx, companyId: string, name: string): Promise<FolderRow> {
    const folder = await tx
      .createQueryBuilder(FolderRow, 'f')
      .setLock('pessimistic_write')
      .where('f.companyId = :companyId AND f.deletedAt IS NULL AND (lower(f.name) = lower(:name) OR f.id::text = :name)', { companyId, name: name.trim().normalize('NFC') })
      .getOne();
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  async views(companyId: string): Promise<FolderView[]> {
    const folders = await this.db.read.find(FolderRow, { where: { companyId, deletedAt: IsNull() }, order: { createdAt: 'DESC', id: 'DESC' } });
    return this.filled(folders, this.db.read);
  }

  async view(tx: Tx, folder: FolderRow): Promise<FolderView> {
    return (await this.filled([folder], tx))[0] as FolderView;
  }

  /** Three queries, however many folders: newest files, counts, addresses. Ids go as one array: PostgreSQL takes 65,535 parameters. */
  private async filled(folders: FolderRow[], from: Tx): Promise<FolderView[]> {
    if (folders.length === 0) return [];
    const ids = folders.map(({ id }) => id);
    const newest = (await from.query(
      `SELECT n.id, f.id AS "folderId", count.total FROM unnest($1::uuid[]) AS f(id)
       CROSS JOIN LATERAL (SELECT count(*)::int AS total FROM file WHERE folder_id = f.id AND state = 'ready' AND deleted_at IS NULL) count
       CROSS JOIN LATERAL (SELECT id FROM file WHERE folder_id = f.id AND state = 'ready' AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $2) n`,
      [ids, inlineFiles],
    )) as { id: string; folderId: string; total: number }[];
    const files = byFolder(await from.find(FileRow, { where: { id: Any(newest.map(({ id }) => id)) }, order: { createdAt: 'DESC', id: 'DESC' } }));
    const shares = byFolder(await from.find(ShareRow, { where: { folderId: Any(ids) }, order: { createdAt: 'ASC', id: 'ASC' } }));
    const totals = new Map(newest.map(({ folderId, total }) => [folderId, total]));
    return folders.map(({ id, name }) => ({
      id,
      name,
      files: (files.get(id) ?? []).map(toFileView),
      count: totals.get(id) ?? 0,
      emails: (shares.get(id) ?? []).map(({ email }) => email),
    }));
  }
}
