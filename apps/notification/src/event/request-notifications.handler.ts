import { Controller, Inject } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { liveUpdates, notifications } from '@tradepost/contracts/live-updates';
import { requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { CONFIG, type NotificationConfig } from '../config';
import { Notifier } from '../feed/notifier';

/** Notifies both sides of requests and transfers. The requests service enqueues mails with transfer links itself, because links are secrets. */
@Controller()
export class RequestNotificationsHandler {
  constructor(
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(requestEvents.created)
  async created(
    { requestId, companyId, companyName, receiverEmail, fileNames }: Payload<typeof requestEvents.created>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.requestCreated, [{ companyId }], {
      requestId,
      receiverEmail,
      files: fileNames.length,
    });
    await this.notifier.mail(tx, meta, {
      template: 'request-created',
      to: { companyId },
      data: { companyName, receiverEmail, fileNames, link: this.link(`/requests/${requestId}`) },
    });
  }

  @On(requestEvents.signed)
  async keyArrived(
    { requestId, companyId, receiverEmail }: Payload<typeof requestEvents.signed>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.requestKeyArrived, [{ companyId }], { requestId, receiverEmail });
  }

  @On(requestEvents.approved)
  async approved(
    { requestId, companyId, receiverEmail }: Payload<typeof requestEvents.approved>,
    { actor }: EventMeta,
    tx: Tx,
  ) {
    const by = actor?.email ?? '';
    await this.notifier.notify(tx, notifications.requestApproved, [{ companyId }], { requestId, receiverEmail, by });
  }

  /** Refreshes the screens of the approvers. The owner also gets a notification about the signature. */
  @On(requestEvents.approvalsRemoved)
  async approvalsRemoved(
    { requestId, companyId }: Payload<typeof requestEvents.approvalsRemoved>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.push(tx, liveUpdates.approvalsRemoved, [{ companyId }], { requestId });
  }

  /** Members get no notifications, so their comments are for the owner, and an internal one of the owner is for nobody. */
  @On(requestEvents.commented)
  async commented(
    { requestId, companyId, receiverUserId, side, internal, byOwner }: Payload<typeof requestEvents.commented>,
    { actor }: EventMeta,
    tx: Tx,
  ) {
    const readers = [
      ...(byOwner ? [] : [{ companyId }]),
      ...(internal || side === 'receiver' ? [] : [{ userId: receiverUserId }]),
    ];
    if (readers.length > 0)
      await this.notifier.notify(tx, notifications.requestCommented, readers, { requestId, by: actor?.email ?? '' });
  }

  @On(requestEvents.withdrawn)
  async withdrawn(
    { requestId, companyId, receiverEmail }: Payload<typeof requestEvents.withdrawn>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.requestWithdrawn, [{ companyId }], { requestId, receiverEmail });
  }

  @On(requestEvents.accepted)
  async accepted(
    { requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.accepted>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.requestAccepted, [{ userId: receiverUserId }], {
      requestId,
      companyName,
      expiry,
    });
  }

  @On(requestEvents.rejected)
  async rejected(
    {
      requestId,
      companyName,
      receiverUserId,
      receiverEmail,
      fileNames,
      reason,
    }: Payload<typeof requestEvents.rejected>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.requestRejected, [{ userId: receiverUserId }], {
      requestId,
      companyName,
      reason,
    });
    await this.notifier.mail(tx, meta, {
      template: 'request-rejected',
      to: receiverEmail,
      data: { companyName, fileNames, reason, link: this.link(`/requests/${requestId}`) },
    });
  }

  @On(requestEvents.archiveReady)
  async archiveReady(
    { requestId, companyId, companyName, receiverUserId, size }: Payload<typeof requestEvents.archiveReady>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(
      tx,
      notifications.archiveReady,
      [{ userId: receiverUserId }],
      { requestId, companyName, size },
      { alsoPushed: [{ companyId }] },
    );
  }

  @On(requestEvents.revoked)
  async revoked(
    { requestId, companyName, receiverUserId, reason }: Payload<typeof requestEvents.revoked>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.transferChanged, [{ userId: receiverUserId }], {
      requestId,
      companyName,
      change: 'revoked',
      reason,
    });
  }

  @On(requestEvents.extended)
  async extended(
    { requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.extended>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.transferChanged, [{ userId: receiverUserId }], {
      requestId,
      companyName,
      change: 'extended',
      expiry,
    });
  }

  @On(requestEvents.expiringSoon)
  async expiringSoon(
    { requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.expiringSoon>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.transferExpiring, [{ userId: receiverUserId }], {
      requestId,
      companyName,
      expiry,
    });
  }

  @On(requestEvents.firstDownloaded)
  async firstDownloaded(
    { requestId, companyId, receiverEmail, fileNames }: Payload<typeof requestEvents.firstDownloaded>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.transferDownloaded, [{ companyId }], { requestId, receiverEmail });
    await this.notifier.mail(tx, meta, {
      template: 'first-download',
      to: { companyId },
      data: { receiverEmail, fileNames, link: this.link(`/transfers/${requestId}`) },
    });
  }

  private link(path: string): string {
    return `${this.config.ORIGIN}${path}`;
  }
}
