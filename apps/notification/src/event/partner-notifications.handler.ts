import { Controller, Inject } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { reviewFindings, kycEvents } from '@tradepost/contracts/kyc';
import { notifications, type MembersWith } from '@tradepost/contracts/live-updates';
import { storageEvents } from '@tradepost/contracts/storage';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { CONFIG, type NotificationConfig } from '../config';
import { ContactsRepository } from '../contact/contacts.repository';
import { Notifier } from '../feed/notifier';

/** The members who receive for the account with this address. */
const receiversOf = (ownerEmail: string): MembersWith => ({ membersOf: { ownerEmail }, may: 'receive' });

/** Notifies companies and partners of invitations, folders and registrations. */
@Controller()
export class PartnerNotificationsHandler {
  constructor(
    private readonly notifier: Notifier,
    private readonly contacts: ContactsRepository,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @On(identityEvents.companySaved)
  async companySaved(
    { companyId, companyName, email, firstName, userType, created }: Payload<typeof identityEvents.companySaved>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.contacts.save(tx, companyId, email);
    if (!created) return;
    const data = { firstName, companyName, isSender: userType === 'sender', link: this.config.ORIGIN };
    await this.notifier.mail(tx, meta, { template: 'welcome', to: email, data });
  }

  @On(identityEvents.invitationSent)
  async invitationSent(
    { invitationId, companyName, email }: Payload<typeof identityEvents.invitationSent>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.invitationReceived, [{ email }], { invitationId, companyName });
  }

  @On(identityEvents.invitationAccepted)
  async invitationAccepted(
    { invitationId, companyId, companyName, email }: Payload<typeof identityEvents.invitationAccepted>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(tx, notifications.invitationAccepted, [{ companyId }], { invitationId, email });
    await this.notifier.mail(tx, meta, {
      template: 'invitation-accepted',
      to: { companyId },
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
    await this.notifier.notify(
      tx,
      notifications.invitationEnded,
      [byInviter ? { userId: receiverUserId } : { companyId }],
      {
        invitationId,
        partnerName,
      },
    );
    const to = byInviter ? email : { companyId };
    await this.notifier.mail(tx, meta, {
      template: 'partnership-ended',
      to,
      data: { companyName: byInviter ? receiver : companyName, partnerName, link: this.config.ORIGIN },
    });
  }

  @On(storageEvents.folderDelivered)
  async folderDelivered(
    {
      folderId,
      folderName,
      companyId,
      companyName,
      emails,
      partners = [],
    }: Payload<typeof storageEvents.folderDelivered>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(
      tx,
      notifications.folderDelivered,
      // a company that was only invited is no reason to write to its members
      [...emails.map((email) => ({ email })), ...partners.map(receiversOf)],
      { folderId, folderName, companyName },
    );
    const link = `${this.config.ORIGIN}/share-folders?folder=${folderId}`;
    const senderEmail = meta.actor?.email ?? '';
    for (const to of emails) {
      const isPartner = partners.includes(to);
      const address = addressKey(to);
      const use = isPartner
        ? { limit: 'partnerMails' as const, key: `${address} ${companyId}` }
        : { limit: 'unprovenMails' as const, key: address };
      const names = isPartner ? { companyName, folderName } : { companyName: null, folderName: null };
      this.notifier.mailWithin(tx, use, meta, {
        template: 'folder-delivered',
        to: isPartner ? [to, receiversOf(to)] : [to],
        data: { senderEmail, ...names, link },
      });
    }
  }

  @On(storageEvents.fileReplaced)
  async fileReplaced(
    { folderId, folderName, companyName, fileId, name, version, emails }: Payload<typeof storageEvents.fileReplaced>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.notify(
      tx,
      notifications.fileReplaced,
      [...emails.map((email) => ({ email })), ...emails.map(receiversOf)],
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
    await this.notifier.notify(
      tx,
      notifications.kycChanged,
      isDecision ? company : [],
      { status },
      { alsoPushed: isDecision ? [] : company },
    );
    if (!isDecision) return;
    await this.notifier.mail(tx, meta, {
      template: 'kyc-decided',
      to: { companyId },
      data: { status, reason, asked: reviewFindings(documents, fields), link: `${this.config.ORIGIN}/kyc-approval` },
    });
  }

  @On(kycEvents.reverificationDue)
  async reverificationDue(
    { companyId, reverifyAt }: Payload<typeof kycEvents.reverificationDue>,
    meta: EventMeta,
    tx: Tx,
  ) {
    await this.notifier.mail(tx, meta, {
      template: 'reverification-due',
      to: { companyId },
      data: { reverifyAt, link: `${this.config.ORIGIN}/kyc-approval` },
    });
  }
}
