import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests, type TransferObject, type TransferView } from '@tradepost/contracts/requests';
import { apiBase, transferLink } from '@tradepost/contracts/routes';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type RequestsConfig } from './config';
import { refOf } from './request.view';
import type { TransferFileRow } from './transfer-file.entity';
import type { TransferRow } from './transfer.entity';
import { assertLive, canReadTransfer, isSender, transferStatus } from './transfer.policy';
import { TransfersRepository } from './transfers.repository';

/** Looking into a transfer, opening what it holds, and withdrawing it. */
@Injectable()
export class TransfersHandler {
  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  @Handle(requests.transfer)
  async transfer({ id }: In<typeof requests.transfer>, actor: UserActor): Promise<TransferView> {
    const transfer = await this.readable(id, actor);
    const base = `${apiBase}/file-requests/${transfer.id}`;
    return {
      id: transfer.id,
      expiry: transfer.expiresAt.toISOString(),
      status: transferStatus(transfer, new Date()),
      senderCompany: transfer.request.senderCompanyName,
      archive: archiveView(transfer, base),
      files: (await this.transfers.files(transfer.id)).map((file) => fileView(file, base)),
    };
  }

  @Handle(requests.openFile)
  async openFile({ transferId, fileId }: In<typeof requests.openFile>, actor: UserActor): Promise<TransferObject> {
    const transfer = await this.readable(transferId, actor);
    const { objectKey, name, contentType, size, sha256, modifiedAt } = await this.transfers.file(transfer.id, fileId);
    return { objectKey, name, contentType, size, etag: sha256, modifiedAt: modifiedAt.toISOString() };
  }

  @Handle(requests.openArchive)
  async openArchive({ transferId }: In<typeof requests.openArchive>, actor: UserActor): Promise<TransferObject> {
    const { request, generation, archiveKey, archiveSize, archiveReadyAt } = await this.readable(transferId, actor);
    if (archiveSize === null || archiveReadyAt === null) {
      throw new AppError('IN_PROGRESS', { message: 'The archive is not ready yet. Please try again shortly.' });
    }
    return {
      objectKey: archiveKey,
      name: `${request.senderCompanyName}.zip`,
      contentType: 'application/zip',
      size: archiveSize,
      etag: `${request.id}-${generation}`,
      modifiedAt: archiveReadyAt.toISOString(),
    };
  }

  @Handle(requests.recordDownload)
  async recordDownload({ id }: In<typeof requests.recordDownload>, actor: UserActor) {
    const transfer = await this.readable(id, actor);
    return this.db.transaction(async (tx) => {
      const files = await this.transfers.named(tx, transfer);
      const ref = refOf(transfer.request, files);
      const downloaded = { ...ref, downloaded: ref.fileNames, byUserId: actor.userId, byEmail: actor.email };
      await this.outbox.event(tx, requestEvents.downloaded, downloaded, actor);
      return { message: 'The download was recorded' };
    });
  }

  @Handle(requests.revoke)
  revoke({ id }: In<typeof requests.revoke>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, id);
      if (!isSender(actor, transfer.request)) throw new AppError('NOT_FOUND');
      if (!transfer.revokedAt) {
        await this.transfers.update(tx, transfer, { revokedAt: new Date() });
        const files = await this.transfers.named(tx, transfer);
        await this.outbox.event(tx, requestEvents.revoked, refOf(transfer.request, files), actor);
      }
      return { message: 'The transfer has been withdrawn' };
    });
  }

  @Handle(requests.liveTransfers)
  async liveTransfers(_: In<typeof requests.liveTransfers>, actor: UserActor) {
    const live = await this.transfers.liveFor(actor.userId, new Date());
    return {
      links: live.map(({ fileId, transferId, expiresAt }) => ({
        fileId,
        url: transferLink(this.config.ORIGIN, transferId, expiresAt.toISOString()),
      })),
    };
  }

  /** @throws AppError NOT_FOUND, TRANSFER_REVOKED, TRANSFER_EXPIRED */
  private async readable(id: string, actor: UserActor): Promise<TransferRow> {
    const transfer = await this.transfers.get(id);
    if (!canReadTransfer(actor, transfer.request)) throw new AppError('NOT_FOUND');
    assertLive(transfer, new Date());
    return transfer;
  }
}

const archiveView = ({ archiveStatus, archiveSize }: TransferRow, base: string): TransferView['archive'] => ({
  status: archiveStatus,
  ...(archiveSize !== null && { size: archiveSize, url: `${base}/archive` }),
});

const fileView = ({ fileId, objectKey, name, contentType, size, sha256 }: TransferFileRow, base: string) => ({
  key: objectKey,
  fileId,
  name,
  contentType,
  size,
  sha256,
  url: `${base}/files/${fileId}`,
});
