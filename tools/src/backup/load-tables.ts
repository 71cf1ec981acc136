import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import type { TableOfBackup } from './manifest';
import { columnList, plainSession, qualified, rowsOf, tablesOf, type Table } from './tables';

export type TableContent = Pick<TableOfBackup, 'rows' | 'sha256'>;

/** A table to copy, with its rows in PostgreSQL's text format. */
export interface TableToLoad extends Pick<Table, 'schema' | 'table'> {
  read(): AsyncIterable<Uint8Array>;
  /** What `read` returned; called after its end. */
  content(): TableContent;
}

/**
 * Loads tables in one transaction, reads each again, and compares. Triggers are disabled: the rows already contain their effects.
 * @param wanted in an order that satisfies foreign keys
 * @param atEnd the last step of the transaction
 * @throws Error naming a table that the schema does not have, or that differs
 */
export async function loadTables(
  client: Client,
  wanted: TableToLoad[],
  atEnd: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await client.query(plainSession);
  await client.query('BEGIN');
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  const byName = new Map((await tablesOf(client)).map((table) => [qualified(table), table]));
  const found = wanted.map((source) => {
    const table = byName.get(qualified(source));
    if (!table)
      throw new Error(`The migrated schema does not have the table ${source.schema}.${source.table}, which has data`);
    return { table, source };
  });
  for (const { table } of found) await client.query(`ALTER TABLE ${qualified(table)} DISABLE TRIGGER USER`);
  for (const { table, source } of found) {
    // A migration may have inserted these rows already.
    await client.query(`DELETE FROM ${qualified(table)}`);
    await pipeline(source.read(), client.query(from(`COPY ${qualified(table)} (${columnList(table)}) FROM STDIN`)));
    await compare(client, table, source.content());
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { table } of found) await client.query(`ALTER TABLE ${qualified(table)} ENABLE TRIGGER USER`);
  await atEnd();
  await client.query('COMMIT');
}

async function compare(client: Client, table: Table, expected: TableContent): Promise<void> {
  const hash = createHash('sha256');
  const rows = rowsOf(client, table);
  await pipeline(rows, hash);
  if (rows.rowCount !== expected.rows || hash.digest('hex') !== expected.sha256)
    throw new Error(
      `${table.schema}.${table.table} has ${rows.rowCount} rows that differ from the ${expected.rows} rows that were copied`,
    );
}
