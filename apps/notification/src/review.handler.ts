import { Injectable } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Teller } from './teller';

/** Keeps what admins see of a registration under review true while others work on it. */
@Injectable()
export class ReviewHandler {
  constructor(private readonly teller: Teller) {}

  @On(auditEvents.caseQueued)
  @On(auditEvents.caseChanged)
  @On(auditEvents.kycDecided)
  async caseChanged({ caseId }: { caseId: string }, _meta: EventMeta, tx: Tx) {
    await this.teller.show(tx, 'case.changed', ['admins'], { caseId });
  }
}
