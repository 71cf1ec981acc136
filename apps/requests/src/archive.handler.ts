import { Inject, Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { sendMail } from '@tradepost/contracts/jobs';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { transferLink } from '@tradepost/contracts/routes';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type RequestsConfig } from './config';
import { refOf } from './request.view';
import type { TransferRow } from './transfer.entity';
import { archiveMayBecome, transferStatus } from './transfer.policy';
import { TransfersRepository } from './transfers.repository';

/** What became of an archive, as worker-zip tells it. */
@Injectable()
export class ArchiveHandler {
  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  @Handle(requests.attachArchive)
  attachArchive({ transferId, generation, size }: In<typeof requests.attachArchive>, actor: SystemActor) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, transferId);
      if (archiveMayBecome(transfer, generation, 'ready')) {
        await this.transfers.update(tx, transfer, { archiveStatus: 'ready', archiveSize: size, archiveReadyAt: new Date() });
        const files = await this.transfers.named(tx, transfer);
        const ref = refOf(transfer.request, files);
        await this.outbox.event(tx, requestEvents.archiveReady, { ...ref, size }, actor);
        if (transferStatus(transfer, new Date()) === 'live') await this.mailLink(tx, transfer, ref.fileNames);
      }
      return { attached: transfer.generation === generation };
    });
  }

  @Handle(requests.failArchive)
  failArchive({ transferId, generation }: In<typeof requests.failArchive>) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, transferId);
      if (archiveMayBecome(transfer, generation, 'failed')) await this.transfers.update(tx, transfer, { archiveStatus: 'failed' });
      return { ok: true as const };
    });
  }

  private mailLink(tx: Tx, { id, generation, expiresAt, request }: TransferRow, fileNames: string[]) {
    const expiry = expiresAt.toISOString();
    const data = { companyName: request.senderCompanyName, fileNames, link: transferLink(this.config.ORIGIN, id, expiry), expiry };
    const key = `transfer-ready-${request.id}-${generation}`;
    return this.outbox.job(tx, sendMail, { template: 'transfer-ready', to: request.receiverEmail, data }, { key, notAfter: expiresAt });
  }
}
