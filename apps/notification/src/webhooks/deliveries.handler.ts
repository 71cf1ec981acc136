import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { webhooks } from '@tradepost/contracts/webhooks';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Courier } from './courier';
import { DeliveriesRepository } from './deliveries.repository';
import { Outcomes } from './outcomes';
import { companyOf, deliveryViewOf } from './views';
import type { DeliveryRow, WebhookRow } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

const testsAMinute = 6;
const minuteMs = 60_000;
const found = <T>(row: T | null): T => {
  if (!row) throw new AppError('NOT_FOUND');
  return row;
};

/** What was sent to a company's webhooks, and sending it again. */
@Injectable()
export class DeliveriesHandler {
  constructor(
    private readonly db: Db,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly courier: Courier,
    private readonly outcomes: Outcomes,
  ) {}

  @Handle(webhooks.deliveries)
  async list({ id, ...listed }: In<typeof webhooks.deliveries>, actor: UserActor) {
    found(await this.webhooks.find(companyOf(actor), id));
    const [rows, total] = await this.deliveries.page(id, listed);
    return { items: rows.map(deliveryViewOf), total, page: listed.page, pageSize: listed.pageSize };
  }

  @Handle(webhooks.test)
  async test({ id }: In<typeof webhooks.test>, actor: UserActor) {
    const companyId = companyOf(actor);
    const { lease, ...due } = await this.db.transaction(async (tx) => {
      const webhook = found(await this.webhooks.hold(tx, { id, companyId }));
      if ((await this.deliveries.testsSince(tx, id, new Date(Date.now() - minuteMs))) >= testsAMinute)
        throw new AppError('TOO_MANY', { retryAfter: minuteMs / 1000 });
      return this.deliveries.addTest(tx, webhook, { message: 'This is a test' });
    });
    await this.outcomes.record(due, lease, await this.courier.attempt(due, new AbortController().signal));
    return deliveryViewOf(found(await this.deliveries.find(id, due.id)));
  }

  @Handle(webhooks.replay)
  async replay({ id, deliveryId }: In<typeof webhooks.replay>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.on(tx, id, actor);
      const { kind }: DeliveryRow = found(await this.deliveries.find(id, deliveryId, tx));
      if (kind === 'test') throw new AppError('INVALID', { message: 'A test is not sent again: make another' });
      await this.deliveries.replay(tx, id, deliveryId);
      return deliveryViewOf(found(await this.deliveries.find(id, deliveryId, tx)));
    });
  }

  @Handle(webhooks.replayFailed)
  async replayFailed({ id, since }: In<typeof webhooks.replayFailed>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.on(tx, id, actor);
      return { replayed: await this.deliveries.replayFailed(tx, id, new Date(since)) };
    });
  }

  /** @throws AppError NOT_FOUND, WEBHOOK_OFF */
  private async on(tx: Tx, id: string, actor: UserActor): Promise<WebhookRow> {
    const webhook = found(await this.webhooks.hold(tx, { id, companyId: companyOf(actor) }));
    if (!webhook.enabled) throw new AppError('WEBHOOK_OFF');
    return webhook;
  }
}
