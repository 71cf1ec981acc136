import { Injectable } from '@nestjs/common';
import { sendMail, type Mail, type MailTemplate, type MailTemplates } from '@tradepost/contracts/jobs';
import {
  notificationEvents,
  type Audience,
  type LiveType,
  type NoticeData,
  type NoticeType,
  type Person,
} from '@tradepost/contracts/notification';
import type { Tx } from '@tradepost/service-kit/database';
import type { EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { NoticesRepository } from './notices.repository';
import { DeliveriesRepository } from './webhooks/deliveries.repository';

type Addressed = { [T in MailTemplate]: { template: T; to: string | null; data: MailTemplates[T] } }[MailTemplate];

/** Tells people: at once in their browsers, for later in their lists, by mail where they wait for it; and their programs by webhooks. */
@Injectable()
export class Teller {
  constructor(
    private readonly outbox: Outbox,
    private readonly notices: NoticesRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  /** @param alsoShown browsers that show the change at once; for these people it is no news */
  async post(
    tx: Tx,
    type: NoticeType,
    audience: Person[],
    data: NoticeData,
    { alsoShown = [] }: { alsoShown?: Person[] } = {},
  ) {
    const shown = [...audience, ...alsoShown];
    if (shown.length === 0) return;
    if (audience.length > 0) await this.notices.keep(tx, type, audience, data);
    const eventId = await this.show(tx, type, shown, data);
    await this.deliveries.promise(tx, { eventId, kind: type, people: shown, data });
  }

  /** What browsers that are open now hear, and nobody finds later. @returns the id of the event */
  show(tx: Tx, type: LiveType, audience: Audience[], data: NoticeData) {
    return this.outbox.event(
      tx,
      notificationEvents.posted,
      { type, audience, data },
      { kind: 'system', service: 'notification' },
    );
  }

  /** One mail an event and recipient, however often the event comes; none to whoever is no longer there. */
  async mail(tx: Tx, { id }: Pick<EventMeta, 'id'>, { to, ...mail }: Addressed) {
    if (to)
      await this.outbox.job(tx, sendMail, { ...mail, to } as Mail, {
        key: `${mail.template}-${id}-${to.toLowerCase()}`,
      });
  }
}
