import { Controller } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { liveUpdates } from '@tradepost/contracts/live-updates';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { broadcastLiveUpdate } from '@tradepost/service-kit/messaging/live-updates';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { refOf } from '../request/request.view';
import { TransferLinks } from '../transfer/transfer-links';
import { archiveMayBecome, transferStatus } from '../transfer/transfer.policy';
import { TransfersRepository } from '../transfer/transfers.repository';

/** Results and progress of archive builds, reported by worker-zip. */
@Controller()
export class ArchiveHandler {
  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
    private readonly links: TransferLinks,
    private readonly bus: Bus,
  ) {}

  @Handle(requests.attachArchive)
  attachArchive({ transferId, generation, size }: In<typeof requests.attachArchive>, actor: SystemActor) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, transferId);
      const now = new Date();
      const live = transferStatus(transfer, now) === 'live';
      // an archive stored after the transfer ended must be removed
      if (!live && transfer.archiveRemovedAt) await this.transfers.update(tx, transfer, { archiveRemovedAt: null });
      if (archiveMayBecome(transfer, generation, 'ready')) {
        await this.transfers.update(tx, transfer, { archiveStatus: 'ready', archiveSize: size, archiveReadyAt: now });
        const files = await this.transfers.named(tx, transfer);
        const ref = refOf(transfer.request, files);
        await this.outbox.event(tx, requestEvents.archiveReady, { ...ref, size }, actor);
        if (live) {
          await this.transfers.update(tx, transfer, { linkMailedAt: now });
          await this.links.mail(tx, transfer, ref.fileNames, String(generation));
        }
      }
      return { attached: transfer.generation === generation };
    });
  }

  @Handle(requests.reportArchive)
  async reportArchive({ transferId, generation, percent }: In<typeof requests.reportArchive>) {
    const transfer = await this.transfers.get(transferId);
    if (transfer.generation !== generation || transfer.archiveStatus !== 'building') return { ok: true as const };
    const { senderCompanyId, receiverUserId } = transfer.request;
    broadcastLiveUpdate(
      this.bus,
      liveUpdates.archiveProgress,
      [{ companyId: senderCompanyId }, { userId: receiverUserId }],
      { transferId, percent },
    );
    return { ok: true as const };
  }

  @Handle(requests.failArchive)
  failArchive({ transferId, generation }: In<typeof requests.failArchive>) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, transferId);
      if (archiveMayBecome(transfer, generation, 'failed'))
        await this.transfers.update(tx, transfer, { archiveStatus: 'failed' });
      return { ok: true as const };
    });
  }
}
