import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { requestEvents } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Recurring } from '@tradepost/service-kit/recurring';
import { refOf } from './request.view';
import { TransferLinks } from './transfer-links';
import { archiveKeyOf, TransfersRepository } from './transfers.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };

/** What time does to transfers: a reminder before the end, and no archive after it. */
@Injectable()
export class TransferSweeper extends Recurring {
  protected readonly waitMs = 60_000;

  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
    private readonly links: TransferLinks,
    private readonly store: ObjectStore,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.remindOne(now));
    await this.whileAny(() => this.collectOne(now));
  }

  /** Once a transfer and end, whichever replica is first. */
  private remindOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lockDue(tx, now);
      if (!transfer) return false;
      await this.transfers.update(tx, transfer, { remindAt: null });
      const ref = refOf(transfer.request, await this.transfers.named(tx, transfer));
      const expiry = transfer.expiresAt.toISOString();
      await this.links.mail(tx, transfer, ref.fileNames, expiry, 'transfer-expiring');
      await this.outbox.event(tx, requestEvents.expiringSoon, { ...ref, expiry }, self);
      return true;
    });
  }

  /** The end itself is the tombstone: nothing serves the archive any more. The row is told last, so a crash in between repeats this. */
  private collectOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lockEnded(tx, now);
      if (!transfer) return false;
      // every generation: a slow worker may have stored an earlier one after its time
      for (let generation = 1; generation <= transfer.generation; generation += 1)
        await this.store.remove(archiveKeyOf(transfer.requestId, generation));
      await this.transfers.update(tx, transfer, { archiveRemovedAt: now });
      return true;
    });
  }
}
