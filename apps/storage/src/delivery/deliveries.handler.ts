import { Inject, Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { assertMayDeliver } from '@tradepost/contracts/kyc';
import { accountOf } from '@tradepost/contracts/roles';
import { storage, storageEvents, type ReceivedFolder } from '@tradepost/contracts/storage';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { CONFIG, type StorageConfig } from '../config';
import { DeliveriesRepository, type VisibleFolder } from './deliveries.repository';
import { DirectoriesRepository } from '../file/directories.repository';
import { FileListRepository } from '../file/file-list.repository';
import { FilesRepository } from '../file/files.repository';
import { FoldersRepository } from '../folder/folders.repository';
import { toStoredFile } from '../file/file.views';
import { toReceivedFile, toReceivedFolder } from './delivery.views';
import { StorageAccountsRepository } from '../account/accounts.repository';

@Controller()
export class DeliveriesHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly lists: FileListRepository,
    private readonly directoryLists: DirectoriesRepository,
    private readonly accounts: StorageAccountsRepository,
    private readonly repository: DeliveriesRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  @Handle(storage.deliver)
  async deliver({ id, email, until }: In<typeof storage.deliver>, actor: UserActor) {
    const company = companyOf(actor);
    assertMayDeliver(actor, this.config.KYC_APPROVED_TO_DELIVER);
    const emails = [...new Map(email.map((given) => [addressKey(given), given.trim()])).values()];
    const { invited } = await this.rpc.call(identity.filterInvited, { companyId: company.companyId, emails }, actor);
    const versions = new Map(invited.map((one) => [one.addressKey, one.version]));
    const accepted = new Set(invited.filter((one) => one.accepted).map((one) => one.addressKey));
    const notInvited = emails.filter((one) => !versions.has(addressKey(one)));
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, id);
      if (notInvited.length > 0)
        throw new AppError('NOT_INVITED', {
          message: `Only invited partners can be given access: ${notInvited.join(', ')}`,
        });
      const added = await this.repository.share(
        tx,
        folder,
        emails.map((one) => ({ email: one, version: versions.get(addressKey(one)) ?? 0 })),
        until ? new Date(until) : null,
      );
      if (added.length > 0)
        await this.outbox.event(
          tx,
          storageEvents.folderDelivered,
          {
            ...company,
            folderId: id,
            folderName: folder.name,
            emails: added,
            partners: added.filter((one) => accepted.has(addressKey(one))),
          },
          actor,
        );
      return this.folders.view(tx, folder);
    });
  }

  @Handle(storage.changeAccess)
  changeAccess({ id, email: given, until }: In<typeof storage.changeAccess>, actor: UserActor) {
    const company = companyOf(actor);
    const email = given.trim();
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, id);
      if (!(await this.repository.endAccess(tx, id, email, until ? new Date(until) : null)))
        throw new AppError('NOT_FOUND');
      await this.outbox.event(
        tx,
        storageEvents.accessChanged,
        { ...company, folderId: id, folderName: folder.name, email, until: until ?? null },
        actor,
      );
      return this.folders.view(tx, folder);
    });
  }

  @Handle(storage.removeAccess)
  removeAccess({ id, email: given }: In<typeof storage.removeAccess>, actor: UserActor) {
    const company = companyOf(actor);
    const email = given.trim();
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, id);
      if (await this.repository.unshare(tx, id, email)) {
        await this.outbox.event(
          tx,
          storageEvents.accessRemoved,
          { ...company, folderId: id, folderName: folder.name, email },
          actor,
        );
      }
      return this.folders.view(tx, folder);
    });
  }

  @Handle(storage.received)
  async received(_input: In<typeof storage.received>, actor: UserActor) {
    return this.withNewest(await this.repository.newestVisible(accountOf(actor).email));
  }

  @Handle(storage.receivedFolders)
  async receivedFolders({ page, pageSize }: In<typeof storage.receivedFolders>, actor: UserActor) {
    const { items, total } = await this.repository.pageOfVisible(accountOf(actor).email, page, pageSize);
    return { items: await this.withNewest(items), total, page, pageSize };
  }

  @Handle(storage.receivedFiles)
  async receivedFiles({ folderId, ...query }: In<typeof storage.receivedFiles>, actor: UserActor) {
    const folder = await this.visible(actor, folderId);
    const { items, ...page } = await this.lists.page({ ...folder, id: folderId }, query);
    return { ...page, items: items.map(toReceivedFile), page: query.page, pageSize: query.pageSize };
  }

  @Handle(storage.receivedDirectories)
  async receivedDirectories({ folderId, ...query }: In<typeof storage.receivedDirectories>, actor: UserActor) {
    await this.visible(actor, folderId);
    return this.directoryLists.in(folderId, query);
  }

  @Handle(storage.receivedFile)
  async receivedFile({ folderId, fileId }: In<typeof storage.receivedFile>, actor: UserActor) {
    const { folderName } = await this.visible(actor, folderId);
    const file = await this.files.details(folderId, fileId);
    return {
      ...toReceivedFile(file),
      folderId,
      folderName,
      preview: file.current.preview,
      profile: file.current.profile,
    };
  }

  @Handle(storage.openSample)
  async openSample({ folderId, fileId }: In<typeof storage.openSample>, actor: UserActor) {
    const folder = await this.visible(actor, folderId);
    const file = await this.files.details(folderId, fileId);
    if (file.sample) return { file: toStoredFile(file, file.current, folder) };
    const rows = file.current.preview;
    if (rows === null) throw new AppError('NOT_FOUND');
    return { rows, name: file.name };
  }

  @Handle(storage.visibleFiles)
  async visibleFiles({ fileIds, partial }: In<typeof storage.visibleFiles>, actor: UserActor) {
    const live = await this.files.live(fileIds);
    const folderIds = [...new Set(live.map(({ folderId }) => folderId))];
    const visible = await this.repository.visible(accountOf(actor).email, folderIds);
    const folders = new Map(visible.map((folder) => [folder.folderId, folder]));
    const files = live.flatMap((file) => {
      const folder = folders.get(file.folderId);
      return folder ? [toStoredFile(file, file.current, folder)] : [];
    });
    if (!partial && files.length < new Set(fileIds).size) throw new AppError('NOT_FOUND');
    return { files };
  }

  /** @throws AppError NOT_FOUND */
  private async visible(actor: UserActor, folderId: string) {
    const [folder] = await this.repository.visible(accountOf(actor).email, [folderId]);
    if (!folder) throw new AppError('NOT_FOUND');
    return folder;
  }

  private async withNewest(folders: VisibleFolder[]): Promise<ReceivedFolder[]> {
    const files = await this.folders.newest(folders.map(({ folderId }) => folderId));
    return folders.map((folder) => toReceivedFolder(folder, files.get(folder.folderId) ?? []));
  }

  @On(identityEvents.invitationAccepted)
  async invitationAccepted(accepted: Payload<typeof identityEvents.invitationAccepted>, _meta: EventMeta, tx: Tx) {
    const { companyId, companyName, inviterUserId: ownerId } = accepted;
    await this.accounts.ensure(tx, { companyId, companyName, ownerId });
    await this.repository.savePartner(tx, accepted);
  }

  @On(identityEvents.partnershipEnded)
  async partnershipEnded(ended: Payload<typeof identityEvents.partnershipEnded>, _meta: EventMeta, tx: Tx) {
    await this.repository.endPartner(tx, ended);
  }

  @On(identityEvents.invitationWithdrawn)
  async invitationWithdrawn(withdrawn: Payload<typeof identityEvents.invitationWithdrawn>, _meta: EventMeta, tx: Tx) {
    await this.repository.endPartner(tx, withdrawn);
  }
}
