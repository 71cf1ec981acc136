import { Inject, Injectable } from '@nestjs/common';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import { hour, minute } from '@tradepost/service-kit/runtime/durations';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { ApiKeysRepository } from './api-keys.repository';
import { CONFIG, type IdentityConfig } from '../config';

/** Mails owners of companies, and the people who have created the keys, that API keys expire soon. */
@Injectable()
export class ApiKeyReminders extends ScheduledTask {
  protected readonly waitMs = hour;
  protected override readonly firstMs = minute;

  constructor(
    private readonly db: Db,
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.remindOne(now));
  }

  /** Each key is locked, so that only one replica reminds of it. */
  private remindOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const key = await this.repository.lockExpiring(tx, now);
      if (!key) return false;
      const { id, name, accountId, companyId, expiresAt, lastUsedAt } = key;
      await this.repository.markReminded(tx, id, now);
      const ownerId = (await this.companies.byId(companyId, tx))?.ownerId ?? accountId;
      for (const userId of new Set([accountId, ownerId])) {
        const account = await this.accounts.byId(userId, tx);
        if (!account) continue;
        const data = {
          firstName: account.firstName,
          name,
          expiresAt: expiresAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          link: `${this.config.ORIGIN}/profile`,
        };
        const mail = { template: 'api-key-expiring' as const, to: account.email, data };
        const unique = userId === accountId ? `api-key-expiring-${id}` : `api-key-expiring-${id}-owner`;
        await this.outbox.job(tx, sendMail, mail, { key: unique });
      }
      return true;
    });
  }
}
