import { Client } from 'pg';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { refuseWithoutKeys } from '../backup/keys';
import { loadTables, type TableContent, type TableToLoad } from '../backup/load-tables';
import { refuseUnknownMigrations } from '../backup/restore';
import {
  backedUpSchemas,
  migrationsIn,
  namedObjects,
  plainSession,
  rowsOf,
  tablesOf,
  type Table,
} from '../backup/tables';
import type { Installation } from '../topology/installation';
import { migrateAll } from '../topology/migrations';
import { copyObjects, findObjects } from './objects';
import { beginMove, endMove } from './target';

/** What was moved, and compared after copying. */
export interface Moved {
  tables: (Pick<Table, 'schema' | 'table'> & TableContent)[];
  objects: number;
  /** Bytes of all objects. */
  bytes: number;
  /** Objects that an interrupted run had copied. */
  present: number;
  /** Keys of objects that rows name and that the source does not have. */
  lost: string[];
  /** How many unfinished jobs of each queue, and unpublished events, the apps will find. */
  pending: Record<string, number>;
}

interface Steps {
  log: (line: string) => void;
  /** Called when the target has everything, and can no longer be overwritten by another run. */
  complete: () => void;
}

/**
 * Moves the data of a stopped server to empty servers: first all objects, then the schemas and all tables in one transaction, so that an app
 * that starts too early finds either no schema or all data. Every table and object is read again and compared. Unfinished jobs are enqueued
 * when the apps start. After an interruption, the next run copies the tables again, and the objects that are not there yet.
 * @throws Error that names what differs, or why nothing was written
 */
export async function moveData(
  source: Pick<Installation, 'servers'>,
  target: Pick<Installation, 'servers' | 'databasePasswords' | 'atRest'>,
  steps: Steps,
): Promise<Moved> {
  const [from, to] = [source, target].map(
    ({ servers }) => new Client({ connectionString: servers.postgres, application_name: 'tradepost-move' }),
  ) as [Client, Client];
  try {
    await from.connect();
    await to.connect();
    return await moveBetween(from, to, source, target, steps);
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function moveBetween(
  from: Client,
  to: Client,
  source: Pick<Installation, 'servers'>,
  target: Pick<Installation, 'servers' | 'databasePasswords' | 'atRest'>,
  { log, complete }: Steps,
): Promise<Moved> {
  await from.query(plainSession);
  await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await migrationsIn(from);
  refuseUnknownMigrations({ migrations });
  const objectsOfSource = openObjectStore(source.servers.objectStore);
  const { rows: named } = await from.query<{ key: string; needed: boolean }>(namedObjects);
  const { objects, lost } = await findObjects(objectsOfSource, named);
  await refuseWithoutKeys({ objects }, target.atRest);

  const store = openObjectStore(target.servers.objectStore);
  const isRepeated = await beginMove(to, store, await idOf(from));
  if (isRepeated) log('An earlier run was interrupted; continuing it.');
  await store.prepare();
  log(`Copying ${objects.length} objects …`);
  const present = await copyObjects(objectsOfSource, store, objects, { isRepeated, log });

  const wanted = await tablesOf(from);
  log(`Copying ${wanted.length} tables …`);
  await migrateAll(target.servers, target, migrations);
  const copies = wanted.map((table) => copyOf(from, table));
  await loadTables(to, copies, () => enqueueAgain(to));
  await migrateAll(target.servers, target);
  complete();
  await endMove(to);
  return {
    tables: copies.map(({ schema, table, content }) => ({ schema, table, ...content() })),
    objects: objects.length,
    bytes: objects.reduce((sum, { size }) => sum + size, 0),
    present,
    lost,
    pending: await pendingIn(from),
  };
}

/** PostgreSQL's own id of a cluster, which never changes. */
async function idOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  return rows[0]!.id;
}

function copyOf(client: Client, table: Table): TableToLoad {
  let content: () => TableContent = () => ({ rows: 0, sha256: '' });
  return {
    schema: table.schema,
    table: table.table,
    read: () => {
      const rows = rowsOf(client, table);
      const read = meter(rows);
      content = () => ({ rows: rows.rowCount, sha256: read.result().sha256 });
      return read.stream;
    },
    content: () => content(),
  };
}

/** The queue of the source stays behind, so the new queue knows none of the jobs. */
async function enqueueAgain(client: Client): Promise<void> {
  for (const schema of backedUpSchemas)
    await client.query(`UPDATE ${schema}.job_intent SET enqueued_at = NULL WHERE state = 'pending'`);
}

async function pendingIn(client: Client): Promise<Record<string, number>> {
  const pending: Record<string, number> = {};
  const add = (what: string, count: number) => (pending[what] = (pending[what] ?? 0) + count);
  for (const schema of backedUpSchemas) {
    const jobs = await client.query<{ queue: string; count: number }>(
      `SELECT queue, count(*)::int AS count FROM ${schema}.job_intent WHERE state = 'pending' GROUP BY queue ORDER BY queue`,
    );
    for (const { queue, count } of jobs.rows) add(`jobs of ${queue}`, count);
    const events = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${schema}.outbox WHERE published_at IS NULL`,
    );
    add('events', events.rows[0]!.count);
  }
  return pending;
}
