import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LessThanOrEqual } from 'typeorm';
import { KeyHandoverRow } from './key-handover.entity';

/** What devices ask for. Lock the account before changing it. */
@Injectable()
export class KeyHandoversRepository {
  constructor(private readonly db: Db) {}

  /** Unless it has expired, or the session of its device has ended. */
  liveOf(accountId: string, now: Date, from: Tx = this.db.read): Promise<KeyHandoverRow | null> {
    return sql(from)
      .createQueryBuilder(KeyHandoverRow, 'h')
      .where('h.accountId = :accountId AND h.expiresAt > :now', { accountId, now })
      .andWhere(
        'EXISTS (SELECT FROM session s WHERE s.id = h.sessionId AND s.ended_at IS NULL AND s.expires_at > :now)',
        { now },
      )
      .getOne();
  }

  /** In place of one that has ended, or that the same session has asked for. */
  async start(tx: Tx, row: KeyHandoverRow): Promise<void> {
    await sql(tx).upsert(KeyHandoverRow, row, ['accountId']);
  }

  async give(tx: Tx, accountId: string, sealed: string): Promise<void> {
    await sql(tx).update(KeyHandoverRow, accountId, { sealed });
  }

  async end(tx: Tx, accountId: string): Promise<void> {
    await sql(tx).delete(KeyHandoverRow, { accountId });
  }

  /** Deletes what nobody can take any more. */
  async prune(tx: Tx, now: Date): Promise<void> {
    await sql(tx).delete(KeyHandoverRow, { expiresAt: LessThanOrEqual(now) });
  }
}
