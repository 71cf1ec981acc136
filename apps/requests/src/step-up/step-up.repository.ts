import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { day } from '@tradepost/service-kit/runtime/durations';
import { v7 as uuidv7 } from 'uuid';
import { IsNull, LessThan } from 'typeorm';
import { codeLifetimeMs } from './step-up.policy';
import { StepUpRow } from './step-up.entity';

const ago = (ms: number, now: Date) => new Date(now.getTime() - ms);

@Injectable()
export class StepUpRepository {
  constructor(private readonly db: Db) {}

  /** Serializes tries of one account until the transaction ends. */
  async lockAccount(tx: Tx, userId: string): Promise<void> {
    await lockName(tx, `codes of ${userId}`);
  }

  /** Also deletes the account's codes that no limit counts any more. */
  insert(tx: Tx, requestId: string, actor: UserActor, codeHash: string, now: Date): Promise<StepUpRow> {
    return this.insertRow(tx, requestId, actor, { codeHash, verifiedAt: null }, now);
  }

  /** One that was proven by a passkey, so it has no code. */
  async insertVerified(tx: Tx, requestId: string, actor: UserActor, now: Date): Promise<void> {
    await this.insertRow(tx, requestId, actor, { codeHash: '', verifiedAt: now }, now);
  }

  private async insertRow(
    tx: Tx,
    requestId: string,
    actor: UserActor,
    proof: Pick<StepUpRow, 'codeHash' | 'verifiedAt'>,
    now: Date,
  ): Promise<StepUpRow> {
    await sql(tx).delete(StepUpRow, { userId: actor.userId, createdAt: LessThan(ago(day, now)) });
    const stepUp = {
      id: uuidv7(),
      requestId,
      userId: actor.userId,
      sessionId: actor.sessionId,
      ...proof,
      tries: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + codeLifetimeMs),
      usedAt: null,
    } as StepUpRow;
    await sql(tx).insert(StepUpRow, stepUp);
    return stepUp;
  }

  /** Only the newest code counts, in whichever session it was requested. */
  newest(requestId: string, userId: string, from: Tx = this.db.read): Promise<StepUpRow | null> {
    return sql(from).findOne(StepUpRow, { where: { requestId, userId }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  async countTry(tx: Tx, id: string): Promise<void> {
    await sql(tx).increment(StepUpRow, { id }, 'tries', 1);
  }

  /** @returns false when it was verified before */
  async verify(tx: Tx, id: string, now: Date): Promise<boolean> {
    const { affected } = await sql(tx).update(StepUpRow, { id, verifiedAt: IsNull() }, { verifiedAt: now });
    return affected === 1;
  }

  async markUsed(tx: Tx, id: string, now: Date): Promise<void> {
    await sql(tx).update(StepUpRow, { id, usedAt: IsNull() }, { usedAt: now });
  }
}
