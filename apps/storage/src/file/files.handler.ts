import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { permits } from '@tradepost/contracts/roles';
import { storage, storageEvents, type FileProfile } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { DirectUrls, noDirectRanges, rangeInside } from '@tradepost/service-kit/objects/direct/direct-urls';
import { BinRepository } from '../bin/bin.repository';
import { DirectoriesRepository } from './directories.repository';
import { FileListRepository } from './file-list.repository';
import type { CurrentFile } from './file.entity';
import { FilesRepository } from './files.repository';
import { FoldersRepository, type ListedFolder } from '../folder/folders.repository';
import { sealedOf, toFileView, toStoredFile, toVersion } from './file.views';
import { wholeSampleRefused } from './sample.policy';
import { assertMayOpen } from './sealed-file.policy';

const noInsight = { preview: null, profile: null };

/** Single files of the caller's company: list, read, edit, delete. */
@Controller()
export class FilesHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly lists: FileListRepository,
    private readonly directoryLists: DirectoriesRepository,
    private readonly repository: FilesRepository,
    private readonly bin: BinRepository,
    private readonly outbox: Outbox,
    private readonly urls: DirectUrls,
  ) {}

  @Handle(storage.files)
  async files({ folderId, ...query }: In<typeof storage.files>, actor: UserActor) {
    return this.page(await this.folders.listed(companyOf(actor).companyId, folderId), query);
  }

  /** The version is read before the page: a page that changes in between has a version that is too old, and is read again. */
  @Handle(storage.filesUnless)
  async filesUnless({ folderId, known, ...query }: In<typeof storage.filesUnless>, actor: UserActor) {
    const folder = await this.folders.listed(companyOf(actor).companyId, folderId);
    const { version } = folder;
    return { version, page: version === known ? null : await this.page(folder, query) };
  }

  @Handle(storage.directories)
  async directories({ folderId, ...query }: In<typeof storage.directories>, actor: UserActor) {
    await this.folders.listed(companyOf(actor).companyId, folderId);
    return this.directoryLists.in(folderId, query);
  }

  /** The gateway signs and fills in the addresses. */
  @Handle(storage.file)
  async file({ folderId, fileId }: In<typeof storage.file>, actor: UserActor) {
    const file = await this.repository.details(folderId, fileId, companyOf(actor).companyId);
    // the first rows and the statistics of the columns are content
    const { preview, profile } = permits(actor, 'content') ? file.current : noInsight;
    return {
      ...toFileView(file),
      folderId,
      sealed: sealedOf(file.current),
      preview,
      profile,
      url: '',
      previewUrl: null,
    };
  }

  @Handle(storage.versions)
  async versions({ folderId, fileId }: In<typeof storage.versions>, actor: UserActor) {
    const { file } = await this.repository.open(companyOf(actor).companyId, folderId, fileId);
    return thatFit((await this.repository.versionsOf(file.id)).map((version) => toVersion(version, file)));
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
      const folder = await this.folders.lock(tx, company.companyId, folderId);
      const file = await this.repository.lockLive(tx, company.companyId, { id: fileId });
      if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
      const [{ current } = { current: null }] = await this.repository.current([file.id], tx);
      if (sample && current?.wrappedKey) throw wholeSampleRefused();
      await this.repository.edit(tx, file, {
        terms: {
          ...(records !== undefined && { numberOfRecords: records }),
          ...(amount !== undefined && { totalAmount: String(amount) }),
          ...(category && { category }),
          ...(currency && { currency }),
          ...(price !== undefined && { price: String(price) }),
          ...(sample !== undefined && { sample }),
        },
        preview,
        profile: profile as FileProfile | null | undefined,
      });
      await this.outbox.event(
        tx,
        storageEvents.fileEdited,
        { ...company, folderId, folderName: folder.name, fileId, name: file.name },
        actor,
      );
      const [edited] = await this.repository.current([fileId], tx);
      return toFileView(edited as CurrentFile);
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
    const { companyId, companyName } = companyOf(actor);
    const { file, folderName } = await this.repository.open(companyId, folderId, fileId);
    assertMayOpen(file.current, actor);
    return toStoredFile(file, file.current, { folderName, companyName });
  }

  @Handle(storage.openVersion)
  async openVersion(of: In<typeof storage.openVersion>, actor: UserActor) {
    const { companyName } = companyOf(actor);
    const { file, folderName, opened } = await this.version(of, actor);
    return toStoredFile(file, opened, { folderName, companyName });
  }

  @Handle(storage.directRanges)
  async directRanges({ ranges, ...of }: In<typeof storage.directRanges>, actor: UserActor) {
    const { opened } = await this.version(of, actor);
    const sealed = sealedOf(opened);
    // others are encrypted at rest
    if (!this.urls.areOffered || !sealed) return noDirectRanges;
    return this.urls.ranges(ranges.map((range) => rangeInside(opened.objectKey, sealed.sealedSize, range)));
  }

  /** @throws AppError NOT_FOUND, OWNER_KEYS_REQUIRED */
  private async version({ folderId, fileId, version }: In<typeof storage.openVersion>, actor: UserActor) {
    const { file, folderName } = await this.repository.open(companyOf(actor).companyId, folderId, fileId);
    const opened = await this.repository.version(file.id, version);
    assertMayOpen(opened, actor);
    return { file, folderName, opened };
  }

  private async page(folder: ListedFolder, query: Omit<In<typeof storage.files>, 'folderId'>) {
    const { items, ...page } = await this.lists.page(folder, query);
    return { ...page, items: items.map(toFileView), page: query.page, pageSize: query.pageSize };
  }

  /** Every call locks folders before their files, so that no two calls wait for each other. */
  private async named(
    tx: Tx,
    companyId: string,
    { folderName, fileName, fileId }: Pick<In<typeof storage.deleteFile>, 'folderName' | 'fileName' | 'fileId'>,
  ) {
    if (fileId) {
      const folder = await this.folders.lock(tx, companyId, await this.repository.folderOf(tx, companyId, fileId));
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
