import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared, type Statement } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';

const newAttempt = {
  name: 'proof-new-attempt',
  text: `WITH expired AS (DELETE FROM proof_attempt WHERE id IN
           (SELECT id FROM proof_attempt WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))
         INSERT INTO proof_attempt (id, expires_at) VALUES ($1, $2)`,
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

  /** Also deletes expired ones. */
  insert(tx: Tx, id: string, expiresAt: Date) {
    this.db.close(tx, { ...newAttempt, values: [id, expiresAt] });
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
