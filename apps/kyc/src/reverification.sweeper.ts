import { Injectable } from '@nestjs/common';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Recurring } from '@tradepost/service-kit/recurring';
import { CaseRow } from './kyc.entity';
import { remindersDue } from './kyc.policy';
import { KycRepository } from './kyc.repository';

/** Reminds companies before their registration is to be looked at again. */
@Injectable()
export class ReverificationSweeper extends Recurring {
  protected readonly waitMs = 3_600_000;

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

  /** Each reminder once, whichever replica is first; one that was missed is not made up for beside a later one. */
  private remindOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const due = await this.repository.lockDueForReminder(tx, now);
      if (!due?.reverifyAt) return false;
      const { id, companyId, userId, reverifyAt } = due;
      await tx.update(CaseRow, id, { reminders: remindersDue(reverifyAt, now) });
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
