import { Controller, Inject } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { accountOf, isOwner, permits, roleRefusal } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { secretOverlapHours, webhookEvents, webhooks } from '@tradepost/contracts/webhooks';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type NotificationConfig } from '../config';
import { WebhookDeliveriesRepository } from './deliveries.repository';
import { addressesOf, hostOf, RESOLVE, targetFault, type Resolve } from '@tradepost/service-kit/outbound/target';
import { viewOf } from './views';
import type { WebhookRow } from './webhook.entity';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

const invalidUrl = (message: string) => new AppError('INVALID', { message, errors: [{ field: 'url', message }] });
const about = ({ id, companyId, url }: Pick<WebhookRow, 'id' | 'companyId' | 'url'>) => ({
  webhookId: id,
  companyId,
  host: hostOf(url),
});

/** The webhooks of a company. */
@Controller()
export class WebhooksHandler {
  constructor(
    private readonly db: Db,
    private readonly rows: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: WebhookSecrets,
    private readonly members: KnownMembersRepository,
    private readonly outbox: Outbox,
    @Inject(RESOLVE) private readonly resolve: Resolve,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  @Handle(webhooks.list)
  async list(_input: object, actor: UserActor) {
    return (await this.rows.of(companyOf(actor).companyId)).map(viewOf);
  }

  @Handle(webhooks.create)
  async create({ url, kinds, description }: In<typeof webhooks.create>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const assertStillMay = await this.checkTarget(url, actor);
    const { secret, stored } = this.secrets.create();
    const owner = accountOf(actor);
    const row = {
      id: uuidv7(),
      companyId,
      ownerId: owner.userId,
      ownerEmail: addressKey(owner.email),
      url,
      kinds: [...new Set(kinds)],
      description,
      ...stored,
    };
    return this.db.transaction(async (tx) => {
      await assertStillMay(tx);
      if (!(await this.rows.add(tx, row))) throw new AppError('WEBHOOKS_FULL');
      await this.outbox.event(tx, webhookEvents.webhookCreated, about(row), actor);
      return { ...viewOf(await this.lock(tx, row.id, companyId)), secret };
    });
  }

  @Handle(webhooks.change)
  async change({ id, url, kinds, description }: In<typeof webhooks.change>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const isNew = url !== undefined && url !== (await this.rows.find(companyId, id))?.url;
    const assertStillMay = isNew ? await this.checkTarget(url, actor) : null;
    return this.db.transaction(async (tx) => {
      await assertStillMay?.(tx);
      const before = await this.lock(tx, id, companyId);
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
      const before = await this.lock(tx, id, companyOf(actor).companyId);
      if (before.enabled === enabled) return viewOf(before);
      const because = enabled ? null : 'owner';
      const row = await this.rows.switch(tx, id, because);
      if (!enabled) await this.deliveries.cancelWaiting(tx, id);
      await this.outbox.event(tx, webhookEvents.webhookSwitched, { ...about(row), enabled, because }, actor);
      return viewOf(row);
    });
  }

  @Handle(webhooks.remove)
  async remove({ id }: In<typeof webhooks.remove>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const row = await this.lock(tx, id, companyOf(actor).companyId);
      await this.rows.remove(tx, id);
      await this.outbox.event(tx, webhookEvents.webhookRemoved, about(row), actor);
      return { message: 'The webhook is removed' };
    });
  }

  @Handle(webhooks.rotate)
  async rotate({ id }: In<typeof webhooks.rotate>, actor: UserActor) {
    const { secret, stored } = this.secrets.create();
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, id, companyOf(actor).companyId);
      const row = await this.rows.change(tx, id, {
        ...stored,
        oldSecret: before.secret,
        oldSecretUntil: new Date(Date.now() + secretOverlapHours * hour),
      });
      await this.outbox.event(tx, webhookEvents.webhookSecretRotated, about(row), actor);
      return { ...viewOf(row), secret };
    });
  }

  private async lock(tx: Tx, id: string, companyId: string): Promise<WebhookRow> {
    const row = await this.rows.hold(tx, { id, companyId });
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  /**
   * Rejects a target that every attempt would reject. @returns asks again whether the caller may: DNS may answer very late, and be run by the caller
   * @throws AppError INVALID
   */
  private async checkTarget(url: string, actor: UserActor): Promise<(tx: Tx) => Promise<void>> {
    const allowPrivate = this.config.WEBHOOK_ALLOW_PRIVATE;
    const fault = targetFault(url, allowPrivate);
    if (fault) throw invalidUrl(fault);
    const wasKnown = await this.isKnownToMay(this.db.read, actor);
    // the same error for unknown and for internal names, so that callers cannot probe the internal network
    if ((await addressesOf(url, { resolve: this.resolve, allowPrivate })).length === 0)
      throw invalidUrl('This host has no public address');
    return async (tx) => {
      if (wasKnown && !(await this.isKnownToMay(tx, actor))) throw new AppError('NOT_ALLOWED', roleRefusal);
    };
  }

  /** A member is not known before the first event that names them. */
  private async isKnownToMay(from: Tx, actor: UserActor): Promise<boolean> {
    if (isOwner(actor)) return true;
    const known = await this.members.find(from, companyOf(actor).companyId, actor.userId);
    return known !== null && !known.suspended && permits(known, 'programs');
  }
}
