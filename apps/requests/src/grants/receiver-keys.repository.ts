import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { LessThan, LessThanOrEqual } from 'typeorm';
import { ReceiverKeyRow } from './receiver-key.entity';

@Injectable()
export class ReceiverKeysRepository {
  constructor(private readonly db: Db) {}

  of(userId: string): Promise<ReceiverKeyRow | null> {
    return sql(this.db.read).findOneBy(ReceiverKeyRow, { userId });
  }

  /**
   * Stores a key unless a newer one is stored; one that was read from identity (with a pair id) also replaces one of its own epoch.
   * @returns whether another key was stored before
   */
  async upsert(tx: Tx, { userId, epoch, keyId, pairId, former }: ReceiverKeyRow): Promise<boolean> {
    const first: unknown[] = await sql(tx).query(
      'INSERT INTO receiver_key (user_id, epoch, key_id, pair_id, former) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING user_id',
      [userId, epoch, keyId, pairId, former],
    );
    if (first.length > 0) return false;
    const known = await sql(tx).findOne(ReceiverKeyRow, { where: { userId }, lock: { mode: 'pessimistic_write' } });
    const older = pairId === null ? LessThan(epoch) : LessThanOrEqual(epoch);
    const { affected } = await sql(tx).update(
      ReceiverKeyRow,
      { userId, epoch: older },
      { epoch, keyId, pairId, former },
    );
    return affected !== 0 && known?.keyId !== keyId;
  }

  async remove(tx: Tx, userId: string): Promise<void> {
    await sql(tx).delete(ReceiverKeyRow, userId);
  }
}
