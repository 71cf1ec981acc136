import { Inject, Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { askedOf, kycEvents } from '@tradepost/contracts/kyc';
import { storageEvents } from '@tradepost/contracts/storage';
import type { Tx } from '@tradepost/service-kit/database';
import { On, type EventMeta } from '@tradepost/service-kit/decorators';
import { CONFIG, type NotificationConfig } from './config';
import { ContactsRepository } from './contacts.repository';
import { Teller } from './teller';

/** What companies, partners and folders mean to those it concerns; requests and transfers have a handler of their own. */
@Injectable()
export class NotificationHandler {
  constructor(
    private readonly teller: Teller,
    private readonly contacts: ContactsRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(identityEvents.companySaved)
  async companySaved(
    { companyId, companyName, email, firstName, userType, created }: Payload<typeof identityEvents.companySaved>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.contacts.keep(tx, { companyId, email });
    if (!created) return;
    const data = { firstName, companyName, isSender: userType === 'sender', link: this.config.ORIGIN };
    await this.teller.mail(tx, meta, { template: 'welcome', to: email, data });
  }

  @On(identityEvents.invitationSent)
  async invitationSent(
    { invitationId, companyName, email }: Payload<typeof identityEvents.invitationSent>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'invitation.received', [{ email }], { invitationId, companyName });
  }

  @On(identityEvents.invitationAccepted)
  async invitationAccepted(
    { invitationId, companyId, companyName, email }: Payload<typeof identityEvents.invitationAccepted>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(tx, 'invitation.accepted', [{ companyId }], { invitationId, email });
    const to = await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'invitation-accepted',
      to,
      data: { companyName, partnerEmail: email, link: this.config.ORIGIN },
    });
  }

  @On(identityEvents.partnershipEnded)
  async partnershipEnded(
    {
      invitationId,
      companyId,
      companyName,
      email,
      receiverUserId,
      receiverCompanyName,
      by,
    }: Payload<typeof identityEvents.partnershipEnded>,
    meta: EventMeta,
    tx: Tx,
  ) {
    const receiver = receiverCompanyName ?? email;
    const byInviter = by === 'inviter';
    const partnerName = byInviter ? companyName : receiver;
    await this.teller.post(tx, 'invitation.ended', [byInviter ? { userId: receiverUserId } : { companyId }], {
      invitationId,
      partnerName,
    });
    const to = byInviter ? email : await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'partnership-ended',
      to,
      data: { companyName: byInviter ? receiver : companyName, partnerName, link: this.config.ORIGIN },
    });
  }

  @On(storageEvents.folderDelivered)
  async folderDelivered(
    { folderId, folderName, companyName, emails }: Payload<typeof storageEvents.folderDelivered>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(
      tx,
      'folder.delivered',
      emails.map((email) => ({ email })),
      { folderId, folderName, companyName },
    );
    const link = `${this.config.ORIGIN}/share-folders`;
    for (const to of emails)
      await this.teller.mail(tx, meta, { template: 'folder-delivered', to, data: { companyName, folderName, link } });
  }

  @On(storageEvents.fileReplaced)
  async fileReplaced(
    { folderId, folderName, companyName, fileId, name, version, emails }: Payload<typeof storageEvents.fileReplaced>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.teller.post(
      tx,
      'file.replaced',
      emails.map((email) => ({ email })),
      { folderId, folderName, companyName, fileId, name, version },
    );
  }

  @On(kycEvents.statusChanged)
  async kycChanged(
    { companyId, status, reason, documents, fields }: Payload<typeof kycEvents.statusChanged>,
    meta: EventMeta,
    tx: Tx,
  ) {
    const isDecision = status !== 'Processing';
    const company = [{ companyId }];
    await this.teller.post(
      tx,
      'kyc.changed',
      isDecision ? company : [],
      { status },
      { alsoShown: isDecision ? [] : company },
    );
    if (!isDecision) return;
    const to = await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'kyc-decided',
      to,
      data: { status, reason, asked: askedOf(documents, fields), link: `${this.config.ORIGIN}/kyc-approval` },
    });
  }

  @On(kycEvents.reverificationDue)
  async reverificationDue(
    { companyId, reverifyAt }: Payload<typeof kycEvents.reverificationDue>,
    meta: EventMeta,
    tx: Tx,
  ) {
    const to = await this.contacts.emailOf(tx, companyId);
    await this.teller.mail(tx, meta, {
      template: 'reverification-due',
      to,
      data: { reverifyAt, link: `${this.config.ORIGIN}/kyc-approval` },
    });
  }
}
