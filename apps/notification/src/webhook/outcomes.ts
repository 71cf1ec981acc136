import { Inject, Injectable } from '@nestjs/common';
import { notifications } from '@tradepost/contracts/live-updates';
import { webhookEvents } from '@tradepost/contracts/webhooks';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { log } from '@tradepost/service-kit/observability/logging';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type NotificationConfig } from '../config';
import { Notifier } from '../feed/notifier';
import type { Attempt } from './attempt';
import { WebhookDeliveriesRepository, type Due } from './deliveries.repository';
import { shouldDisable, nextAttempt } from './delivery.policy';
import { hostOf } from '@tradepost/service-kit/outbound/target';
import type { WebhookRow } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

/** Records an attempt and decides what follows: a retry, the end of the delivery, or switching the webhook off. */
@Injectable()
export class Outcomes {
  constructor(
    private readonly db: Db,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly outbox: Outbox,
    private readonly notifier: Notifier,
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
      if (!next && shouldDisable(webhook.failingSince, now)) return this.switchOff(tx, webhook, id);
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
    log.warn({ webhook: webhookId }, 'switched off a webhook: every delivery failed for days');
    await this.webhooks.switch(tx, webhookId, 'failing');
    await this.deliveries.cancelWaiting(tx, webhookId);
    await this.outbox.event(
      tx,
      webhookEvents.webhookSwitched,
      { companyId, webhookId, host, enabled: false, because: 'failing' },
      { kind: 'system', service: 'notification' },
    );
    await this.notifier.notify(tx, notifications.webhookOff, [{ companyId }], { webhookId, host, since });
    await this.notifier.mail(
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
