import { Controller, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { notificationDays, notification } from '@tradepost/contracts/notification';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { log } from '@tradepost/service-kit/observability/logging';
import { daysAfter, hour } from '@tradepost/service-kit/runtime/durations';
import type { NotificationRow } from './notification.entity';
import { NotificationsRepository } from './notifications.repository';

const toView = ({ id, type, data, createdAt, readAt }: NotificationRow) => ({
  id,
  type,
  data,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** The list of notifications of a user. */
@Controller()
export class FeedHandler implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly notifications: NotificationsRepository,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(
      () => void this.prune().catch((error) => log.error({ err: error }, 'pruning notifications failed, will retry')),
      hour,
    );
  }

  onApplicationShutdown() {
    clearInterval(this.timer);
  }

  @Handle(notification.feed)
  async feed({ page, pageSize }: In<typeof notification.feed>, actor: UserActor) {
    const [[rows, total], unread] = await Promise.all([
      this.notifications.page(actor, { page, pageSize }),
      this.notifications.unread(actor),
    ]);
    return { items: rows.map(toView), total, page, pageSize, unread };
  }

  @Handle(notification.markRead)
  async markRead({ ids }: In<typeof notification.markRead>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.notifications.markRead(tx, actor, ids);
      return { unread: await this.notifications.unread(actor, tx) };
    });
  }

  /** Removes notifications past their retention. */
  prune(): Promise<void> {
    return this.notifications.prune(daysAfter(new Date(), -notificationDays));
  }
}
