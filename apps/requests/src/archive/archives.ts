import { Injectable } from '@nestjs/common';
import { buildArchive } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { archiveEntries } from './bundle';
import type { TransferRow } from '../transfer/transfer.entity';
import { archiveKeyOf, TransfersRepository } from '../transfer/transfers.repository';

/** Enqueues archive builds for worker-zip. */
@Injectable()
export class Archives {
  constructor(
    private readonly outbox: Outbox,
    private readonly transfers: TransfersRepository,
  ) {}

  /** Enqueues the build of the transfer's current generation. */
  async enqueue(tx: Tx, { id, generation, archiveKey }: TransferRow): Promise<void> {
    const entries = archiveEntries(await this.transfers.files(id, tx));
    await this.outbox.job(
      tx,
      buildArchive,
      { transferId: id, generation, target: archiveKey, entries },
      { key: `${id}-${generation}` },
    );
  }

  /** Rebuilds an archive that was removed when the transfer ended. */
  async restore(tx: Tx, transfer: TransferRow): Promise<void> {
    if (!transfer.archiveRemovedAt) return;
    const generation = transfer.generation + 1;
    await this.transfers.update(tx, transfer, {
      generation,
      archiveKey: archiveKeyOf(transfer.requestId, generation),
      archiveStatus: 'building',
      archiveSize: null,
      archiveReadyAt: null,
      archiveRemovedAt: null,
    });
    await this.enqueue(tx, transfer);
  }
}
