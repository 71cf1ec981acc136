import { Injectable } from '@nestjs/common';
import { webhookDeliveries, webhookDeliveriesAge } from '@tradepost/service-kit/observability/metrics';
import { Ops } from '@tradepost/service-kit/observability/ops';
import { WebhookDeliveriesRepository } from './deliveries.repository';

/** Metrics of waiting webhook deliveries. */
@Injectable()
export class WaitingGauge {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    ops: Ops,
  ) {
    ops.samples(() => this.sample());
  }

  private async sample() {
    const { untried, retried, dueSeconds } = await this.deliveries.waiting();
    webhookDeliveries.set({ state: 'untried' }, untried);
    webhookDeliveries.set({ state: 'retried' }, retried);
    webhookDeliveriesAge.set(dueSeconds);
  }
}
