import { escapeIdentifier, type Client } from 'pg';
import { to, type CopyToStreamQuery } from 'pg-copy-streams';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { schemas } from '../topology/catalogue';

/** Every job in the queue has a row in `job_intent`, so it is left out. */
export const backedUpSchemas = schemas.filter((schema) => schema !== queueSchema);

export interface Table {
  schema: string;
  table: string;
  columns: string[];
  /** Session settings that make copies of equal rows equal byte for byte. */
  order: string;
}

/** Every value is written the same way, whatever the server's defaults. */
export const plainSession =
  "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET client_encoding = 'UTF8'";

/** Every table except those of migrations, referenced tables first. Deferrable references do not affect the order. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{
    schema: string;
    table: string;
    columns: string[];
    key: string[] | null;
    refers: string[];
  }>(
    `SELECT n.nspname AS schema, c.relname AS table,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT array_agg(quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END ORDER BY array_position(i.indkey::int2[], a.attnum))
          FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
       array(SELECT f.confrelid::regclass::text FROM pg_constraint f WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid AND NOT f.condeferrable) AS refers
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND c.relname <> 'migration' ORDER BY 1, 2`,
    [backedUpSchemas],
  );
  const left = new Map(rows.map((row) => [`${row.schema}.${row.table}`, row]));
  const sorted: Table[] = [];
  while (left.size > 0) {
    const [name, row] = [...left].find(([, { refers }]) => !refers.some((other) => left.has(other))) ?? [];
    if (!name || !row) throw new Error(`Circular foreign keys between tables: ${[...left.keys()].join(', ')}`);
    left.delete(name);
    sorted.push({
      schema: row.schema,
      table: row.table,
      columns: row.columns,
      order: row.key?.join(', ') ?? '"t"::text COLLATE "C"',
    });
  }
  return sorted;
}

export const qualified = ({ schema, table }: Pick<Table, 'schema' | 'table'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
export const columnList = ({ columns }: Pick<Table, 'columns'>) =>
  columns.map((column) => escapeIdentifier(column)).join(', ');

/** The table's rows in PostgreSQL's text format. */
export const rowsOf = (client: Client, table: Table): CopyToStreamQuery =>
  client.query(
    to(`COPY (SELECT ${columnList(table)} FROM ${qualified(table)} AS "t" ORDER BY ${table.order}) TO STDOUT`),
  );

/** Names of the migrations that ran, by schema. */
export async function migrationsIn(client: Client): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const schema of backedUpSchemas) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${escapeIdentifier(schema)}.migration ORDER BY id`,
    );
    found[schema] = rows.map(({ name }) => name);
  }
  return found;
}

/** Keys of every object that a row names; `needed` is false if the object may not be stored yet. */
export const namedObjects = `
  SELECT key, bool_or(needed) AS needed FROM (
    SELECT object_key AS key, purge_at IS NULL AS needed FROM storage.file_version
    UNION ALL SELECT object_key, false FROM storage.upload WHERE committed_at IS NULL
    UNION ALL SELECT part->>'objectKey', false FROM storage.upload, jsonb_array_elements(parts) AS part
    UNION ALL SELECT object_key, false FROM storage.upload_part
    UNION ALL SELECT object_key, true FROM storage.hold WHERE until > now()
    UNION ALL SELECT object_key, true FROM kyc.kyc_document
    UNION ALL SELECT archive_key, expires_at > now() AND revoked_at IS NULL FROM requests.transfer WHERE archive_status = 'ready' AND archive_removed_at IS NULL
  ) AS named GROUP BY key ORDER BY key COLLATE "C"`;
