import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { DeliveriesRepository } from './deliveries.repository';
import { byFolder, FoldersRepository } from './folders.repository';
import { toReceivedFile, toStoredFile } from './views';
import { checkMayDeliver, companyOf } from './workspace.policy';

@Injectable()
export class DeliveriesHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly folders: FoldersRepository,
    private readonly repository: DeliveriesRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.deliver)
  async deliver({ id, email }: In<typeof storage.deliver>, actor: UserActor) {
    const company = companyOf(actor);
    checkMayDeliver(actor.kycStatus);
    const emails = [...new Map(email.map((given) => [given.trim().toLowerCase(), given.trim()])).values()];
    const { emails: invited } = await this.rpc.call(identity.invitedAmong, { companyId: company.companyId, emails }, actor);
    const strangers = emails.filter((one) => !invited.includes(one.toLowerCase()));
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, id);
      if (strangers.length > 0) throw new AppError('NOT_INVITED', { message: `Only invited partners can be given access: ${strangers.join(', ')}` });
      const fresh = await this.repository.share(tx, id, emails);
      if (fresh.length > 0) await this.outbox.event(tx, storageEvents.folderDelivered, { ...company, folderId: id, folderName: folder.name, emails: fresh }, actor);
      return this.folders.view(tx, folder);
    });
  }

  @Handle(storage.withdraw)
  withdraw({ id, email: given }: In<typeof storage.withdraw>, actor: UserActor) {
    const company = companyOf(actor);
    const email = given.trim();
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, id);
      if (await this.repository.unshare(tx, id, email)) {
        await this.outbox.event(tx, storageEvents.accessWithdrawn, { ...company, folderId: id, folderName: folder.name, email }, actor);
      }
      return this.folders.view(tx, folder);
    });
  }

  @Handle(storage.received)
  async received(_input: In<typeof storage.received>, { email }: UserActor) {
    const folders = await this.repository.visibleTo(email);
    const files = byFolder(await this.repository.filesOf(folders.map(({ folderId }) => folderId)));
    return folders.map(({ folderId, folderName, companyName, inviterId }) => ({
      folderId,
      folderName,
      inviterCompany: companyName,
      inviterId,
      files: (files.get(folderId) ?? []).map(toReceivedFile),
    }));
  }

  @Handle(storage.visibleFiles)
  async visibleFiles({ fileIds }: In<typeof storage.visibleFiles>, actor: UserActor) {
    const folders = new Map((await this.repository.visibleTo(actor.email)).map((folder) => [folder.folderId, folder]));
    const files = await this.repository.filesOf([...folders.keys()], fileIds);
    if (files.length < new Set(fileIds).size) throw new AppError('NOT_FOUND');
    return {
      files: files.flatMap((file) => {
        const folder = folders.get(file.folderId);
        return folder ? [toStoredFile(file, folder)] : [];
      }),
    };
  }

  @On(identityEvents.invitationAccepted)
  async invitationAccepted(accepted: Payload<typeof identityEvents.invitationAccepted>, _meta: EventMeta, tx: Tx) {
    await this.repository.keepPartner(tx, accepted);
  }

  @On(identityEvents.companySaved)
  async companySaved(saved: Payload<typeof identityEvents.companySaved>, { at }: EventMeta, tx: Tx) {
    await this.repository.keepCompany(tx, saved, at);
  }
}
