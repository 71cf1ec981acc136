import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { DirectoryObjectStore } from '@tradepost/service-kit/objects/directory-object-store';
import { ObjectMissing, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import type { Installation } from '../topology/installation';
import {
  objectsFolder,
  tableFile,
  writeManifest,
  type Manifest,
  type ObjectOfBackup,
  type TableOfBackup,
} from './manifest';
import { migrationsIn, namedObjects, plainSession, rowsOf, tablesOf, type Table } from './tables';

const passes = 5;

type Snapshot = Pick<Manifest, 'date' | 'migrations' | 'tables'> & { named: { key: string; needed: boolean }[] };

/**
 * Backs up into an empty folder while the product runs. All tables are read in one snapshot. Objects never change, but may be removed while they are
 * copied, with the rows that named them. Then a later snapshot is read, for which only new objects are copied, until every named object is there.
 * An object that is missing twice is lost, and reported. Objects are copied as they are stored, encrypted, and no key is needed.
 * @throws Error where the folder is not empty, or files are removed faster than it can follow
 */
export async function makeBackup({ servers }: Pick<Installation, 'servers'>, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: give each backup a new folder.`);
  const store = openObjectStore(servers.objectStore);
  const copy = new DirectoryObjectStore(objectsFolder(folder));
  await copy.prepare();
  const copied = new Map<string, ObjectOfBackup>();
  let missingBefore: Set<string> | undefined;
  for (let pass = 1; pass <= passes; pass += 1) {
    const snapshot = await snapshotOf(servers.postgres, folder);
    const missing: string[] = [];
    for (const { key, needed } of snapshot.named) {
      const object = copied.get(key) ?? (await copyObject(store, copy, key));
      if (object) copied.set(key, object);
      else if (needed) missing.push(key);
    }
    if (missing.every((key) => missingBefore?.has(key))) return finish(folder, copy, snapshot, copied, missing);
    missingBefore = new Set(missing);
  }
  throw new Error(
    `Files were removed faster than they could be copied, ${passes} times. Try again when the load is lower.`,
  );
}

async function snapshotOf(url: string, folder: string): Promise<Snapshot> {
  const client = new Client({ connectionString: url, application_name: 'tradepost-backup' });
  await client.connect();
  try {
    await client.query(plainSession);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ now: Date }>('SELECT now()');
    const migrations = await migrationsIn(client);
    await rm(`${folder}/tables`, { recursive: true, force: true });
    await mkdir(`${folder}/tables`, { mode: 0o700 });
    const tables: TableOfBackup[] = [];
    for (const table of await tablesOf(client)) tables.push(await writeTable(client, table, tableFile(folder, table)));
    const named = await client.query<{ key: string; needed: boolean }>(namedObjects);
    await client.query('COMMIT');
    return { date: (rows[0] as { now: Date }).now.toISOString(), migrations, tables, named: named.rows };
  } finally {
    await client.end();
  }
}

async function writeTable(client: Client, table: Table, file: string): Promise<TableOfBackup> {
  const hash = createHash('sha256');
  let size = 0;
  const rows = rowsOf(client, table);
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(rows, measured, createWriteStream(file, { mode: 0o600, flush: true }));
  return { schema: table.schema, table: table.table, rows: rows.rowCount, size, sha256: hash.digest('hex') };
}

/** @returns null if the object is not in the store */
async function copyObject(store: RawObjectStore, copy: ObjectStore, key: string): Promise<ObjectOfBackup | null> {
  try {
    const { stream, envelope } = await store.open(key);
    const measured = meter(stream);
    await copy.put(key, measured.stream);
    const { size, sha256 } = measured.result();
    return { key, size, sha256, ...(envelope !== null && { envelope }) };
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

async function finish(
  folder: string,
  copy: ObjectStore,
  { named, ...snapshot }: Snapshot,
  copied: Map<string, ObjectOfBackup>,
  missing: string[],
): Promise<Manifest> {
  const objects = named.flatMap(({ key }) => copied.get(key) ?? []);
  const stored = new Set(objects.map(({ key }) => key));
  for (const key of copied.keys()) if (!stored.has(key)) await copy.remove(key);
  const manifest: Manifest = { version: 2, ...snapshot, objects, missing };
  await writeManifest(folder, manifest);
  return manifest;
}
