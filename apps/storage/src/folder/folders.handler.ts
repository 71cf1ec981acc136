import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { FolderRow } from './folder.entity';
import { FolderRoom } from './folder-room';
import { pinTime } from './folder.policy';
import { FoldersRepository } from './folders.repository';

@Controller()
export class FoldersHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: FoldersRepository,
    private readonly room: FolderRoom,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.folders)
  folders(_input: In<typeof storage.folders>, actor: UserActor) {
    return this.repository.views(companyOf(actor).companyId);
  }

  @Handle(storage.createFolder)
  createFolder({ id, name }: In<typeof storage.createFolder>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { folder, isNew } = await this.repository.insert(tx, company.companyId, name, id);
      if (isNew) {
        await this.room.assertFits(tx, company.companyId);
        await this.outbox.event(
          tx,
          storageEvents.folderCreated,
          { ...company, folderId: folder.id, folderName: name },
          actor,
        );
      }
      return this.repository.view(tx, folder);
    });
  }

  @Handle(storage.renameFolder)
  renameFolder({ name, newName }: In<typeof storage.renameFolder>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const folder = await this.repository.lockNamed(tx, company.companyId, name);
      const previousName = folder.name;
      if (previousName !== newName) {
        await this.repository.rename(tx, folder.id, newName);
        if (Buffer.byteLength(newName) > Buffer.byteLength(previousName))
          await this.room.assertFits(tx, company.companyId);
        await this.outbox.event(
          tx,
          storageEvents.folderRenamed,
          { ...company, folderId: folder.id, folderName: newName, previousName },
          actor,
        );
      }
      return this.repository.view(tx, { ...folder, name: newName, updatedAt: new Date() });
    });
  }

  @Handle(storage.describeFolder)
  describeFolder({ id, ...details }: In<typeof storage.describeFolder>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const before = await this.repository.lock(tx, company.companyId, id);
      const folder = await this.repository.describe(tx, before, details);
      if (textBytes(folder) > textBytes(before)) await this.room.assertFits(tx, company.companyId);
      await this.outbox.event(
        tx,
        storageEvents.folderDescribed,
        { ...company, folderId: id, folderName: folder.name },
        actor,
      );
      return this.repository.view(tx, folder);
    });
  }

  @Handle(storage.pinFolder)
  pinFolder({ id, pinned }: In<typeof storage.pinFolder>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const folder = await this.repository.lock(tx, company.companyId, id);
      const pinnedAt = pinTime(folder.pinnedAt, pinned, new Date());
      if (pinnedAt === folder.pinnedAt) return this.repository.view(tx, folder);
      await this.outbox.event(
        tx,
        storageEvents.folderPinChanged,
        { ...company, folderId: id, folderName: folder.name, pinned },
        actor,
      );
      return this.repository.view(tx, await this.repository.pin(tx, folder, pinnedAt));
    });
  }

  /** Deletes the folder at once; its files stay in the bin, and in the quota, until they are purged. */
  @Handle(storage.deleteFolder)
  deleteFolder({ name }: In<typeof storage.deleteFolder>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const folder = await this.repository.lockNamed(tx, company.companyId, name);
      const files = await this.repository.remove(tx, folder.id);
      await this.outbox.event(
        tx,
        storageEvents.folderDeleted,
        { ...company, folderId: folder.id, folderName: folder.name, files },
        actor,
      );
      return { message: `The folder ${folder.name} was deleted` };
    });
  }
}

const textBytes = ({ description, licence }: Pick<FolderRow, 'description' | 'licence'>) =>
  Buffer.byteLength(description) + Buffer.byteLength(licence);
