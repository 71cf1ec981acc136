import { Injectable } from '@nestjs/common';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database/database';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { remindersDue } from './kyc.policy';
import { KycRepository } from './kyc.repository';

/** Reminds companies before the next review of their registration is due. */
@Injectable()
export class ReverificationSweeper extends ScheduledTask {
  protected readonly waitMs = hour;

  constructor(
    private readonly db: Db,
    private readonly repository: KycRepository,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.remindOne(now));
  }

  /** Sends each reminder once across all replicas. A missed reminder is skipped when a later one is due too. */
  private remindOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const due = await this.repository.lockDueForReminder(tx, now);
      if (!due?.reverifyAt) return false;
      const { companyId, userId, reverifyAt } = due;
      await this.repository.change(tx, due, { reminders: remindersDue(reverifyAt, now) });
      await this.outbox.event(
        tx,
        kycEvents.reverificationDue,
        { companyId, userId, reverifyAt: reverifyAt.toISOString() },
        { kind: 'system', service: 'kyc' },
      );
      return true;
    });
  }
}
