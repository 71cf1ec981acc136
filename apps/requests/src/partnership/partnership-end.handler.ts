import { Controller } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { refOf } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import { transferStatus } from '../transfer/transfer.policy';
import { TransfersRepository } from '../transfer/transfers.repository';
import { PartnershipsRepository } from './partnerships.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };
const reason = 'The partnership was ended.';

/** Ends what hangs on a partnership: its pending requests, and its live transfers unless the sender keeps them. */
@Controller()
export class PartnershipEndHandler {
  constructor(
    private readonly partnerships: PartnershipsRepository,
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
  ) {}

  @On(identityEvents.partnershipEnded)
  async partnershipEnded(
    {
      companyId,
      receiverUserId,
      version = 0,
      keepTransfers = false,
      accountDeleted = false,
    }: Payload<typeof identityEvents.partnershipEnded>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    // a deletion is an event of its own, with a reason of its own
    if (accountDeleted) return;
    await this.requests.lockReceiver(tx, receiverUserId);
    await this.partnerships.end(tx, { companyId, receiverUserId, version });
    const parties = { senderCompanyId: companyId, receiverUserId };
    for (const { request, files } of await this.requests.lockPending(tx, parties)) {
      if (request.partnershipVersion > version) continue;
      await this.requests.decide(tx, request, 'rejected', reason);
      await this.outbox.event(tx, requestEvents.rejected, { ...refOf(request, files), reason }, self);
    }
    if (keepTransfers) return;
    const now = new Date();
    for (const transfer of await this.transfers.lockUnrevoked(tx, parties)) {
      if (transfer.request.partnershipVersion > version || transferStatus(transfer, now) !== 'live') continue;
      await this.transfers.revoke(tx, transfer, reason);
      const files = await this.transfers.named(tx, transfer);
      await this.outbox.event(tx, requestEvents.revoked, { ...refOf(transfer.request, files), reason }, self);
    }
  }
}
