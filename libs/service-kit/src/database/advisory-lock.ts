import { sql } from './sql';
import type { Tx } from './transaction';

/** Serializes transactions of one service that lock the same name; the lock ends with the transaction. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql(tx).query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
