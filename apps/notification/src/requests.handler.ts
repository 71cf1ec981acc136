import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { requestEvents } from '@tradepost/contracts/requests';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { CONFIG, type NotificationConfig } from './config';
import { ContactsRepository } from './contacts.repository';
import { Teller } from './teller';

/** What requests and transfers mean to both sides. Links of transfers are secrets: their mails are promised by requests. */
@Injectable()
export class RequestsHandler {
  constructor(
    private readonly teller: Teller,
    private readonly contacts: ContactsRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(requestEvents.created)
  async created(
    { requestId, companyId, companyName, receiverEmail, fileNames }: Payload<typeof requestEvents.created>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'request.created', [{ companyId }], {
      requestId,
      receiverEmail,
      files: fileNames.length,
    });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'request-created',
      to,
      data: { companyName, receiverEmail, fileNames, link: `${this.config.ORIGIN}/requests` },
    });
  }

  @On(requestEvents.keyArrived)
  async keyArrived(
    { requestId, companyId, receiverEmail }: Payload<typeof requestEvents.keyArrived>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'request.key-arrived', [{ companyId }], { requestId, receiverEmail });
  }

  @On(requestEvents.withdrawn)
  async withdrawn(
    { requestId, companyId, receiverEmail }: Payload<typeof requestEvents.withdrawn>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'request.withdrawn', [{ companyId }], { requestId, receiverEmail });
  }

  @On(requestEvents.accepted)
  async accepted(
    { requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.accepted>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'request.accepted', [{ userId: receiverUserId }], { requestId, companyName, expiry });
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
    await this.teller.post(tx, 'request.rejected', [{ userId: receiverUserId }], { requestId, companyName, reason });
    await this.teller.mail(tx, meta, {
      template: 'request-rejected',
      to: receiverEmail,
      data: { companyName, fileNames, reason, link: `${this.config.ORIGIN}/share-folders` },
    });
  }

  @On(requestEvents.archiveReady)
  async archiveReady(
    { requestId, companyId, companyName, receiverUserId, size }: Payload<typeof requestEvents.archiveReady>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(
      tx,
      'archive.ready',
      [{ userId: receiverUserId }],
      { requestId, companyName, size },
      { alsoShown: [{ companyId }] },
    );
  }

  @On(requestEvents.revoked)
  async revoked(
    { requestId, companyName, receiverUserId, reason }: Payload<typeof requestEvents.revoked>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'transfer.changed', [{ userId: receiverUserId }], {
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
    await this.teller.post(tx, 'transfer.changed', [{ userId: receiverUserId }], {
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
    await this.teller.post(tx, 'transfer.expiring', [{ userId: receiverUserId }], { requestId, companyName, expiry });
  }

  @On(requestEvents.firstDownloaded)
  async firstDownloaded(
    { requestId, companyId, receiverEmail, fileNames }: Payload<typeof requestEvents.firstDownloaded>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'transfer.downloaded', [{ companyId }], { requestId, receiverEmail });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'first-download',
      to,
      data: { receiverEmail, fileNames, link: `${this.config.ORIGIN}/requests` },
    });
  }
}
