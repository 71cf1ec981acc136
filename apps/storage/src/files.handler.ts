import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage, storageEvents, type FileProfile } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { BinRepository } from './bin.repository';
import { FileListRepository } from './file-list.repository';
import { FilesRepository } from './files.repository';
import { FoldersRepository } from './folders.repository';
import { sealedOf, toFileView, toStoredFile, toVersion } from './views';
import { FileRow } from './workspace.entity';
import { companyOf, noSample } from './workspace.policy';

/** One file of a company's own: seen, read, edited, deleted. */
@Injectable()
export class FilesHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly lists: FileListRepository,
    private readonly repository: FilesRepository,
    private readonly bin: BinRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.files)
  async files({ folderId, ...query }: In<typeof storage.files>, actor: UserActor) {
    const { fileCount } = await this.folders.own(companyOf(actor).companyId, folderId);
    const { items, ...page } = await this.lists.page({ id: folderId, count: fileCount }, query);
    return { ...page, items: items.map(toFileView), page: query.page, pageSize: query.pageSize };
  }

  /** Its addresses are the gateway's to sign. */
  @Handle(storage.file)
  async file({ folderId, fileId }: In<typeof storage.file>, actor: UserActor) {
    const file = await this.repository.details(folderId, fileId, companyOf(actor).companyId);
    return {
      ...toFileView(file),
      folderId,
      sealed: sealedOf(file),
      preview: file.preview,
      profile: file.profile,
      url: '',
      previewUrl: null,
    };
  }

  @Handle(storage.versions)
  async versions({ folderId, fileId }: In<typeof storage.versions>, actor: UserActor) {
    const { file } = await this.own(folderId, fileId, actor);
    return (await this.repository.versionsOf(file)).map(toVersion);
  }

  @Handle(storage.editFile)
  editFile(
    {
      folderId,
      fileId,
      records,
      amount,
      category,
      currency,
      price,
      sample,
      preview,
      profile,
    }: In<typeof storage.editFile>,
    actor: UserActor,
  ) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, folderId, 'pessimistic_read');
      const file = await this.repository.lockLive(tx, company.companyId, { id: fileId });
      if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
      if (sample && file.sealedId) throw noSample();
      await tx.update(FileRow, file.id, {
        ...(records !== undefined && { numberOfRecords: records }),
        ...(amount !== undefined && { totalAmount: String(amount) }),
        ...(category && { category }),
        ...(currency && { currency }),
        ...(price !== undefined && { price: String(price) }),
        ...(sample !== undefined && { sample }),
        ...(preview !== undefined && { preview, hasPreview: preview !== null }),
        ...(profile !== undefined && { profile: profile as FileProfile | null }),
        updatedAt: new Date(),
      });
      await this.outbox.event(
        tx,
        storageEvents.fileEdited,
        { ...company, folderId, folderName: folder.name, fileId, name: file.name },
        actor,
      );
      return toFileView(await tx.findOneByOrFail(FileRow, { id: fileId }));
    });
  }

  @Handle(storage.deleteFile)
  deleteFile({ folderName, fileName, fileId }: In<typeof storage.deleteFile>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { folder, file } = await this.named(tx, company.companyId, { folderName, fileName, fileId });
      await this.bin.remove(tx, [file.id]);
      await this.outbox.event(
        tx,
        storageEvents.fileDeleted,
        { ...company, folderId: folder.id, folderName: folder.name, fileId: file.id, name: file.name },
        actor,
      );
      return { message: `${file.name} was deleted` };
    });
  }

  @Handle(storage.openFile)
  async openFile({ folderId, fileId }: In<typeof storage.openFile>, actor: UserActor) {
    const { file, folder } = await this.own(folderId, fileId, actor);
    return toStoredFile(file, { folderName: folder.name, companyName: companyOf(actor).companyName });
  }

  @Handle(storage.openVersion)
  async openVersion({ folderId, fileId, version }: In<typeof storage.openVersion>, actor: UserActor) {
    const { file, folder } = await this.own(folderId, fileId, actor);
    const found = (await this.repository.versionsOf(file)).find((one) => one.version === version);
    if (!found) throw new AppError('NOT_FOUND');
    return toStoredFile(
      { ...found, id: file.id, name: file.name, folderId },
      { folderName: folder.name, companyName: companyOf(actor).companyName },
    );
  }

  @Handle(storage.stats)
  async stats(_input: In<typeof storage.stats>, { companyId }: UserActor) {
    return companyId
      ? this.repository.stats(companyId)
      : { totalStorage: defaultTotalStorage, usedStorage: 0, files: 0, folders: 0 };
  }

  private async own(folderId: string, fileId: string, actor: UserActor) {
    const [found] = await this.repository.ownLive(companyOf(actor).companyId, [fileId]);
    if (!found || found.folder.id !== folderId) throw new AppError('NOT_FOUND');
    return found;
  }

  /** Folders are locked before their files, here and everywhere, so that no two calls wait for each other. */
  private async named(
    tx: Tx,
    companyId: string,
    { folderName, fileName, fileId }: Pick<In<typeof storage.deleteFile>, 'folderName' | 'fileName' | 'fileId'>,
  ) {
    if (fileId) {
      const found = await tx.findOneBy(FileRow, { id: fileId, companyId });
      if (!found) throw new AppError('NOT_FOUND');
      const folder = await this.folders.lock(tx, companyId, found.folderId);
      return { folder, file: await this.repository.lockLive(tx, companyId, { id: fileId }) };
    }
    if (!folderName || !fileName)
      throw new AppError('INVALID', { message: 'folderName and fileName, or fileId, are required' });
    const folder = await this.folders.lockNamed(tx, companyId, folderName);
    return {
      folder,
      file: await this.repository.lockLive(tx, companyId, {
        folderId: folder.id,
        name: fileName.trim().normalize('NFC'),
      }),
    };
  }
}
