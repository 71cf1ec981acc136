import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { sendMail, type Mail, type MailTemplate, type MailTemplates } from '@tradepost/contracts/jobs';
import {
  notificationEvents,
  type AnyLiveUpdate,
  type AnyNotification,
  type Audience,
  type MembersWith,
  type NotificationData,
  type Recipient,
} from '@tradepost/contracts/live-updates';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { Use } from '@tradepost/service-kit/limits/governor.repository';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { liveUpdateMessage } from '@tradepost/service-kit/messaging/live-updates';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ContactsRepository } from '../contact/contacts.repository';
import { ListedMembersRepository } from '../member/listed-members.repository';
import { NotificationsRepository, type NewNotification } from './notifications.repository';
import { WebhookDeliveriesRepository, type NewDelivery } from '../webhook/deliveries.repository';

type Addressed<To> = {
  [T in MailTemplate]: { template: T; to: To; data: MailTemplates[T]; memberOf?: string };
}[MailTemplate];

type Content = Omit<Addressed<string>, 'to'>;

/** An address, the contact address of a company, unless its account was deleted, or members. */
type MailRecipient = string | { companyId: string } | MembersWith;

interface PendingMail {
  eventId: string;
  to: MailRecipient;
  mail: Content;
}

/** Mails of which all are sent, or none if the use is refused. */
interface LimitedMails {
  use: Use;
  mails: PendingMail[];
}

interface ForMembers {
  members: MembersWith;
  notification: Pick<NewNotification, 'type' | 'data'>;
}

interface Pending {
  notifications: NewNotification[];
  forMembers: ForMembers[];
  deliveries: NewDelivery[];
  mails: PendingMail[];
  limited: LimitedMails[];
}

const isOfMembers = (one: object): one is MembersWith => 'membersOf' in one;

/** The queue's events outlive the job and must not name people. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/**
 * Notifies people: in their open browsers, in their lists and by mail, and their programs by webhooks. What the events of a transaction
 * cause is written together when it ends.
 */
@Injectable()
export class Notifier {
  private readonly pending = new WeakMap<Tx, Pending>();

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly notifications: NotificationsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly contacts: ContactsRepository,
    private readonly members: ListedMembersRepository,
    private readonly governor: Governor,
  ) {}

  /** Who is meant more than once gets it once. @param alsoPushed gets the live update and the webhooks, but no entry in the list */
  async notify<N extends AnyNotification>(
    tx: Tx,
    notification: N,
    meant: (Recipient | MembersWith)[],
    payload: Payload<N>,
    { alsoPushed = [] }: { alsoPushed?: Recipient[] } = {},
  ) {
    const audience = [...new Map(meant.map((one) => [JSON.stringify(one), one])).values()];
    const pushed = [...audience, ...alsoPushed];
    if (pushed.length === 0) return;
    const { type } = notification;
    const data = payload as NotificationData;
    const pending = this.pendingOf(tx);
    for (const one of audience)
      if (isOfMembers(one)) pending.forMembers.push({ members: one, notification: { type, data } });
      else pending.notifications.push({ type, recipient: one, data });
    const eventId = await this.push(tx, notification, pushed, payload);
    const recipients = pushed.filter((one): one is Recipient => !isOfMembers(one));
    pending.deliveries.push({ eventId, kind: type, recipients, data });
  }

  /** Refreshes open browsers; stores nothing. @returns the id of the event */
  push<U extends AnyLiveUpdate>(tx: Tx, update: U, audience: Audience[], payload: Payload<U>) {
    return this.outbox.event(tx, notificationEvents.posted, liveUpdateMessage(update, audience, payload), {
      kind: 'system',
      service: 'notification',
    });
  }

  /** Sends one mail per event and recipient, also when the event is delivered again. */
  async mail(tx: Tx, { id: eventId }: Pick<EventMeta, 'id'>, { to, ...mail }: Addressed<MailRecipient>): Promise<void> {
    if (typeof to === 'string') return this.send(tx, eventId, to, mail as Content);
    this.pendingOf(tx).mails.push({ eventId, to, mail: mail as Content });
  }

  /** As `mail`, to all of them as one use of a limit; if that is used up, to none. */
  mailWithin(
    tx: Tx,
    use: Use,
    { id: eventId }: Pick<EventMeta, 'id'>,
    { to: all, ...mail }: Addressed<MailRecipient[]>,
  ): void {
    const mails = all.map((to) => ({ eventId, to, mail: mail as Content }));
    this.pendingOf(tx).limited.push({ use, mails });
  }

  /** Writes what the events so far cause, before an erasure of it. */
  async write(tx: Tx): Promise<void> {
    const pending = this.pending.get(tx);
    if (!pending) return;
    this.pending.delete(tx);
    const { notifications, forMembers, deliveries, limited } = pending;
    const taken = await this.governor.tryTakeEach(
      tx,
      limited.map(({ use }) => use),
    );
    const mails = [...limited.flatMap(({ mails: within }, n) => (taken[n] ? within : [])), ...pending.mails];
    const members = await this.members.active(tx, [
      ...forMembers.map(({ members: asked }) => asked),
      ...mails.flatMap(({ to }) => (typeof to !== 'string' && isOfMembers(to) ? to : [])),
    ]);
    const notified = new Map<NotificationData, Set<string>>();
    const isFirst = ({ data }: ForMembers['notification'], userId: string) => {
      const before = notified.get(data) ?? new Set();
      notified.set(data, before);
      return before.size < before.add(userId).size;
    };
    const toMembers = forMembers.flatMap(({ members: asked, notification }) =>
      (members.get(asked) ?? [])
        .filter(({ userId }) => isFirst(notification, userId))
        .map(({ userId, companyId: memberOf }) => ({ ...notification, recipient: { userId, memberOf } })),
    );
    await this.notifications.insert(tx, [...notifications, ...toMembers]);
    await this.deliveries.enqueue(tx, deliveries);
    const addresses = await this.contacts.emailsOf(
      tx,
      mails.flatMap(({ to }) => (typeof to === 'string' || isOfMembers(to) ? [] : to.companyId)),
    );
    for (const { eventId, to, mail } of mails) {
      if (typeof to === 'string') await this.send(tx, eventId, to, mail);
      else if (isOfMembers(to))
        for (const { companyId: memberOf, email } of members.get(to) ?? [])
          await this.send(tx, eventId, email, { ...mail, memberOf });
      else {
        const email = addresses.get(to.companyId);
        if (email) await this.send(tx, eventId, email, mail);
      }
    }
  }

  private send(tx: Tx, eventId: string, to: string, mail: Content): Promise<void> {
    return this.outbox.job(tx, sendMail, { ...mail, to } as Mail, {
      key: `${mail.template}-${eventId}-${digest(addressKey(to))}`,
    });
  }

  private pendingOf(tx: Tx): Pending {
    const known = this.pending.get(tx);
    if (known) return known;
    const pending: Pending = { notifications: [], forMembers: [], deliveries: [], mails: [], limited: [] };
    this.db.onEnd(tx, () => this.write(tx));
    this.pending.set(tx, pending);
    return pending;
  }
}
