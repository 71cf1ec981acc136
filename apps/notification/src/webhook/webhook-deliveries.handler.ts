import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { webhooks } from '@tradepost/contracts/webhooks';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { minute, second } from '@tradepost/service-kit/runtime/durations';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { WebhookSender } from './webhook-sender';
import { WebhookDeliveriesRepository } from './deliveries.repository';
import { Outcomes } from './outcomes';
import { deliveryViewOf } from './views';
import type { DeliveryRow, WebhookRow } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

const testsPerMinute = 6;
const found = <T>(row: T | null): T => {
  if (!row) throw new AppError('NOT_FOUND');
  return row;
};

/** The delivery log of a company's webhooks, and sending deliveries again. */
@Controller()
export class WebhookDeliveriesHandler {
  constructor(
    private readonly db: Db,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly outcomes: Outcomes,
  ) {}

  @Handle(webhooks.deliveries)
  async list({ id, ...listed }: In<typeof webhooks.deliveries>, actor: UserActor) {
    found(await this.webhooks.find(companyOf(actor).companyId, id));
    const [rows, total] = await this.deliveries.page(id, listed);
    return { items: rows.map(deliveryViewOf), total, page: listed.page, pageSize: listed.pageSize };
  }

  @Handle(webhooks.test)
  async test({ id }: In<typeof webhooks.test>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const { lease, ...due } = await this.db.transaction(async (tx) => {
      const webhook = found(await this.webhooks.hold(tx, { id, companyId }));
      if ((await this.deliveries.testsSince(tx, id, new Date(Date.now() - minute))) >= testsPerMinute)
        throw new AppError('TOO_MANY', { retryAfter: minute / second });
      return this.deliveries.addTest(tx, webhook, { message: 'This is a test' });
    });
    await this.outcomes.record(due, lease, await this.sender.attempt(due, new AbortController().signal));
    return deliveryViewOf(found(await this.deliveries.find(id, due.id)));
  }

  @Handle(webhooks.replay)
  async replay({ id, deliveryId }: In<typeof webhooks.replay>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.lockEnabled(tx, id, actor);
      const { kind }: DeliveryRow = found(await this.deliveries.find(id, deliveryId, tx));
      if (kind === 'test') throw new AppError('INVALID', { message: 'A test cannot be sent again. Send a new test.' });
      await this.deliveries.replay(tx, id, deliveryId);
      return deliveryViewOf(found(await this.deliveries.find(id, deliveryId, tx)));
    });
  }

  @Handle(webhooks.replayFailed)
  async replayFailed({ id, since }: In<typeof webhooks.replayFailed>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.lockEnabled(tx, id, actor);
      return { replayed: await this.deliveries.replayFailed(tx, id, new Date(since)) };
    });
  }

  /** @throws AppError NOT_FOUND, WEBHOOK_OFF */
  private async lockEnabled(tx: Tx, id: string, actor: UserActor): Promise<WebhookRow> {
    const webhook = found(await this.webhooks.hold(tx, { id, companyId: companyOf(actor).companyId }));
    if (!webhook.enabled) throw new AppError('WEBHOOK_OFF');
    return webhook;
  }
}
