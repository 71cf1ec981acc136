import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import { sendMail, type Mail, type MailTemplate, type MailTemplates } from '@tradepost/contracts/jobs';
import {
  notificationEvents,
  type AnyLiveUpdate,
  type AnyNotification,
  type Audience,
  type NotificationData,
  type Recipient,
} from '@tradepost/contracts/live-updates';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { liveUpdateMessage } from '@tradepost/service-kit/messaging/live-updates';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { NotificationsRepository } from './notifications.repository';
import { WebhookDeliveriesRepository } from '../webhook/deliveries.repository';

type Addressed = { [T in MailTemplate]: { template: T; to: string | null; data: MailTemplates[T] } }[MailTemplate];

/** Notifies people: in their open browsers, in their lists and by mail, and their programs by webhooks. */
/** The queue's events outlive the job and must not name people. */
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

@Injectable()
export class Notifier {
  constructor(
    private readonly outbox: Outbox,
    private readonly notifications: NotificationsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  /** @param alsoPushed gets the live update and the webhooks, but no entry in the list */
  async notify<N extends AnyNotification>(
    tx: Tx,
    notification: N,
    audience: Recipient[],
    payload: Payload<N>,
    { alsoPushed = [] }: { alsoPushed?: Recipient[] } = {},
  ) {
    const recipients = [...audience, ...alsoPushed];
    if (recipients.length === 0) return;
    const { type } = notification;
    const data = payload as NotificationData;
    if (audience.length > 0) await this.notifications.insert(tx, type, audience, data);
    const eventId = await this.push(tx, notification, recipients, payload);
    await this.deliveries.enqueue(tx, { eventId, kind: type, recipients, data });
  }

  /** Refreshes open browsers; stores nothing. @returns the id of the event */
  push<U extends AnyLiveUpdate>(tx: Tx, update: U, audience: Audience[], payload: Payload<U>) {
    return this.outbox.event(tx, notificationEvents.posted, liveUpdateMessage(update, audience, payload), {
      kind: 'system',
      service: 'notification',
    });
  }

  /** Sends one mail per event and recipient, also when the event is delivered again. `to` is null when the account is deleted. */
  async mail(tx: Tx, { id }: Pick<EventMeta, 'id'>, { to, ...mail }: Addressed) {
    if (to)
      await this.outbox.job(tx, sendMail, { ...mail, to } as Mail, {
        key: `${mail.template}-${id}-${digest(addressKey(to))}`,
      });
  }
}
