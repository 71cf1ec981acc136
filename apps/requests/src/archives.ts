import { Injectable } from '@nestjs/common';
import { buildArchive } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { archiveEntries } from './bundle';
import type { TransferRow } from './transfer.entity';
import { archiveKeyOf, TransfersRepository } from './transfers.repository';

/** Builds of archives, as they are promised to worker-zip. */
@Injectable()
export class Archives {
  constructor(
    private readonly outbox: Outbox,
    private readonly transfers: TransfersRepository,
  ) {}

  /** Promises the build of the transfer's present generation. */
  async promise(tx: Tx, { id, generation, archiveKey }: TransferRow): Promise<void> {
    const entries = archiveEntries(await this.transfers.files(id, tx));
    await this.outbox.job(
      tx,
      buildArchive,
      { transferId: id, generation, target: archiveKey, entries },
      { key: `${id}-${generation}` },
    );
  }

  /** Where the archive went with the transfer's end, another one is built. */
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
    await this.promise(tx, transfer);
  }
}
