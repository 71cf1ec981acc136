import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { noticeDays, notification } from '@tradepost/contracts/notification';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { log } from '@tradepost/service-kit/logging';
import type { NoticeRow } from './notice.entity';
import { NoticesRepository } from './notices.repository';

const hourMs = 3_600_000;

const toView = ({ id, type, data, createdAt, readAt }: NoticeRow) => ({
  id,
  type,
  data,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

/** Everybody's list of what happened. */
@Injectable()
export class FeedHandler implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Db,
    private readonly notices: NoticesRepository,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(
      () => void this.forget().catch((error) => log.error({ err: error }, 'old notices will be forgotten later')),
      hourMs,
    );
  }

  onApplicationShutdown() {
    clearInterval(this.timer);
  }

  @Handle(notification.feed)
  async feed({ page, pageSize }: In<typeof notification.feed>, actor: UserActor) {
    const [[rows, total], unread] = await Promise.all([
      this.notices.page(actor, { page, pageSize }),
      this.notices.unread(actor),
    ]);
    return { items: rows.map(toView), total, page, pageSize, unread };
  }

  @Handle(notification.markRead)
  async markRead({ ids }: In<typeof notification.markRead>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.notices.markRead(tx, actor, ids);
      return { unread: await this.notices.unread(actor, tx) };
    });
  }

  /** Removes notices past their time. */
  forget(): Promise<void> {
    return this.notices.forget(new Date(Date.now() - noticeDays * 24 * hourMs));
  }
}
