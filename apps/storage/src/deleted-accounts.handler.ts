import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { DeletedAccountsRepository } from './deleted-accounts.repository';

/** Whoever goes leaves neither files nor access behind. */
@Injectable()
export class DeletedAccountsHandler {
  constructor(private readonly repository: DeletedAccountsRepository) {}

  @On(identityEvents.accountDeleted)
  async accountDeleted({ email, companyId }: Payload<typeof identityEvents.accountDeleted>, _meta: EventMeta, tx: Tx) {
    await this.repository.endAccessOf(tx, email);
    if (companyId) await this.repository.clear(tx, companyId);
  }
}
