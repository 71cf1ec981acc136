import { Injectable } from '@nestjs/common';
import { handoverMinutes } from '@tradepost/contracts/encryption/key-handover';
import { Db } from '@tradepost/service-kit/database/database';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { KeyHandoversRepository } from './key-handovers.repository';

/** Deletes what devices asked for and did not take: a sealed private key must not stay here, and in backups, for longer than it is of use. */
@Injectable()
export class KeyHandoverSweeper extends ScheduledTask {
  protected readonly waitMs = handoverMinutes * minute;

  constructor(
    private readonly db: Db,
    private readonly repository: KeyHandoversRepository,
  ) {
    super();
  }

  sweep(now = new Date()): Promise<void> {
    return this.db.transaction((tx) => this.repository.prune(tx, now));
  }
}
