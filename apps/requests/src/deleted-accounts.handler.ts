import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { ReceiverKeysRepository } from './receiver-keys.repository';
import { refOf } from './request.view';
import { RequestsRepository } from './requests.repository';
import { TransfersRepository } from './transfers.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };
const senderLeft = 'The company has deleted its account.';
const receiverLeft = 'The receiver has deleted the account.';

/** Ends what is open between whoever goes and its partners. What was decided and delivered stays on record: it is the partner's as well. */
@Injectable()
export class DeletedAccountsHandler {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly keys: ReceiverKeysRepository,
    private readonly outbox: Outbox,
  ) {}

  @On(identityEvents.accountDeleted)
  async accountDeleted({ userId, companyId }: Payload<typeof identityEvents.accountDeleted>, _meta: EventMeta, tx: Tx) {
    await this.keys.forget(tx, userId);
    // nobody is told of these: the end of the partnership says it
    for (const { request } of await this.requests.lockPending(tx, { receiverUserId: userId }))
      await this.requests.remove(tx, request);
    for (const transfer of await this.transfers.lockUnrevoked(tx, { receiverUserId: userId }))
      await this.transfers.revoke(tx, transfer, receiverLeft);
    if (!companyId) return;
    for (const { request, files } of await this.requests.lockPending(tx, { senderCompanyId: companyId })) {
      await this.requests.decide(tx, request, 'rejected', senderLeft);
      await this.outbox.event(tx, requestEvents.rejected, { ...refOf(request, files), reason: senderLeft }, self);
    }
    for (const transfer of await this.transfers.lockUnrevoked(tx, { senderCompanyId: companyId })) {
      await this.transfers.revoke(tx, transfer, senderLeft);
      await this.outbox.event(
        tx,
        requestEvents.revoked,
        { ...refOf(transfer.request, await this.transfers.named(tx, transfer)), reason: senderLeft },
        self,
      );
    }
  }
}
