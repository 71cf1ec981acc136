import { Injectable } from '@nestjs/common';
import { buildArchive } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { archiveEntries, archiveSize } from './bundle';
import type { TransferRow } from '../transfer/transfer.entity';
import { archiveKeyOf, TransfersRepository } from '../transfer/transfers.repository';

/** Enqueues archive builds for worker-zip. */
@Injectable()
export class Archives {
  constructor(
    private readonly outbox: Outbox,
    private readonly transfers: TransfersRepository,
    private readonly governor: Governor,
  ) {}

  /** Enqueues the build of the transfer's current generation. @throws AppError ARCHIVES_FULL */
  async enqueue(tx: Tx, transfer: TransferRow, companyId: string): Promise<void> {
    const { id, generation, archiveKey } = transfer;
    const files = await this.transfers.files(id, tx);
    const [entries, archiveBytes] = [archiveEntries(files), archiveSize(files)];
    const stored = await this.transfers.lockArchiveBytes(tx, companyId);
    this.governor.assertFits('archiveBytes', companyId, stored + archiveBytes, 'ARCHIVES_FULL');
    await this.transfers.update(tx, transfer, { archiveBytes });
    await this.outbox.job(
      tx,
      buildArchive,
      { transferId: id, generation, target: archiveKey, entries },
      { key: `${id}-${generation}` },
    );
  }

  /** Rebuilds an archive that was removed. @throws AppError ARCHIVES_FULL */
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
