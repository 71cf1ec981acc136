import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Recurring } from '@tradepost/service-kit/recurring';
import { BinRepository } from './bin.repository';
import { DeliveriesRepository } from './deliveries.repository';
import { objectsOf, removeObjects } from './objects';
import { UploadsRepository } from './uploads.repository';
import type { FileRow } from './workspace.entity';
import { binMs } from './workspace.policy';

const batch = 200;

/** Ends uploads whose lease ran out and purges what is due and held by no transfer: quota back first, then the bytes. */
@Injectable()
export class Sweeper extends Recurring {
  protected readonly waitMs = 60_000;

  constructor(
    private readonly db: Db,
    private readonly bin: BinRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly uploads: UploadsRepository,
    private readonly store: ObjectStore,
  ) {
    super();
  }

  /** @returns how many rows went */
  async sweep(now = new Date()): Promise<number> {
    await this.bin.forgetHolds(now);
    await this.deliveries.forgetEnded(new Date(now.getTime() - binMs));
    for (let total = 0; ;) {
      const gone = await this.forgetSome(now);
      await removeObjects(this.store, gone.flatMap(objectsOf));
      total += gone.length;
      if (gone.length < batch || this.stopping) return total;
    }
  }

  private forgetSome(now: Date): Promise<FileRow[]> {
    return this.db.transaction(async (tx) => {
      const rows = await this.bin.lockOver(tx, now, batch);
      await this.uploads.forget(tx, rows);
      return rows;
    });
  }
}
