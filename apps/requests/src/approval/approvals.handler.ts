import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import {
  approvalEvents,
  requestEvents,
  requests,
  type ApprovalRule,
  type Approvals,
} from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { assertPending } from '../request/request.policy';
import { refOf, type RequestWithFiles } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import { approvalsView } from './approval.policy';
import { ApprovalsRepository } from './approvals.repository';

/** The approvals of requests by people of the company, and the company's rule about them. */
@Controller()
export class ApprovalsHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly approvals: ApprovalsRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(requests.approvalRule)
  approvalRule(_input: In<typeof requests.approvalRule>, actor: UserActor): Promise<ApprovalRule> {
    return this.approvals.rule(companyOf(actor).companyId);
  }

  @Handle(requests.setApprovalRule)
  setApprovalRule({ approvals, above }: In<typeof requests.setApprovalRule>, actor: UserActor): Promise<ApprovalRule> {
    const { companyId, companyName } = companyOf(actor);
    const limit = above && { amount: above.amount.toFixed(2), currency: above.currency };
    const rule: ApprovalRule = { approvals, above: approvals > 0 ? limit : null };
    return this.db.transaction(async (tx) => {
      const before = await this.approvals.rule(companyId, tx);
      if (JSON.stringify(before) === JSON.stringify(rule)) return rule;
      await this.approvals.saveRule(tx, companyId, rule);
      await this.outbox.event(tx, approvalEvents.ruleChanged, { companyId, companyName, ...rule }, actor);
      return rule;
    });
  }

  @Handle(requests.approve)
  approve({ id }: In<typeof requests.approve>, actor: UserActor) {
    return this.change(id, actor, async (tx, { request, files }) => {
      const { userId, email } = actor;
      if (request.receiverUserId === userId || request.requestedBy === userId)
        throw new AppError('NOT_ALLOWED', { message: 'Nobody approves their own request' });
      const isNew = await this.approvals.add(tx, { requestId: id, userId, email, createdAt: new Date() });
      if (isNew) await this.outbox.event(tx, requestEvents.approved, refOf(request, files), actor);
    });
  }

  @Handle(requests.withdrawApproval)
  withdrawApproval({ id }: In<typeof requests.withdrawApproval>, actor: UserActor) {
    return this.change(id, actor, async (tx, { request, files }) => {
      const wasGiven = await this.approvals.remove(tx, id, actor.userId);
      if (wasGiven) await this.outbox.event(tx, requestEvents.approvalWithdrawn, refOf(request, files), actor);
    });
  }

  /** In a transaction that no acceptance overtakes. */
  private change(
    id: string,
    actor: UserActor,
    work: (tx: Tx, found: RequestWithFiles) => Promise<void>,
  ): Promise<{ approvals: Approvals }> {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const found = await this.requests.lockOwned(tx, id, companyId);
      assertPending(found.request.status);
      if (found.request.approvalsNeeded === 0) throw new AppError('NO_APPROVAL_NEEDED');
      await work(tx, found);
      const { request } = found;
      return { approvals: approvalsView({ request, approvals: await this.approvals.ofRequests(tx, [request]) }) };
    });
  }
}
