import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { StorageAccountsRepository } from './accounts.repository';
import { DeletedAccountsRepository } from './deleted-accounts.repository';

/** A company's quota, settings and end, as identity announces them. */
@Controller()
export class AccountsHandler {
  constructor(
    private readonly repository: StorageAccountsRepository,
    private readonly deleted: DeletedAccountsRepository,
  ) {}

  @Handle(storage.stats)
  async stats(_input: In<typeof storage.stats>, { companyId }: UserActor) {
    return companyId
      ? this.repository.stats(companyId)
      : { totalStorage: this.repository.defaultQuota, usedStorage: 0, files: 0, folders: 0 };
  }

  @On(identityEvents.quotaChanged)
  async quotaChanged(changed: Payload<typeof identityEvents.quotaChanged>, _meta: EventMeta, tx: Tx) {
    await this.repository.saveQuota(tx, changed);
  }

  @On(identityEvents.companySaved)
  async companySaved(saved: Payload<typeof identityEvents.companySaved>, { at }: EventMeta, tx: Tx) {
    await this.repository.saveCompany(tx, saved, at);
  }

  @On(identityEvents.sealingRequired)
  async sealingRequired(changed: Payload<typeof identityEvents.sealingRequired>, { at }: EventMeta, tx: Tx) {
    await this.repository.saveSealing(tx, changed, at);
  }

  /** A deleted account leaves neither files nor access. */
  @On(identityEvents.accountDeleted)
  async accountDeleted({ email, companyId }: Payload<typeof identityEvents.accountDeleted>, _meta: EventMeta, tx: Tx) {
    await this.deleted.endAccessOf(tx, email);
    if (companyId) await this.deleted.clear(tx, companyId);
  }
}
