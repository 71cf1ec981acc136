import { Controller } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ApprovalsRepository } from '../approval/approvals.repository';
import { CommentsRepository } from '../comment/comments.repository';
import { AssignmentsRepository } from '../assignment/assignments.repository';
import { ReceiverKeysRepository } from '../grants/receiver-keys.repository';
import { refOf } from './request.view';
import { RequestsRepository } from './requests.repository';
import { TransfersRepository } from '../transfer/transfers.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };
const senderDeleted = 'The company has deleted its account.';
const receiverDeleted = 'The receiver has deleted the account.';

/** Ends open requests and transfers of a deleted account. Decided requests stay on record for the partner. */
@Controller()
export class RequestsAccountDeletionHandler {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly keys: ReceiverKeysRepository,
    private readonly approvals: ApprovalsRepository,
    private readonly comments: CommentsRepository,
    private readonly assignments: AssignmentsRepository,
    private readonly members: KnownMembersRepository,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {}

  @On(identityEvents.accountDeleted)
  async accountDeleted({ userId, companyId }: Payload<typeof identityEvents.accountDeleted>, _meta: EventMeta, tx: Tx) {
    await this.governor.forget(tx, [userId]);
    await this.keys.remove(tx, userId);
    await this.approvals.erasePerson(tx, userId);
    await this.comments.erasePerson(tx, userId);
    for (const one of await this.members.companiesOf(tx, userId))
      await this.assignments.end(tx, { companyId: one, userId });
    await this.assignments.erasePerson(tx, userId);
    if (companyId) await this.assignments.endAll(tx, companyId);
    await this.members.erase(tx, { userId, companyId });
    // no event for these: identity already publishes the end of the partnership
    for (const { request } of await this.requests.lockPending(tx, { receiverUserId: userId }))
      await this.requests.remove(tx, request);
    for (const transfer of await this.transfers.lockUnrevoked(tx, { receiverUserId: userId }))
      await this.transfers.revoke(tx, transfer, receiverDeleted);
    if (!companyId) return;
    await this.approvals.removeRule(tx, companyId);
    for (const { request, files } of await this.requests.lockPending(tx, { senderCompanyId: companyId })) {
      await this.requests.decide(tx, request, 'rejected', senderDeleted);
      await this.outbox.event(tx, requestEvents.rejected, { ...refOf(request, files), reason: senderDeleted }, self);
    }
    for (const transfer of await this.transfers.lockUnrevoked(tx, { senderCompanyId: companyId })) {
      await this.transfers.revoke(tx, transfer, senderDeleted);
      await this.outbox.event(
        tx,
        requestEvents.revoked,
        { ...refOf(transfer.request, await this.transfers.named(tx, transfer)), reason: senderDeleted },
        self,
      );
    }
  }
}
