import { Injectable } from '@nestjs/common';
import { webhookDeliveries, webhookDeliveriesAge } from '@tradepost/service-kit/observe/metrics';
import { Ops } from '@tradepost/service-kit/observe/ops';
import { DeliveriesRepository } from './deliveries.repository';

/** How far webhooks are behind. */
@Injectable()
export class WaitingGauge {
  constructor(
    private readonly deliveries: DeliveriesRepository,
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
