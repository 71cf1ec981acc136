import { Injectable } from '@nestjs/common';
import { buildArchive } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { archiveEntries, archiveSize } from './bundle';
import type { TransferRow } from '../transfer/transfer.entity';
import { archiveKeyOf, TransfersRepository } from '../transfer/transfers.repository';

/** Builds end soon, but nobody knows when. */
const retryAfterSeconds = 30;

/** Enqueues archive builds for worker-zip. */
@Injectable()
export class Archives {
  constructor(
    private readonly outbox: Outbox,
    private readonly transfers: TransfersRepository,
    private readonly governor: Governor,
  ) {}

  /** Enqueues the build of the transfer's current generation. @throws AppError ARCHIVES_FULL, TOO_MANY */
  async enqueue(tx: Tx, transfer: TransferRow, companyId: string): Promise<void> {
    const { id, generation, archiveKey } = transfer;
    const files = await this.transfers.files(id, tx);
    const [entries, archiveBytes] = [archiveEntries(files), archiveSize(files)];
    const { bytes, building } = await this.transfers.lockArchives(tx, companyId);
    this.governor.assertFits('archiveBytes', companyId, bytes + archiveBytes, 'ARCHIVES_FULL');
    // this transfer is one of those that are being built
    if (building > this.governor.amountOf('archivesBuilding', companyId))
      throw this.governor.refusedBy('archivesBuilding', companyId, retryAfterSeconds);
    await this.transfers.update(tx, transfer, { archiveBytes });
    await this.outbox.job(
      tx,
      buildArchive,
      { transferId: id, generation, target: archiveKey, entries },
      { key: `${id}-${generation}` },
    );
  }

  /** Rebuilds an archive that was removed. @throws as `enqueue` */
  async restore(tx: Tx, transfer: TransferRow): Promise<void> {
    if (!transfer.archiveRemovedAt) return;
    const generation = transfer.generation + 1;
    await this.transfers.update(tx, transfer, {
      generation,
      archiveKey: archiveKeyOf(transfer.requestId, generation),
      archiveStatus: 'building',
      archiveBytes: 0,
      archiveSize: null,
      archiveReadyAt: null,
      archiveRemovedAt: null,
    });
    await this.enqueue(tx, transfer, transfer.request.senderCompanyId);
  }
}
