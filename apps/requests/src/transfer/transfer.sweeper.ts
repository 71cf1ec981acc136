import { Inject, Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { requestEvents } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { daysAfter, minute } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { CONFIG, type RequestsConfig } from '../config';
import { refOf } from '../request/request.view';
import { TransferLinks } from './transfer-links';
import type { TransferRow } from './transfer.entity';
import { archiveKeyOf, TransfersRepository } from './transfers.repository';

const self: SystemActor = { kind: 'system', service: 'requests' };

/** Reminds receivers before a transfer expires and removes archives of ended transfers and archives that nobody uses. */
@Injectable()
export class TransferSweeper extends ScheduledTask {
  protected readonly waitMs = minute;

  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
    private readonly links: TransferLinks,
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.remindOne(now));
    await this.whileAny(() => this.removeArchive(now));
    await this.whileAny(() => this.removeUnused(now));
  }

  /** Once per transfer and expiry; the row is locked, so only one replica does it. */
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

  /** An ended transfer serves no archive. The row is updated last, so that a crash repeats the removal. */
  private removeArchive(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lockEnded(tx, now);
      if (!transfer) return false;
      await this.removeObjects(transfer);
      await this.transfers.update(tx, transfer, { archiveRemovedAt: now });
      return true;
    });
  }

  /** Later downloads get the same bytes, built as they are sent. */
  private removeUnused(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lockUnused(tx, daysAfter(now, -this.config.ARCHIVE_DAYS));
      if (!transfer) return false;
      await this.removeObjects(transfer);
      await this.transfers.update(tx, transfer, { archiveRemovedAt: now, archiveReadyAt: null, archiveSize: null });
      return true;
    });
  }

  private async removeObjects({ requestId, generation: newest }: TransferRow): Promise<void> {
    // every generation: a slow worker may have stored an earlier one late
    for (let generation = 1; generation <= newest; generation += 1)
      await this.store.remove(archiveKeyOf(requestId, generation));
  }
}
