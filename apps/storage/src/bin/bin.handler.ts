import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { BinRepository } from './bin.repository';
import { FilesRepository } from '../file/files.repository';
import { FolderRoom } from '../folder/folder-room';
import { FoldersRepository } from '../folder/folders.repository';
import type { FileRow } from '../file/file.entity';
import { toFileView, toStoredFile } from '../file/file.views';
import type { FolderRow } from '../folder/folder.entity';

const counted = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`;

/** Many files at once: delete, move, restore, purge, and hold for transfers. */
@Controller()
export class BinHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly room: FolderRoom,
    private readonly files: FilesRepository,
    private readonly repository: BinRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.deleteFiles)
  deleteFiles({ fileIds }: In<typeof storage.deleteFiles>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { files, folders } = await this.lock(tx, company.companyId, fileIds, 'live');
      await this.repository.remove(
        tx,
        files.map(({ id }) => id),
      );
      for (const { id, name, folderId } of files) {
        await this.outbox.event(
          tx,
          storageEvents.fileDeleted,
          { ...company, folderId, folderName: nameOf(folders, folderId), fileId: id, name },
          actor,
        );
      }
      return { message: `${counted(files.length)} deleted` };
    });
  }

  @Handle(storage.moveFiles)
  moveFiles({ fileIds, folderId }: In<typeof storage.moveFiles>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { files, folders } = await this.lock(tx, company.companyId, fileIds, 'live', [folderId]);
      const target = folders.get(folderId);
      if (!target || target.deletedAt) throw new AppError('NOT_FOUND');
      await this.files.assertMayChange(
        tx,
        files.map(({ id }) => id),
        actor,
      );
      for (const file of files) {
        if (file.folderId === folderId) continue;
        const name = await this.files.freeName(tx, folderId, file.name);
        await this.files.move(tx, file.id, folderId, name);
        const about = {
          folderId,
          folderName: target.name,
          fileId: file.id,
          name,
          previousFolderName: nameOf(folders, file.folderId),
        };
        await this.outbox.event(tx, storageEvents.fileMoved, { ...company, ...about }, actor);
      }
      return { files: await this.viewsOf(tx, files) };
    });
  }

  @Handle(storage.bin)
  async bin({ page, pageSize, q }: In<typeof storage.bin>, actor: UserActor) {
    return { ...(await this.repository.page(companyOf(actor).companyId, { page, pageSize, q })), page, pageSize };
  }

  @Handle(storage.restore)
  restore({ fileIds, folderId }: In<typeof storage.restore>, actor: UserActor) {
    if (!fileIds?.length && !folderId)
      throw new AppError('INVALID', {
        message: 'Choose at least one file',
        errors: [{ field: 'fileIds', message: 'Choose at least one file' }],
      });
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      if (folderId) return this.restoreFolder(tx, folderId, actor);
      const { files, folders } = await this.lock(tx, company.companyId, fileIds ?? [], 'binned');
      const restoresFolder = [...folders.values()].some(({ deletedAt }) => deletedAt);
      for (const folder of folders.values()) {
        if (!folder.deletedAt) continue;
        const restored = await this.folders.restore(tx, folder);
        folders.set(restored.id, restored);
        await this.outbox.event(
          tx,
          storageEvents.folderRestored,
          { ...company, folderId: restored.id, folderName: restored.name, files: 0 },
          actor,
        );
      }
      for (const file of files) {
        const name = await this.files.freeName(tx, file.folderId, file.name);
        await this.repository.takeOut(tx, file.id, name);
        const about = { folderId: file.folderId, folderName: nameOf(folders, file.folderId), fileId: file.id, name };
        await this.outbox.event(tx, storageEvents.fileRestored, { ...company, ...about }, actor);
      }
      if (restoresFolder) await this.room.assertFits(tx, company.companyId);
      return { files: await this.viewsOf(tx, files) };
    });
  }

  /** The next sweep deletes the rows and returns the quota. */
  @Handle(storage.emptyBin)
  emptyBin({ fileIds }: In<typeof storage.emptyBin>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const files = await this.repository.empty(tx, company.companyId, fileIds);
      if (files > 0) await this.outbox.event(tx, storageEvents.binEmptied, { ...company, files }, actor);
      return { message: `${counted(files)} permanently deleted` };
    });
  }

  @Handle(storage.holdFiles)
  holdFiles({ transferId, fileIds, until }: In<typeof storage.holdFiles>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const found = await this.files.ownLive(companyId, fileIds, tx);
      await this.repository.hold(
        tx,
        companyId,
        transferId,
        found.map(({ file }) => file.current.objectKey),
        new Date(until),
      );
      const folders = new Map(found.map(({ folder }) => [folder.id, folder]));
      return {
        files: found.map(({ file, folder }) =>
          toStoredFile(file, file.current, { folderName: folder.name, companyName }),
        ),
        licences: [...folders.values()]
          .filter(({ licence }) => licence)
          .map(({ id, name, licence }) => ({ folderId: id, folderName: name, terms: licence })),
      };
    });
  }

  @Handle(storage.ownFiles)
  async ownFiles({ fileIds }: In<typeof storage.ownFiles>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    const found = await this.files.ownLive(companyId, fileIds);
    return {
      files: found.map(({ file, folder }) =>
        toStoredFile(file, file.current, { folderName: folder.name, companyName }),
      ),
    };
  }

  @Handle(storage.renewHold)
  async renewHold({ transferId, until }: In<typeof storage.renewHold>, actor: UserActor) {
    await this.db.transaction((tx) =>
      this.repository.renewHold(tx, companyOf(actor).companyId, transferId, new Date(until)),
    );
    return { ok: true as const };
  }

  @Handle(storage.releaseFiles)
  async releaseFiles({ transferId }: In<typeof storage.releaseFiles>, actor: UserActor) {
    await this.db.transaction((tx) => this.repository.release(tx, companyOf(actor).companyId, transferId));
    return { ok: true as const };
  }

  private async viewsOf(tx: Tx, files: FileRow[]) {
    const found = await this.files.current(
      files.map(({ id }) => id),
      tx,
    );
    return found.map(toFileView);
  }

  /** Locks the folders, then the files. @throws AppError NOT_FOUND when a file is missing, or was moved in between */
  private async lock(tx: Tx, companyId: string, fileIds: string[], where: 'live' | 'binned', more: string[] = []) {
    const ids = [...new Set(fileIds)];
    const folders = new Map<string, FolderRow>();
    for (const folder of await this.folders.lockAll(tx, companyId, [
      ...(await this.files.foldersOf(tx, companyId, ids)),
      ...more,
    ]))
      folders.set(folder.id, folder);
    return { files: await this.files.lockAll(tx, [...folders.keys()], ids, where), folders };
  }

  /** Restores a folder with the files that were deleted with it. Their names are free: nothing enters a deleted folder. */
  private async restoreFolder(tx: Tx, folderId: string, actor: UserActor) {
    const company = companyOf(actor);
    const [folder] = await this.folders.lockAll(tx, company.companyId, [folderId]);
    if (!folder?.deletedAt) throw new AppError('NOT_FOUND');
    const files = await this.repository.restoreAll(tx, folder.id, folder.deletedAt);
    const { name } = await this.folders.restore(tx, folder);
    await this.room.assertFits(tx, company.companyId);
    await this.outbox.event(tx, storageEvents.folderRestored, { ...company, folderId, folderName: name, files }, actor);
    return { files: ((await this.folders.newest([folderId], tx)).get(folderId) ?? []).map(toFileView) };
  }
}

const nameOf = (folders: Map<string, FolderRow>, id: string) => folders.get(id)?.name ?? '';
