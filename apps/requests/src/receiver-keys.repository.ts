import { Injectable } from '@nestjs/common';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { LessThan } from 'typeorm';
import { ReceiverKeyRow } from './receiver-key.entity';

@Injectable()
export class ReceiverKeysRepository {
  constructor(private readonly db: Db) {}

  of(userId: string): Promise<ReceiverKeyRow | null> {
    return this.db.read.findOneBy(ReceiverKeyRow, { userId });
  }

  /** Keeps a key unless a newer one is known. @returns whether it is the person's first */
  async keep(tx: Tx, { userId, epoch, keyId }: ReceiverKeyRow): Promise<boolean> {
    const first: unknown[] = await tx.query(
      'INSERT INTO receiver_key (user_id, epoch, key_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id',
      [userId, epoch, keyId],
    );
    if (first.length > 0) return true;
    await tx.update(ReceiverKeyRow, { userId, epoch: LessThan(epoch) }, { epoch, keyId });
    return false;
  }

  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.delete(ReceiverKeyRow, userId);
  }
}
