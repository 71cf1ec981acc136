import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { passingSubject, type Posted } from '@tradepost/contracts/notification';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { refOf } from './request.view';
import { TransferLinks } from './transfer-links';
import { archiveMayBecome, transferStatus } from './transfer.policy';
import { TransfersRepository } from './transfers.repository';

/** What became of an archive, as worker-zip tells it. */
@Injectable()
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
      // what was stored after the end is there to be removed
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
    const posted: Posted = {
      type: 'archive.progress',
      audience: [{ companyId: senderCompanyId }, { userId: receiverUserId }],
      data: { transferId, percent },
    };
    this.bus.broadcast(passingSubject, Buffer.from(JSON.stringify({ payload: posted })));
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
