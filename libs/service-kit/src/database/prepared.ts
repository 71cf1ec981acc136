import type { Pool, PoolClient, QueryConfig } from 'pg';
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
export const prepared = <Row>(tx: Tx, { name, text }: Statement, values: unknown[]): Promise<Row[]> =>
  query(tx, { name, text, values });

/** As `prepared`, but planned each time: for a statement over many rows, with a plan that must fit the size that the tables have by now. */
export const planned = <Row>(tx: Tx, text: string, values: unknown[]): Promise<Row[]> => query(tx, { text, values });

async function query<Row>(tx: Tx, statement: QueryConfig): Promise<Row[]> {
  const { queryRunner, connection } = sql(tx);
  // its connection may serve another transaction by now
  if (queryRunner?.isReleased) throw new Error('The transaction has ended');
  const client = queryRunner
    ? ((await queryRunner.connect()) as PoolClient)
    : (connection.driver as unknown as { master: Pool }).master;
  const { rows } = await client.query(statement);
  return rows as Row[];
}
