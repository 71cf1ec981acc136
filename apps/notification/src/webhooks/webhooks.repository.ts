import { Injectable } from '@nestjs/common';
import { webhooksPerCompany, type Webhook } from '@tradepost/contracts/webhooks';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { LessThan } from 'typeorm';
import { WebhookRow } from './webhook.entity';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly db: Db) {}

  of(companyId: string): Promise<WebhookRow[]> {
    return this.db.read.find(WebhookRow, { where: { companyId }, order: { id: 'ASC' } });
  }

  /** Null where another company's it is, too. */
  find(companyId: string, id: string, from: Tx = this.db.read): Promise<WebhookRow | null> {
    return from.findOneBy(WebhookRow, { id, companyId });
  }

  /** Others who want to change it wait. */
  hold(tx: Tx, where: { id: string; companyId?: string }): Promise<WebhookRow | null> {
    return tx.findOne(WebhookRow, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Two that come at once are counted one after the other. @returns false when the company has as many as it can */
  async add(tx: Tx, row: Partial<WebhookRow> & { id: string; companyId: string }): Promise<boolean> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${row.companyId}`]);
    if ((await tx.countBy(WebhookRow, { companyId: row.companyId })) >= webhooksPerCompany) return false;
    await tx.insert(WebhookRow, row);
    return true;
  }

  async change(tx: Tx, id: string, change: Partial<WebhookRow>): Promise<WebhookRow> {
    await tx.update(WebhookRow, id, change);
    return tx.findOneByOrFail(WebhookRow, { id });
  }

  /** With all that was delivered to it. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.delete(WebhookRow, id);
  }

  async removeOf(tx: Tx, companyId: string): Promise<void> {
    await tx.delete(WebhookRow, { companyId });
  }

  async switch(tx: Tx, id: string, offBecause: Webhook['offBecause']): Promise<WebhookRow> {
    return this.change(tx, id, { enabled: offBecause === null, offBecause, failingSince: null });
  }

  async endOldSecrets(now: Date): Promise<void> {
    await this.db.read.update(WebhookRow, { oldSecretUntil: LessThan(now) }, { oldSecret: null, oldSecretUntil: null });
  }

  secrets(): Promise<Pick<WebhookRow, 'id' | 'secret' | 'oldSecret'>[]> {
    return this.db.read.find(WebhookRow, { select: { id: true, secret: true, oldSecret: true } });
  }

  /** The same secret, encrypted anew, unless it has been renewed meanwhile. */
  async replaceSecret(
    id: string,
    which: 'secret' | 'oldSecret',
    { from, to }: { from: string; to: string },
  ): Promise<void> {
    await this.db.read.update(WebhookRow, { id, [which]: from }, { [which]: to });
  }
}
