import { Controller } from '@nestjs/common';
import { assertHasKeys, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests, type TransferObject, type TransferView } from '@tradepost/contracts/requests';
import { accountOf, permits, receiverIdOf, roleRefusal } from '@tradepost/contracts/roles';
import { apiBase } from '@tradepost/contracts/routes';
import type { DirectRanges } from '@tradepost/contracts/storage/direct-ranges';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import {
  DirectUrls,
  directUrlMs,
  noDirectRanges,
  rangeInside,
  type StoredRange,
} from '@tradepost/service-kit/objects/direct/direct-urls';
import { second } from '@tradepost/service-kit/runtime/durations';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { archiveEntries, archiveName, archiveSize, inSealedFiles, storedSize } from '../archive/bundle';
import { archiveObject } from './download.entity';
import { DownloadsRepository } from './downloads.repository';
import { ManifestSigner } from '../archive/manifest-signer';
import { Grants } from '../grants/grants';
import { ReceiverKeys } from '../grants/receiver-keys';
import { refOf } from '../request/request.view';
import { TransferLinks } from './transfer-links';
import type { TransferRow } from './transfer.entity';
import { assertMay, canReadTransfer, keyLost, resumable } from './transfer.policy';
import { transferView } from './transfer.view';
import { TransfersRepository } from './transfers.repository';

/** One object of a transfer, and what the caller does with it. */
interface Opening extends Pick<In<typeof requests.openArchive>, 'use' | 'bytes'> {
  object: string;
  size: number;
}

/** Shows a transfer and opens its files for download. */
@Controller()
export class TransfersHandler {
  constructor(
    private readonly db: Db,
    private readonly transfers: TransfersRepository,
    private readonly downloads: DownloadsRepository,
    private readonly outbox: Outbox,
    private readonly links: TransferLinks,
    private readonly keys: ReceiverKeys,
    private readonly grants: Grants,
    private readonly manifests: ManifestSigner,
    private readonly urls: DirectUrls,
  ) {}

  @Handle(requests.transfer)
  async transfer({ id }: In<typeof requests.transfer>, actor: UserActor): Promise<TransferView> {
    const transfer = await this.readable(id, actor);
    const { request } = transfer;
    const files = await this.transfers.files(transfer.id);
    const grants = await this.grants.withStatedSender(transfer.grants, actor);
    return transferView({ ...transfer, grants }, files, `${apiBase}/file-requests/${transfer.id}`, {
      manifest: grants ? await this.manifests.sign(request.id, files) : undefined,
      keyLost: keyLost(grants, grants && (await this.keys.current(request.receiverUserId))),
    });
  }

  @Handle(requests.openFile)
  async openFile(
    { transferId, fileId, use, bytes }: In<typeof requests.openFile>,
    actor: UserActor,
  ): Promise<TransferObject> {
    const transfer = await this.openable(transferId, actor);
    const { objectKey, name, contentType, size, sha256, modifiedAt, sealed } = await this.transfers.file(
      transfer.id,
      fileId,
    );
    if (sealed) assertHasKeys(actor);
    await this.count(transfer, { object: fileId, use, bytes, size: storedSize({ size, sealed }) }, actor);
    const presented = sealed ? { name: `${name}.sdx`, contentType: 'application/octet-stream' } : { name, contentType };
    return {
      objectKey,
      ...presented,
      size: storedSize({ size, sealed }),
      etag: sha256,
      modifiedAt: modifiedAt.toISOString(),
    };
  }

  /** The receiver gets them after the same checks, and within the same limit, as bytes from the gateway. */
  @Handle(requests.directRanges)
  async directRanges(
    { transferId, fileId, ranges }: In<typeof requests.directRanges>,
    actor: UserActor,
  ): Promise<DirectRanges> {
    const transfer = await this.openable(transferId, actor);
    const file = await this.transfers.file(transfer.id, fileId);
    const size = storedSize(file);
    const places = () => ranges.map((range) => rangeInside(file.objectKey, size, range));
    return this.direct(transfer, { object: fileId, size, isSealed: !!file.sealed }, places, actor);
  }

  @Handle(requests.directArchiveRanges)
  async directArchiveRanges(
    { transferId, ranges }: In<typeof requests.directArchiveRanges>,
    actor: UserActor,
  ): Promise<DirectRanges> {
    const transfer = await this.openable(transferId, actor);
    const files = await this.transfers.files(transfer.id);
    const archive = { object: archiveObject, size: archiveSize(files), isSealed: !!transfer.grants };
    return this.direct(transfer, archive, () => inSealedFiles(files, ranges), actor);
  }

  @Handle(requests.openArchive)
  async openArchive(
    { transferId, use, bytes }: In<typeof requests.openArchive>,
    actor: UserActor,
  ): Promise<TransferObject> {
    const transfer = await this.openable(transferId, actor);
    if (transfer.grants) assertHasKeys(actor);
    const { request, generation, archiveKey, archiveReadyAt, createdAt } = transfer;
    const files = await this.transfers.files(transfer.id);
    const size = archiveReadyAt ? transfer.archiveSize! : archiveSize(files);
    await this.count(transfer, { object: archiveObject, use, bytes, size }, actor);
    return {
      objectKey: archiveKey,
      name: archiveName(request.senderCompanyName, files),
      contentType: 'application/zip',
      size,
      // the same tag whether the archive is built already or streamed while it is built: the bytes are equal
      etag: `${request.id}-${generation}`,
      modifiedAt: createdAt.toISOString(),
      ...(!archiveReadyAt && { entries: archiveEntries(files) }),
    };
  }

  @Handle(requests.returnBytes)
  async returnBytes({ transferId, fileId, bytes }: In<typeof requests.returnBytes>) {
    await this.downloads.returnResumed({ transferId, object: fileId ?? archiveObject }, bytes);
    return { ok: true as const };
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

  @Handle(requests.liveTransfers)
  async liveTransfers(_: In<typeof requests.liveTransfers>, actor: UserActor) {
    const live = await this.transfers.liveFor(accountOf(actor).userId, new Date());
    return {
      links: live.map(({ fileId, transferId, expiresAt }) => ({
        fileId,
        url: this.links.urlOf({ id: transferId, expiresAt }),
      })),
    };
  }

  /** @param placesOf where the ranges are in the store @throws AppError OWNER_KEYS_REQUIRED, DOWNLOADS_USED; errors of `placesOf` */
  private async direct(
    transfer: TransferRow,
    { object, size, isSealed }: Pick<Opening, 'object' | 'size'> & { isSealed: boolean },
    placesOf: () => StoredRange[],
    actor: UserActor,
  ): Promise<DirectRanges> {
    const lifeMs = Math.min(directUrlMs, transfer.expiresAt.getTime() - Date.now());
    // others are encrypted at rest; S3 counts whole seconds
    if (!this.urls.areOffered || !isSealed || lifeMs < second) return noDirectRanges;
    assertHasKeys(actor);
    const places = placesOf();
    const bytes = places.reduce((sum, { start, end }) => sum + end - start, 0);
    await this.count(transfer, { object, use: 'resume', bytes, size }, actor);
    return this.urls.ranges(places, lifeMs);
  }

  /** Counts the receiver's downloads when they start. @throws AppError DOWNLOADS_USED */
  private async count(transfer: TransferRow, { object, use, bytes, size }: Opening, actor: UserActor): Promise<void> {
    if (use === 'look' || receiverIdOf(actor) !== transfer.request.receiverUserId) return;
    const now = new Date();
    const resumes = async (tx: Tx) =>
      use === 'resume' &&
      (await this.downloads.takeResumed(tx, { transferId: transfer.id, object }, { bytes, ...resumable(size, now) }));
    if (use === 'resume' && (await this.db.transaction(resumes))) return;
    await this.db.transaction(async (tx) => {
      // parallel range requests of one download count once
      await this.transfers.lock(tx, transfer.id);
      if (await resumes(tx)) return;
      if (!(await this.downloads.count(tx, transfer, object, now))) throw new AppError('DOWNLOADS_USED');
      if (transfer.firstDownloadAt || !(await this.downloads.markFirst(tx, transfer.id, now))) return;
      const files = await this.transfers.named(tx, transfer);
      await this.outbox.event(tx, requestEvents.firstDownloaded, refOf(transfer.request, files), actor);
    });
  }

  /** As `readable`: people of the sender's company open what they can open in its folders too. @throws AppError NOT_ALLOWED */
  private async openable(id: string, actor: UserActor): Promise<TransferRow> {
    const transfer = await this.readable(id, actor);
    const isReceiver = receiverIdOf(actor) === transfer.request.receiverUserId;
    if (!isReceiver && !permits(actor, 'content')) throw new AppError('NOT_ALLOWED', roleRefusal);
    return transfer;
  }

  /** @throws AppError NOT_FOUND, TRANSFER_REVOKED, TRANSFER_EXPIRED */
  private async readable(id: string, actor: UserActor): Promise<TransferRow> {
    const transfer = await this.transfers.get(id);
    if (!canReadTransfer(actor, transfer.request)) throw new AppError('NOT_FOUND');
    assertMay('open', transfer, new Date());
    return transfer;
  }
}
