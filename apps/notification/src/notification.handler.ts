import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { kycEvents } from '@tradepost/contracts/kyc';
import { notificationEvents, type Audience, type LiveType } from '@tradepost/contracts/notification';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type NotificationConfig } from './config';
import { ContactsRepository } from './contacts.repository';

type Data = Record<string, string | number | null>;

/** What happened, told to whom it concerns: at once to their browsers, and by mail where they wait for it. */
@Injectable()
export class NotificationHandler {
  constructor(
    private readonly outbox: Outbox,
    private readonly contacts: ContactsRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(identityEvents.companySaved)
  async companySaved({ companyId, email }: Payload<typeof identityEvents.companySaved>, _meta: EventMeta, tx: Tx) {
    await this.contacts.keep(tx, { companyId, email });
  }

  @On(identityEvents.invitationSent)
  async invitationSent({ invitationId, companyName, email }: Payload<typeof identityEvents.invitationSent>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'invitation.received', [{ email }], { invitationId, companyName });
  }

  @On(identityEvents.invitationAccepted)
  async invitationAccepted({ invitationId, companyId, companyName, email }: Payload<typeof identityEvents.invitationAccepted>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'invitation.accepted', [{ companyId }], { invitationId, email });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.mail(tx, meta, { template: 'invitation-accepted', to, data: { companyName, partnerEmail: email, link: this.config.ORIGIN } });
  }

  @On(storageEvents.folderDelivered)
  async folderDelivered({ folderId, folderName, companyName, emails }: Payload<typeof storageEvents.folderDelivered>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'folder.delivered', emails.map((email) => ({ email })), { folderId, folderName, companyName });
    const link = `${this.config.ORIGIN}/share-folders`;
    for (const to of emails) await this.mail(tx, meta, { template: 'folder-delivered', to, data: { companyName, folderName, link } });
  }

  @On(requestEvents.created)
  async requestCreated({ requestId, companyId, companyName, receiverEmail, fileNames }: Payload<typeof requestEvents.created>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'request.created', [{ companyId }], { requestId, receiverEmail, files: fileNames.length });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.mail(tx, meta, { template: 'request-created', to, data: { companyName, receiverEmail, fileNames, link: `${this.config.ORIGIN}/requests` } });
  }

  @On(requestEvents.accepted)
  async requestAccepted({ requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.accepted>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'request.accepted', [{ userId: receiverUserId }], { requestId, companyName, expiry });
  }

  @On(requestEvents.rejected)
  async requestRejected({ requestId, companyName, receiverUserId, receiverEmail, fileNames, reason }: Payload<typeof requestEvents.rejected>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'request.rejected', [{ userId: receiverUserId }], { requestId, companyName });
    await this.mail(tx, meta, { template: 'request-rejected', to: receiverEmail, data: { companyName, fileNames, reason, link: `${this.config.ORIGIN}/share-folders` } });
  }

  @On(requestEvents.withdrawn)
  async requestWithdrawn({ requestId, companyId, receiverEmail }: Payload<typeof requestEvents.withdrawn>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'request.withdrawn', [{ companyId }], { requestId, receiverEmail });
  }

  @On(requestEvents.revoked)
  async transferRevoked({ requestId, companyId, companyName, receiverUserId, reason }: Payload<typeof requestEvents.revoked>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'transfer.changed', [{ userId: receiverUserId }, { companyId }], { requestId, companyName, status: 'revoked', reason });
  }

  @On(requestEvents.extended)
  async transferExtended({ requestId, companyId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.extended>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'transfer.changed', [{ userId: receiverUserId }, { companyId }], { requestId, companyName, status: 'live', expiry });
  }

  /** Its mail carries the link, so it comes from the transfer's owner. */
  @On(requestEvents.expiringSoon)
  async transferExpiring({ requestId, companyName, receiverUserId, expiry }: Payload<typeof requestEvents.expiringSoon>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'transfer.expiring', [{ userId: receiverUserId }], { requestId, companyName, expiry });
  }

  @On(requestEvents.firstDownloaded)
  async transferDownloaded({ requestId, companyId, receiverEmail, fileNames }: Payload<typeof requestEvents.firstDownloaded>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'transfer.downloaded', [{ companyId }], { requestId, receiverEmail });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.mail(tx, meta, { template: 'first-download', to, data: { receiverEmail, fileNames, link: `${this.config.ORIGIN}/requests` } });
  }

  @On(requestEvents.archiveReady)
  async archiveReady({ requestId, companyId, receiverUserId, size }: Payload<typeof requestEvents.archiveReady>, _meta: EventMeta, tx: Tx) {
    await this.post(tx, 'archive.ready', [{ userId: receiverUserId }, { companyId }], { requestId, size });
  }

  @On(kycEvents.statusChanged)
  async kycChanged({ companyId, userId, status, reason }: Payload<typeof kycEvents.statusChanged>, meta: EventMeta, tx: Tx) {
    await this.post(tx, 'kyc.changed', [{ userId }, { companyId }], { status });
    if (status === 'Processing') return;
    const to = await this.contacts.emailOf(tx, companyId);
    await this.mail(tx, meta, { template: 'kyc-decided', to, data: { status, reason, link: `${this.config.ORIGIN}/kyc-approval` } });
  }

  private post(tx: Tx, type: LiveType, audience: Audience[], data: Data) {
    return this.outbox.event(tx, notificationEvents.posted, { type, audience, data }, { kind: 'system', service: 'notification' });
  }

  /** One mail an event and recipient, however often the event comes. */
  private mail(tx: Tx, { id }: EventMeta, mail: Mail) {
    return this.outbox.job(tx, sendMail, mail, { key: `${mail.template}-${id}-${mail.to.toLowerCase()}` });
  }
}
