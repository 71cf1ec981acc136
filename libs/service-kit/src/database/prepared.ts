import type { Pool, PoolClient } from 'pg';
import { sql } from './sql';
import type { Tx } from './transaction';

/** A statement that each connection parses and plans once. Its text never changes; its name is unique in the service. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a statement under its name and returns plain rows. TypeORM neither names statements nor leaves its rows plain, which costs
 * more than the statement on paths that every call takes. Only repositories import this, as `sql`.
 */
export async function prepared<Row>(tx: Tx, { name, text }: Statement, values: unknown[]): Promise<Row[]> {
  const { queryRunner, connection } = sql(tx);
  const client = queryRunner
    ? ((await queryRunner.connect()) as PoolClient)
    : (connection.driver as unknown as { master: Pool }).master;
  const { rows } = await client.query({ name, text, values });
  return rows as Row[];
}
