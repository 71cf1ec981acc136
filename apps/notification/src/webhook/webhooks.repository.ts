import { Injectable } from '@nestjs/common';
import { webhooksPerCompany, type Webhook } from '@tradepost/contracts/webhooks';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { LessThan } from 'typeorm';
import { WebhookRow } from './webhook.entity';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly db: Db) {}

  of(companyId: string): Promise<WebhookRow[]> {
    return sql(this.db.read).find(WebhookRow, { where: { companyId }, order: { id: 'ASC' } });
  }

  /** Null also for a webhook of another company. */
  find(companyId: string, id: string, from: Tx = this.db.read): Promise<WebhookRow | null> {
    return sql(from).findOneBy(WebhookRow, { id, companyId });
  }

  /** Locks the webhook. */
  hold(tx: Tx, where: { id: string; companyId?: string }): Promise<WebhookRow | null> {
    return sql(tx).findOne(WebhookRow, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks the company's webhooks to count them. @returns false when the company has the maximum */
  async add(tx: Tx, row: Partial<WebhookRow> & { id: string; companyId: string }): Promise<boolean> {
    await sql(tx).query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${row.companyId}`]);
    if ((await sql(tx).countBy(WebhookRow, { companyId: row.companyId })) >= webhooksPerCompany) return false;
    await sql(tx).insert(WebhookRow, row);
    return true;
  }

  async change(tx: Tx, id: string, change: Partial<WebhookRow>): Promise<WebhookRow> {
    await sql(tx).update(WebhookRow, id, change);
    return sql(tx).findOneByOrFail(WebhookRow, { id });
  }

  /** Also deletes its deliveries. */
  async remove(tx: Tx, id: string): Promise<void> {
    await sql(tx).delete(WebhookRow, id);
  }

  async removeOf(tx: Tx, companyId: string): Promise<void> {
    await sql(tx).delete(WebhookRow, { companyId });
  }

  async switch(tx: Tx, id: string, offBecause: Webhook['offBecause']): Promise<WebhookRow> {
    return this.change(tx, id, { enabled: offBecause === null, offBecause, failingSince: null });
  }

  async endOldSecrets(now: Date): Promise<void> {
    await sql(this.db.read).update(
      WebhookRow,
      { oldSecretUntil: LessThan(now) },
      { oldSecret: null, oldSecretUntil: null },
    );
  }

  secrets(): Promise<Pick<WebhookRow, 'id' | 'secret' | 'oldSecret'>[]> {
    return sql(this.db.read).find(WebhookRow, { select: { id: true, secret: true, oldSecret: true } });
  }

  /** Stores the re-encrypted secret unless it was rotated in the meantime. */
  async replaceSecret(
    id: string,
    which: 'secret' | 'oldSecret',
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    await sql(this.db.read).update(WebhookRow, { id, [which]: from }, { [which]: to });
  }
}
