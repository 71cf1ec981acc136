import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { FilesRepository, isFileSort, type FileSort } from './files.repository';
import { FoldersRepository } from './folders.repository';
import { toFileView, toStoredFile } from './views';
import { FileRow } from './workspace.entity';
import { companyOf } from './workspace.policy';

/** `-size` is largest first; newest first unless told otherwise. @throws AppError INVALID */
function sortOf(given: string | undefined): { field: FileSort; direction: 'ASC' | 'DESC' } {
  if (!given) return { field: 'createdAt', direction: 'DESC' };
  const field = given.replace('-', '');
  if (isFileSort(field)) return { field, direction: given.startsWith('-') ? 'DESC' : 'ASC' };
  const message = 'Files are sorted by name, size, createdAt or updatedAt';
  throw new AppError('INVALID', { message, errors: [{ field: 'sort', message }] });
}

@Injectable()
export class FilesHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly repository: FilesRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.files)
  async files(input: In<typeof storage.files>, actor: UserActor) {
    const sort = sortOf(input.sort);
    await this.folders.checkOwn(companyOf(actor).companyId, input.folderId);
    const { items, total } = await this.repository.page({ ...input, sort });
    return { items: items.map(toFileView), total, page: input.page, pageSize: input.pageSize };
  }

  @Handle(storage.editFile)
  editFile({ folderId, fileId, records, amount, category, currency, price }: In<typeof storage.editFile>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, folderId, 'pessimistic_read');
      const file = await this.repository.lockLive(tx, company.companyId, { id: fileId });
      if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
      await tx.update(FileRow, file.id, {
        ...(records !== undefined && { numberOfRecords: records }),
        ...(amount !== undefined && { totalAmount: String(amount) }),
        ...(category && { category }),
        ...(currency && { currency }),
        ...(price !== undefined && { price: String(price) }),
        updatedAt: new Date(),
      });
      await this.outbox.event(tx, storageEvents.fileEdited, { ...company, folderId, folderName: folder.name, fileId, name: file.name }, actor);
      return toFileView(await tx.findOneByOrFail(FileRow, { id: fileId }));
    });
  }

  @Handle(storage.deleteFile)
  deleteFile({ folderName, fileName, fileId }: In<typeof storage.deleteFile>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { folder, file } = await this.named(tx, company.companyId, { folderName, fileName, fileId });
      await tx.update(FileRow, file.id, { deletedAt: new Date() });
      await this.outbox.event(tx, storageEvents.fileDeleted, { ...company, folderId: folder.id, folderName: folder.name, fileId: file.id, name: file.name }, actor);
      return { message: `${file.name} was deleted` };
    });
  }

  @Handle(storage.openFile)
  async openFile({ folderId, fileId }: In<typeof storage.openFile>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    const [found] = await this.repository.ownLive(companyId, [fileId]);
    if (!found || found.folder.id !== folderId) throw new AppError('NOT_FOUND');
    return toStoredFile(found.file, { folderName: found.folder.name, companyName });
  }

  @Handle(storage.ownFiles)
  async ownFiles({ fileIds }: In<typeof storage.ownFiles>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    const found = await this.repository.ownLive(companyId, fileIds);
    return { files: found.map(({ file, folder }) => toStoredFile(file, { folderName: folder.name, companyName })) };
  }

  @Handle(storage.stats)
  async stats(_input: In<typeof storage.stats>, { companyId }: UserActor) {
    return companyId ? this.repository.stats(companyId) : { totalStorage: defaultTotalStorage, usedStorage: 0, files: 0, folders: 0 };
  }

  /** Folders are locked before their files, here and everywhere, so that no two calls wait for each other. */
  private async named(tx: Tx, companyId: string, { folderName, fileName, fileId }: Pick<In<typeof storage.deleteFile>, 'folderName' | 'fileName' | 'fileId'>) {
    if (fileId) {
      const found = await tx.findOneBy(FileRow, { id: fileId, companyId });
      if (!found) throw new AppError('NOT_FOUND');
      const folder = await this.folders.lock(tx, companyId, found.folderId, 'pessimistic_read');
      return { folder, file: await this.repository.lockLive(tx, companyId, { id: fileId }) };
    }
    if (!folderName || !fileName) throw new AppError('INVALID', { message: 'folderName and fileName, or fileId, are required' });
    const folder = await this.folders.lockNamed(tx, companyId, folderName);
    return { folder, file: await this.repository.lockLive(tx, companyId, { folderId: folder.id, name: fileName.trim().normalize('NFC') }) };
  }
}
