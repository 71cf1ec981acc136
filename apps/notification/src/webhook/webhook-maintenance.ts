import { Injectable } from '@nestjs/common';
import { deliveryRetentionDays } from '@tradepost/contracts/webhooks';
import { daysAfter, hour, second } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { WebhookDeliveriesRepository } from './deliveries.repository';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

/** Prunes old deliveries and re-encrypts secrets with the current key. */
@Injectable()
export class WebhookMaintenance extends ScheduledTask {
  protected readonly waitMs = hour;
  protected override readonly firstMs = 10 * second;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: WebhookSecrets,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.deliveries.prune(daysAfter(now, -deliveryRetentionDays));
    await this.webhooks.endOldSecrets(now);
    for (const row of await this.webhooks.secrets()) {
      for (const which of ['secret', 'oldSecret'] as const) {
        const from = row[which];
        const to = from && this.secrets.encryptWithCurrentKey(from);
        if (to) await this.webhooks.replaceSecret(row.id, which, { from, to });
      }
    }
  }
}
