import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared, type Statement } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { countingValues, usesInsert, type Counting } from '@tradepost/service-kit/limits/governor.repository';

const newAttempt = {
  name: 'proof-new-attempt',
  text: `WITH ${usesInsert(2)},
         expired AS (DELETE FROM proof_attempt WHERE id IN
           (SELECT id FROM proof_attempt WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))
         INSERT INTO proof_attempt (id, expires_at) VALUES ($2, $1)`,
};

const restarted = {
  name: 'proof-restarted',
  text: 'UPDATE proof_attempt SET restarted = true WHERE id = $1 AND NOT restarted AND expires_at > now() RETURNING id',
};

const used = {
  name: 'proof-used',
  text: 'DELETE FROM proof_attempt WHERE id = $1 AND expires_at > now() RETURNING id',
};

@Injectable()
export class ProofAttemptsRepository {
  constructor(private readonly db: Db) {}

  /** Also stores the guess that it was counted as, which has its id, and deletes expired ones. */
  insert(tx: Tx, counted: Counting, expiresAt: Date) {
    this.db.close(tx, { ...newAttempt, values: [expiresAt, ...countingValues(counted)] });
  }

  /** @returns false unless this is its first restart */
  restart(id: string): Promise<boolean> {
    return this.affects(restarted, id);
  }

  /** @returns false when it was used before or has expired */
  use(id: string): Promise<boolean> {
    return this.affects(used, id);
  }

  private async affects(statement: Statement, id: string): Promise<boolean> {
    // a single statement is a transaction of its own
    return (await prepared(this.db.read, statement, [id])).length === 1;
  }
}
