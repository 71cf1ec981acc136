import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { StorageAccountsRepository } from '../account/accounts.repository';
import { DeliveriesRepository } from '../delivery/deliveries.repository';
import { committedMs } from '../upload/upload.policy';
import { UploadsRepository } from '../upload/uploads.repository';
import { BinRepository } from './bin.repository';
import { type Freed, removeFreed } from './objects';
import { binMs } from './retention.policy';

const batch = 200;

/** Ends uploads past their lease and purges versions that are due and not held. Returns the quota first, then removes the objects. */
@Injectable()
export class RetentionSweeper extends ScheduledTask {
  protected readonly waitMs = minute;

  constructor(
    private readonly db: Db,
    private readonly accounts: StorageAccountsRepository,
    private readonly bin: BinRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
  ) {
    super();
  }

  /** @returns how many uploads and versions were deleted */
  async sweep(now = new Date()): Promise<number> {
    await this.bin.pruneHolds(new Date(now.getTime() - binMs));
    await this.deliveries.pruneEnded(new Date(now.getTime() - binMs));
    await this.uploads.pruneCommitted(new Date(now.getTime() - committedMs));
    const ended = await this.inBatches(() =>
      this.db.transaction(async (tx) => {
        const freed = await this.uploads.remove(tx, await this.uploads.lockExpired(tx, now, batch));
        await this.accounts.giveBack(tx, freed);
        return freed;
      }),
    );
    const purged = await this.inBatches(() =>
      this.db.transaction(async (tx) => {
        const freed = await this.bin.purge(tx, await this.bin.lockDue(tx, now, batch));
        await this.accounts.giveBack(tx, freed);
        return freed;
      }),
    );
    return ended + purged;
  }

  private async inBatches(removeSome: () => Promise<Freed[]>): Promise<number> {
    for (let total = 0; ;) {
      const freed = await removeSome();
      await removeFreed(this.store, freed);
      total += freed.length;
      if (freed.length < batch || this.stopping) return total;
    }
  }
}
