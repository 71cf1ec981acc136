import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { requestEvents, requests, type TransferItem } from '@tradepost/contracts/requests';
import { accountOf, permits, receiverIdOf } from '@tradepost/contracts/roles';
import { storage, type StoredFile } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { log } from '@tradepost/service-kit/observability/logging';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { Archives } from '../archive/archives';
import { Grants } from '../grants/grants';
import { ReceiverKeys } from '../grants/receiver-keys';
import { Partnerships } from '../partnership/partnerships';
import { assertHasKeysOf, modeOfFile } from '../grants/sealed.policy';
import { assertExpiry } from '../request/request.policy';
import { receiverView, refOf } from '../request/request.view';
import { RequestsRepository, type Side, type RequestedFile } from '../request/requests.repository';
import { TransferLinks } from './transfer-links';
import { TransferListsRepository, type TransferQuery } from './transfer-lists.repository';
import type { TransferRow } from './transfer.entity';
import { assertLater, assertMayMailAgain, assertMay, isSender, keyLost, reminderTime } from './transfer.policy';
import { transferItem, type TransferWithParts } from './transfer.view';
import { TransfersRepository } from './transfers.repository';

/** Lists transfers, extends and revokes them, mails their links again and repeats their requests. */
@Controller()
export class TransferLifecycleHandler {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
    private readonly transfers: TransfersRepository,
    private readonly lists: TransferListsRepository,
    private readonly archives: Archives,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
    private readonly links: TransferLinks,
    private readonly keys: ReceiverKeys,
    private readonly grants: Grants,
    private readonly partnerships: Partnerships,
  ) {}

  @Handle(requests.transfers)
  ofCompany(query: In<typeof requests.transfers>, actor: UserActor) {
    return this.page({ senderCompanyId: companyOf(actor).companyId }, query, (found) => this.senderItem(found));
  }

  @Handle(requests.myTransfers)
  mine(query: In<typeof requests.myTransfers>, actor: UserActor) {
    return this.page({ receiverUserId: accountOf(actor).userId }, query, (found) =>
      transferItem(
        found,
        found.transfer.request.senderCompanyName,
        permits(actor, 'receive') ? this.links.urlOf(found.transfer) : null,
      ),
    );
  }

  @Handle(requests.revoke)
  async revoke({ id, reason }: In<typeof requests.revoke>, actor: UserActor) {
    const requestId = await this.db.transaction(async (tx) => {
      const transfer = await this.lockOwned(tx, id, actor);
      if (!transfer.revokedAt) {
        await this.transfers.revoke(tx, transfer, reason || null);
        const files = await this.transfers.named(tx, transfer);
        await this.outbox.event(
          tx,
          requestEvents.revoked,
          { ...refOf(transfer.request, files), reason: transfer.revokeReason },
          actor,
        );
      }
      return transfer.requestId;
    });
    await this.rpc
      .call(storage.releaseFiles, { transferId: requestId }, actor)
      .catch((error) =>
        log.warn(
          { err: error, requestId },
          'could not release the files of a revoked transfer; they stay held until its expiry',
        ),
      );
    return { message: 'The transfer has been revoked' };
  }

  @Handle(requests.extend)
  async extend({ id, expiry, ...set }: In<typeof requests.extend>, actor: UserActor) {
    const [now, expiresAt] = [new Date(), new Date(expiry)];
    const current = await this.transfers.get(id);
    assertMayExtend(current, actor, expiresAt, now);
    const { requestId, request } = current;
    const { receiverUserId } = request;
    const grants = await this.grants.ofExtension(
      { requestId, receiverUserId, expiresAt, files: await this.transfers.files(id), set },
      current.grants,
      actor,
    );
    await this.rpc.call(storage.renewHold, { transferId: requestId, until: expiresAt.toISOString() }, actor);
    return this.db.transaction(async (tx) => {
      const transfer = await this.transfers.lock(tx, id);
      assertMayExtend(transfer, actor, expiresAt, now);
      await this.archives.restore(tx, transfer);
      const remindAt = transfer.firstDownloadAt ? null : reminderTime(now, expiresAt);
      await this.transfers.extend(tx, transfer, { expiresAt, grants, remindAt, linkMailedAt: now }, now);
      const ref = refOf(transfer.request, await this.transfers.named(tx, transfer));
      const until = expiresAt.toISOString();
      await this.links.mail(tx, transfer, ref.fileNames, until);
      await this.outbox.event(tx, requestEvents.extended, { ...ref, expiry: until }, actor);
      const [found] = await this.lists.withParts(tx, [transfer]);
      return { transfer: this.senderItem(found!) };
    });
  }

  @Handle(requests.resendLink)
  resendLink({ id }: In<typeof requests.resendLink>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const transfer = await this.lockOwned(tx, id, actor);
      const now = new Date();
      assertMay('mail-link', transfer, now);
      assertMayMailAgain(transfer.linkMailedAt, now);
      await this.transfers.update(tx, transfer, { linkMailedAt: now });
      const files = await this.transfers.named(tx, transfer);
      await this.links.mail(
        tx,
        transfer,
        files.map(({ name }) => name),
        now.toISOString(),
      );
      return { message: `The link was mailed to ${transfer.request.receiverEmail}` };
    });
  }

  @Handle(requests.askAgain)
  async askAgain({ id, note }: In<typeof requests.askAgain>, actor: UserActor) {
    const { senderCompanyId, receiverUserId } = (await this.transfers.get(id)).request;
    if (receiverIdOf(actor) !== receiverUserId) throw new AppError('NOT_FOUND');
    const partnerships = await this.partnerships.require([senderCompanyId], actor);
    const fileIds = (await this.transfers.files(id)).map(({ fileId }) => fileId);
    const { files: present } = await this.rpc.call(storage.visibleFiles, { fileIds, partial: true }, actor);
    return this.db.transaction(async (tx) => {
      await this.requests.lockReceiver(tx, receiverUserId);
      await this.partnerships.assertNotEnded(tx, receiverUserId, partnerships);
      const transfer = await this.transfers.lock(tx, id);
      if (!keyLost(transfer.grants, transfer.grants && (await this.keys.current(receiverUserId))))
        assertMay('ask-again', transfer, new Date());
      const requested = await this.requestedAgain(tx, transfer, present);
      assertHasKeysOf(requested, actor);
      const pending = await this.requests.alreadyPending(tx, receiverUserId, fileIds);
      const [first, ...others] = requested.filter(({ fileId }) => !pending.includes(fileId));
      if (!first) return { request: receiverView((await this.requests.pendingWith(tx, receiverUserId, fileIds))!) };
      const created = await this.requests.insert(
        tx,
        [first, ...others],
        { note, intendedUse: transfer.request.intendedUse },
        actor,
        partnerships,
      );
      await this.outbox.event(tx, requestEvents.created, refOf(created.request, created.files), actor);
      return { request: receiverView(created) };
    });
  }

  /** With their present versions and terms; a file that the receiver no longer sees, as it was sent. */
  private async requestedAgain(tx: Tx, transfer: TransferRow, present: StoredFile[]): Promise<RequestedFile[]> {
    const { senderCompanyId: companyId, senderCompanyName: companyName } = transfer.request;
    const byId = new Map(present.map((file) => [file.fileId, file]));
    return (await this.transfers.named(tx, transfer)).map(({ contentType, ...file }) => {
      const now = byId.get(file.fileId);
      return now ? { ...now, mode: modeOfFile(now) } : { ...file, mimetype: contentType, companyId, companyName };
    });
  }

  private async page(side: Side, query: TransferQuery, toItem: (found: TransferWithParts) => TransferItem) {
    const { items, total } = await this.lists.page(side, query);
    return { items: items.map(toItem), total, page: query.page, pageSize: query.pageSize };
  }

  private senderItem(found: TransferWithParts): TransferItem {
    const { request } = found.transfer;
    return transferItem(found, request.receiverCompanyName ?? request.receiverEmail, this.links.urlOf(found.transfer));
  }

  /** @throws AppError NOT_FOUND when the transfer is not from the actor's company */
  private async lockOwned(tx: Tx, id: string, actor: UserActor): Promise<TransferRow> {
    const transfer = await this.transfers.lock(tx, id);
    if (!isSender(actor, transfer.request)) throw new AppError('NOT_FOUND');
    return transfer;
  }
}

/** @throws AppError NOT_FOUND, TRANSFER_REVOKED, EXPIRY_NOT_FUTURE, INVALID */
function assertMayExtend(transfer: TransferRow, actor: UserActor, expiresAt: Date, now: Date): void {
  if (!isSender(actor, transfer.request)) throw new AppError('NOT_FOUND');
  assertMay('extend', transfer, now);
  assertExpiry(expiresAt, now);
  assertLater(expiresAt, transfer);
}
