import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { oldSecretHours, webhookEvents, webhooks } from '@tradepost/contracts/webhooks';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type NotificationConfig } from '../config';
import { DeliveriesRepository } from './deliveries.repository';
import { addressesOf, hostOf, RESOLVE, targetFault, type Resolve } from './target';
import { companyOf, viewOf } from './views';
import type { WebhookRow } from './webhook.entity';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

const hourMs = 3_600_000;
const unlike = (message: string) => new AppError('INVALID', { message, errors: [{ field: 'url', message }] });
const about = ({ id, companyId, url }: Pick<WebhookRow, 'id' | 'companyId' | 'url'>) => ({
  webhookId: id,
  companyId,
  host: hostOf(url),
});

/** A company's webhooks. */
@Injectable()
export class WebhooksHandler {
  constructor(
    private readonly db: Db,
    private readonly rows: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly secrets: WebhookSecrets,
    private readonly outbox: Outbox,
    @Inject(RESOLVE) private readonly resolve: Resolve,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @Handle(webhooks.list)
  async list(_input: object, actor: UserActor) {
    return (await this.rows.of(companyOf(actor))).map(viewOf);
  }

  @Handle(webhooks.create)
  async create({ url, kinds, description }: In<typeof webhooks.create>, actor: UserActor) {
    const companyId = companyOf(actor);
    await this.checkTarget(url);
    const { secret, kept } = this.secrets.make();
    const row = {
      id: uuidv7(),
      companyId,
      ownerId: actor.userId,
      ownerEmail: actor.email.toLowerCase(),
      url,
      kinds: [...new Set(kinds)],
      description,
      ...kept,
    };
    return this.db.transaction(async (tx) => {
      if (!(await this.rows.add(tx, row))) throw new AppError('WEBHOOKS_FULL');
      await this.outbox.event(tx, webhookEvents.webhookCreated, about(row), actor);
      return { ...viewOf(await this.held(tx, row.id, companyId)), secret };
    });
  }

  @Handle(webhooks.change)
  async change({ id, url, kinds, description }: In<typeof webhooks.change>, actor: UserActor) {
    const companyId = companyOf(actor);
    if (url !== undefined && url !== (await this.rows.find(companyId, id))?.url) await this.checkTarget(url);
    return this.db.transaction(async (tx) => {
      const before = await this.held(tx, id, companyId);
      const isMoved = url !== undefined && url !== before.url;
      const change = {
        ...(isMoved && { url, failingSince: null }),
        ...(kinds && { kinds: [...new Set(kinds)] }),
        ...(description !== undefined && { description }),
      };
      if (Object.keys(change).length === 0) return viewOf(before);
      const row = await this.rows.change(tx, id, change);
      await this.outbox.event(tx, webhookEvents.webhookChanged, about(row), actor);
      return viewOf(row);
    });
  }

  @Handle(webhooks.switch)
  async switch({ id, enabled }: In<typeof webhooks.switch>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const before = await this.held(tx, id, companyOf(actor));
      if (before.enabled === enabled) return viewOf(before);
      const because = enabled ? null : 'owner';
      const row = await this.rows.switch(tx, id, because);
      if (!enabled) await this.deliveries.giveUp(tx, id);
      await this.outbox.event(tx, webhookEvents.webhookSwitched, { ...about(row), enabled, because }, actor);
      return viewOf(row);
    });
  }

  @Handle(webhooks.remove)
  async remove({ id }: In<typeof webhooks.remove>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const row = await this.held(tx, id, companyOf(actor));
      await this.rows.remove(tx, id);
      await this.outbox.event(tx, webhookEvents.webhookRemoved, about(row), actor);
      return { message: 'The webhook is removed' };
    });
  }

  @Handle(webhooks.rotate)
  async rotate({ id }: In<typeof webhooks.rotate>, actor: UserActor) {
    const { secret, kept } = this.secrets.make();
    return this.db.transaction(async (tx) => {
      const before = await this.held(tx, id, companyOf(actor));
      const row = await this.rows.change(tx, id, {
        ...kept,
        oldSecret: before.secret,
        oldSecretUntil: new Date(Date.now() + oldSecretHours * hourMs),
      });
      await this.outbox.event(tx, webhookEvents.webhookSecretRotated, about(row), actor);
      return { ...viewOf(row), secret };
    });
  }

  private async held(tx: Tx, id: string, companyId: string): Promise<WebhookRow> {
    const row = await this.rows.hold(tx, { id, companyId });
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  /** What is refused later, at every attempt, is better refused now. @throws AppError INVALID */
  private async checkTarget(url: string): Promise<void> {
    const allowPrivate = this.config.WEBHOOK_ALLOW_PRIVATE;
    const fault = targetFault(url, allowPrivate);
    if (fault) throw unlike(fault);
    // one answer for names that do not exist and for those inside: nobody is to find out here which is which
    if ((await addressesOf(url, { resolve: this.resolve, allowPrivate })).length === 0)
      throw unlike('This host has no public address');
  }
}
