import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { accountOf, type Role } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { validate as isUuid } from 'uuid';
import { refOf, type RequestWithFiles } from '../request/request.view';
import { RequestsRepository } from '../request/requests.repository';
import { assertMayBeAssigned, assertOpen, assigneeOf } from './assignment.policy';
import { AssignmentsRepository, unassigned } from './assignments.repository';

/** Who of the company takes care of a request. It restricts nobody: the others may still answer it. */
@Controller()
export class AssignmentsHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly assignments: AssignmentsRepository,
    private readonly members: KnownMembersRepository,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {}

  @Handle(requests.assign)
  assign({ id, assigneeId }: In<typeof requests.assign>, actor: UserActor) {
    return this.change(id, actor, async (tx, { request, files }) => {
      const assigneeEmail = assertMayBeAssigned(await this.personOf(tx, assigneeId, actor), request);
      if (request.assigneeId === assigneeId) return;
      await this.governor.take(tx, [{ limit: 'assignments', key: actor.userId }]);
      const by = { assignedAt: new Date(), assignedBy: actor.userId, assignedByEmail: actor.email };
      await this.assignments.save(tx, request, { assigneeId, assigneeEmail, ...by });
      const toOwner = assigneeId === accountOf(actor).userId;
      const assigned = { ...refOf(request, files), assigneeId, assigneeEmail, toOwner };
      await this.outbox.event(tx, requestEvents.assigned, assigned, actor);
    });
  }

  @Handle(requests.unassign)
  unassign({ id }: In<typeof requests.unassign>, actor: UserActor) {
    return this.change(id, actor, async (tx, { request, files }) => {
      const { assigneeEmail } = request;
      if (assigneeEmail === null) return;
      await this.governor.take(tx, [{ limit: 'assignments', key: actor.userId }]);
      await this.assignments.save(tx, request, unassigned);
      await this.outbox.event(tx, requestEvents.unassigned, { ...refOf(request, files), assigneeEmail }, actor);
    });
  }

  private change(id: string, actor: UserActor, work: (tx: Tx, found: RequestWithFiles) => Promise<void>) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      await this.assignments.lockCompany(tx, companyId);
      const found = await this.requests.lockOwned(tx, id, companyId);
      assertOpen(found.request, found.transfer, new Date());
      await work(tx, found);
      return { assignee: assigneeOf(found.request) };
    });
  }

  /** The owner of the company, or one of its members; null for anyone else. */
  private async personOf(tx: Tx, userId: string, actor: UserActor) {
    const owner = accountOf(actor);
    const roles: readonly Role[] = ['owner'];
    if (userId === owner.userId) return { roles, suspended: false, email: owner.email };
    return isUuid(userId) ? this.members.find(tx, companyOf(actor).companyId, userId) : null;
  }
}
