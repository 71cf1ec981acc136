import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { DirectoryObjectStore } from '@tradepost/service-kit/objects/directory-object-store';
import { ObjectStoreUnavailable, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import { schemas } from '../topology/catalogue';
import type { Installation } from '../topology/installation';
import { migrateAll, migrationNames } from '../topology/migrations';
import { objectsFolder, tableFile, type Manifest, type TableOfBackup } from './manifest';
import { refuseWithoutKeys } from './keys';
import { restartKeyLog } from './restart-key-log';
import { columnList, plainSession, qualified, rowsOf, tablesOf, type Table } from './tables';

/**
 * Restores a backup into an empty installation: migrates the schemas to the version of the backup, loads tables and objects, reads all of them
 * again, and only then runs the later migrations and renames the key log. If anything fails, the installation is emptied again.
 * @param manifest as `verifiedManifest` gave it
 * @throws Error that names what is not empty, differs from the backup, or needs a missing key
 */
export async function restoreBackup(
  { servers, databasePasswords, atRest }: Pick<Installation, 'servers' | 'databasePasswords' | 'atRest'>,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  refuseUnknownMigrations(manifest);
  await refuseWithoutKeys(manifest, atRest);
  const store = openObjectStore(servers.objectStore);
  const client = new Client({ connectionString: servers.postgres, application_name: 'tradepost-restore' });
  await client.connect();
  try {
    await refuseUnlessEmpty(client, store);
    try {
      await migrateAll(servers, { databasePasswords }, manifest.migrations);
      await putObjects(store, folder, manifest);
      await loadTables(client, folder, manifest);
      await migrateAll(servers, { databasePasswords });
      await restartKeyLog(client);
    } catch (error) {
      await empty(client, store, manifest);
      throw error;
    }
  } finally {
    await client.end();
  }
}

function refuseUnknownMigrations({ migrations }: Manifest): void {
  const unknown = Object.entries(migrations).flatMap(([schema, names]) =>
    names.filter((name) => !migrationNames[schema]?.includes(name)),
  );
  if (unknown.length > 0)
    throw new Error(
      `The backup is from a newer release: this release has no migration ${unknown.join(', ')}. Nothing was written. Install that release first.`,
    );
}

async function refuseUnlessEmpty(client: Client, store: ObjectStore): Promise<void> {
  const { rows } = await client.query<{ schemaname: string }>(
    'SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname = ANY ($1) ORDER BY 1',
    [schemas],
  );
  if (rows.length > 0)
    throw new Error(
      `The database is not empty (it has tables in ${rows.map(({ schemaname }) => schemaname).join(', ')}); nothing was written.`,
    );
  const first = await firstKey(store);
  if (first) throw new Error(`The object store is not empty (it has ${first}); nothing was written.`);
}

/** A bucket or directory that does not exist yet counts as empty. */
async function firstKey(store: ObjectStore): Promise<string | null> {
  try {
    for await (const { key } of store.list('')) return key;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (!(error instanceof ObjectStoreUnavailable) || cause?.code !== 'NoSuchBucket') throw error;
  }
  return null;
}

async function putObjects(store: RawObjectStore, folder: string, { objects }: Manifest): Promise<void> {
  const copy = new DirectoryObjectStore(objectsFolder(folder));
  for (const { key, size, sha256, envelope } of objects) {
    await store.put(key, await copy.get(key), { size, ...(envelope !== undefined && { envelope }) });
    const found = await store.open(key);
    const stored = meter(found.stream);
    for await (const _chunk of stored.stream);
    if (stored.result().sha256 !== sha256 || found.envelope !== (envelope ?? null))
      throw new Error(`objects/${key} in the store differs from the backup`);
  }
}

/** Loads all tables in one transaction. Triggers are disabled: the rows already contain their effects. */
async function loadTables(client: Client, folder: string, { tables }: Manifest): Promise<void> {
  await client.query(plainSession);
  await client.query('BEGIN');
  await client.query('SET CONSTRAINTS ALL DEFERRED');
  const byName = new Map((await tablesOf(client)).map((table) => [qualified(table), table]));
  const found = tables.map((expected) => {
    const table = byName.get(qualified(expected));
    if (!table)
      throw new Error(
        `The backup contains the table ${expected.schema}.${expected.table}, which the migrated schema does not have`,
      );
    return { table, expected };
  });
  for (const { table } of found) await client.query(`ALTER TABLE ${qualified(table)} DISABLE TRIGGER USER`);
  for (const { table, expected } of found) {
    // A migration may have inserted these rows already.
    await client.query(`DELETE FROM ${qualified(table)}`);
    await pipeline(
      createReadStream(tableFile(folder, table)),
      client.query(from(`COPY ${qualified(table)} (${columnList(table)}) FROM STDIN`)),
    );
    await compare(client, table, expected);
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { table } of found) await client.query(`ALTER TABLE ${qualified(table)} ENABLE TRIGGER USER`);
  await client.query('COMMIT');
}

async function compare(client: Client, table: Table, expected: TableOfBackup): Promise<void> {
  const hash = createHash('sha256');
  const rows = rowsOf(client, table);
  await pipeline(rows, hash);
  if (rows.rowCount !== expected.rows || hash.digest('hex') !== expected.sha256) {
    throw new Error(
      `${expected.schema}.${expected.table} has ${rows.rowCount} rows that differ from the ${expected.rows} rows of the backup`,
    );
  }
}

async function empty(client: Client, store: ObjectStore, { objects }: Manifest): Promise<void> {
  await client.query('ROLLBACK');
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  for (const { key } of objects) await store.remove(key);
}
