import { Inject, Injectable } from '@nestjs/common';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { daysAfter } from '@tradepost/service-kit/days';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Recurring } from '@tradepost/service-kit/recurring';
import { AccountsRepository } from './accounts.repository';
import { ApiKeyRow } from './api-key.entity';
import { CONFIG, type IdentityConfig } from './config';

const daysBefore = 7;
/** Whoever makes a key for less knows when it ends. */
const shortestLifeDays = 14;

/** Tells owners that a key of theirs ends soon, before their programs do. */
@Injectable()
export class ApiKeyReminders extends Recurring {
  protected readonly waitMs = 3_600_000;
  protected override readonly firstMs = 60_000;

  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.remindOne(now));
  }

  /** Once a key, whichever replica is first. */
  private remindOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const key = await this.lockDue(tx, now);
      if (!key) return false;
      const { id, name, accountId, expiresAt, lastUsedAt } = key;
      await tx.update(ApiKeyRow, id, { remindedAt: now });
      const owner = await this.accounts.byId(accountId, tx);
      if (!owner) return true;
      const data = {
        firstName: owner.firstName,
        name,
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        link: `${this.config.ORIGIN}/profile`,
      };
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'api-key-expiring', to: owner.email, data },
        { key: `api-key-expiring-${id}` },
      );
      return true;
    });
  }

  private lockDue(tx: Tx, now: Date): Promise<ApiKeyRow | null> {
    return tx
      .createQueryBuilder(ApiKeyRow, 'k')
      .where('k.remindedAt IS NULL AND k.revokedAt IS NULL AND k.expiresAt > :now AND k.expiresAt <= :soon', {
        now,
        soon: daysAfter(now, daysBefore),
      })
      .andWhere(`k.expiresAt - k.createdAt >= interval '${shortestLifeDays} days'`)
      .orderBy('k.expiresAt')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }
}
