import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { v7 as uuidv7 } from 'uuid';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { codeLifetimeMs } from './step-up.policy';
import { StepUpRow } from './step-up.entity';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const ago = (ms: number, now: Date) => new Date(now.getTime() - ms);

@Injectable()
export class StepUpRepository {
  constructor(private readonly db: Db) {}

  /** Makes one account's codes and tries wait for each other until the transaction ends. */
  async lockAccount(tx: Tx, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`codes of ${userId}`]);
  }

  /** Codes of the last hour for one request, oldest first. */
  recent(tx: Tx, requestId: string, userId: string, now: Date): Promise<StepUpRow[]> {
    return tx.find(StepUpRow, {
      where: { requestId, userId, createdAt: MoreThan(ago(hourMs, now)) },
      order: { createdAt: 'ASC' },
    });
  }

  /** Wrong codes of the last day, and when the oldest code that met one was made. */
  async failures(tx: Tx, userId: string, now: Date): Promise<{ count: number; since: Date | null }> {
    const tried = await tx.find(StepUpRow, {
      where: { userId, createdAt: MoreThan(ago(dayMs, now)), tries: MoreThan(0) },
      order: { createdAt: 'ASC' },
    });
    const wrong = tried.map(({ tries, verifiedAt, createdAt }) => ({ count: tries - (verifiedAt ? 1 : 0), createdAt }));
    return {
      count: wrong.reduce((sum, { count }) => sum + count, 0),
      since: wrong.find(({ count }) => count > 0)?.createdAt ?? null,
    };
  }

  /** Keeps the new code and forgets those that no limit counts any more. */
  async insert(tx: Tx, requestId: string, actor: UserActor, codeHash: string, now: Date): Promise<StepUpRow> {
    await tx.delete(StepUpRow, { userId: actor.userId, createdAt: LessThan(ago(dayMs, now)) });
    const stepUp = {
      id: uuidv7(),
      requestId,
      userId: actor.userId,
      sessionId: actor.sessionId,
      codeHash,
      tries: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
      verifiedAt: null,
      usedAt: null,
    } as StepUpRow;
    await tx.insert(StepUpRow, stepUp);
    return stepUp;
  }

  /** The only one that counts: a newer code replaces the older ones, whichever session asked for it. */
  newest(requestId: string, userId: string, from: Tx = this.db.read): Promise<StepUpRow | null> {
    return from.findOne(StepUpRow, { where: { requestId, userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  async countTry(tx: Tx, id: string): Promise<void> {
    await tx.increment(StepUpRow, { id }, 'tries', 1);
  }

  /** False when it was verified before. */
  async verify(tx: Tx, id: string, now: Date): Promise<boolean> {
    const { affected } = await tx.update(StepUpRow, { id, verifiedAt: IsNull() }, { verifiedAt: now });
    return affected === 1;
  }

  async use(tx: Tx, id: string, now: Date): Promise<void> {
    await tx.update(StepUpRow, { id, usedAt: IsNull() }, { usedAt: now });
  }
}
