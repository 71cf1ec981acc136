import { Controller } from '@nestjs/common';
import { auditEvents } from '@tradepost/contracts/audit';
import { liveUpdates } from '@tradepost/contracts/live-updates';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Notifier } from '../feed/notifier';

/** Refreshes the review screens of admins when a case changes. */
@Controller()
export class ReviewUpdatesHandler {
  constructor(private readonly notifier: Notifier) {}

  @On(auditEvents.caseQueued)
  @On(auditEvents.caseChanged)
  @On(auditEvents.kycDecided)
  async caseChanged({ caseId }: { caseId: string }, _meta: EventMeta, tx: Tx) {
    await this.notifier.push(tx, liveUpdates.caseChanged, ['admins'], { caseId });
  }
}
