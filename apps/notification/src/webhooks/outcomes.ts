import { Inject, Injectable } from '@nestjs/common';
import { webhookEvents } from '@tradepost/contracts/webhooks';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { log } from '@tradepost/service-kit/logging';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type NotificationConfig } from '../config';
import { Teller } from '../teller';
import type { Attempt } from './attempt';
import { DeliveriesRepository, type Due } from './deliveries.repository';
import { isHopeless, nextAttempt } from './delivery.policy';
import { hostOf } from './target';
import type { WebhookRow } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

/** What follows from an attempt: the next one, the end of it, or the end of the webhook. */
@Injectable()
export class Outcomes {
  constructor(
    private readonly db: Db,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly outbox: Outbox,
    private readonly teller: Teller,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  async record({ id, webhookId, kind, attempts, giveUpAt }: Due, lease: string, attempt: Attempt): Promise<void> {
    const now = new Date();
    const arrived = attempt.fault === null;
    await this.db.transaction(async (tx) => {
      const webhook = await this.webhooks.hold(tx, { id: webhookId });
      if (!webhook) return;
      const next = arrived || (!webhook.enabled && kind !== 'test') ? null : nextAttempt(attempts, giveUpAt, now);
      if (!(await this.deliveries.record(tx, id, lease, attempt, next))) return;
      if (arrived)
        return void (await this.webhooks.change(tx, webhookId, { failingSince: null, lastDeliveredAt: now }));
      if (kind === 'test' || !webhook.enabled) return;
      if (!next && isHopeless(webhook.failingSince, now)) return this.switchOff(tx, webhook, id);
      if (!webhook.failingSince) await this.webhooks.change(tx, webhookId, { failingSince: now });
    });
  }

  private async switchOff(
    tx: Tx,
    { id: webhookId, companyId, url, ownerEmail, failingSince }: WebhookRow,
    deliveryId: string,
  ): Promise<void> {
    const host = hostOf(url);
    const since = (failingSince as Date).toISOString();
    log.warn({ webhook: webhookId }, 'a webhook is switched off: nothing arrived for days');
    await this.webhooks.switch(tx, webhookId, 'failing');
    await this.deliveries.giveUp(tx, webhookId);
    await this.outbox.event(
      tx,
      webhookEvents.webhookSwitched,
      { companyId, webhookId, host, enabled: false, because: 'failing' },
      { kind: 'system', service: 'notification' },
    );
    await this.teller.post(tx, 'webhook.off', [{ companyId }], { webhookId, host, since });
    await this.teller.mail(
      tx,
      { id: deliveryId },
      {
        template: 'webhook-off',
        to: ownerEmail,
        data: { host, since, link: `${this.config.ORIGIN}/profile#webhooks` },
      },
    );
  }
}
