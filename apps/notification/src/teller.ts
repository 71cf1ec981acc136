import { Injectable } from '@nestjs/common';
import { sendMail, type Mail } from '@tradepost/contracts/jobs';
import { notificationEvents, type Audience, type LiveType, type NoticeData } from '@tradepost/contracts/notification';
import type { Tx } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';

/** Tells people: at once in their browsers, and by mail where they wait for it. */
@Injectable()
export class Teller {
  constructor(private readonly outbox: Outbox) {}

  async post(tx: Tx, type: LiveType, audience: Audience[], data: NoticeData) {
    if (audience.length === 0) return;
    await this.outbox.event(tx, notificationEvents.posted, { type, audience, data }, { kind: 'system', service: 'notification' });
  }

  /** One mail an event and recipient, however often the event comes. */
  mail(tx: Tx, { id }: EventMeta, mail: Mail) {
    return this.outbox.job(tx, sendMail, mail, { key: `${mail.template}-${id}-${mail.to.toLowerCase()}` });
  }
}
