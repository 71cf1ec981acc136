import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';

@Injectable()
export class ProofAttemptsRepository {
  constructor(private readonly db: Db) {}

  /** Also deletes expired ones. */
  async insert(id: string, expiresAt: Date): Promise<void> {
    await this.db.transaction((tx) =>
      sql(tx).query(
        `WITH expired AS (DELETE FROM proof_attempt WHERE id IN
           (SELECT id FROM proof_attempt WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))
         INSERT INTO proof_attempt (id, expires_at) VALUES ($1, $2)`,
        [id, expiresAt],
      ),
    );
  }

  /** @returns false unless this is its first restart */
  async restart(id: string): Promise<boolean> {
    return this.affects(
      'UPDATE proof_attempt SET restarted = true WHERE id = $1 AND NOT restarted AND expires_at > now()',
      id,
    );
  }

  /** @returns false when it was used before or has expired */
  async use(id: string): Promise<boolean> {
    return this.affects('DELETE FROM proof_attempt WHERE id = $1 AND expires_at > now()', id);
  }

  private async affects(statement: string, id: string): Promise<boolean> {
    const [, affected] = await this.db.transaction(
      (tx) => sql(tx).query(statement, [id]) as Promise<[unknown, number]>,
    );
    return affected === 1;
  }
}
