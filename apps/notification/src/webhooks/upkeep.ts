import { Injectable } from '@nestjs/common';
import { deliveryDays } from '@tradepost/contracts/webhooks';
import { Recurring } from '@tradepost/service-kit/recurring';
import { DeliveriesRepository } from './deliveries.repository';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

const hourMs = 3_600_000;

/** Forgets what is past its time, and moves secrets to the present key. */
@Injectable()
export class WebhookUpkeep extends Recurring {
  protected readonly waitMs = hourMs;
  protected override readonly firstMs = 10_000;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly secrets: WebhookSecrets,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.deliveries.forget(new Date(now.getTime() - deliveryDays * 24 * hourMs));
    await this.webhooks.endOldSecrets(now);
    for (const row of await this.webhooks.secrets()) {
      for (const which of ['secret', 'oldSecret'] as const) {
        const from = row[which];
        const to = from && this.secrets.moved(from);
        if (to) await this.webhooks.replaceSecret(row.id, which, { from, to });
      }
    }
  }
}
