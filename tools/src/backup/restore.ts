import { createReadStream } from 'node:fs';
import { Client } from 'pg';
import { DirectoryObjectStore } from '@tradepost/service-kit/objects/directory-object-store';
import type { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import type { Installation } from '../topology/installation';
import { migrateAll, migrationNames } from '../topology/migrations';
import { dropSchemas, refuseUnlessEmpty } from './empty-installation';
import { refuseWithoutKeys } from './keys';
import { loadTables } from './load-tables';
import { objectsFolder, tableFile, type Manifest } from './manifest';
import { restartKeyLog } from './restart-key-log';
import { isSameObject, readObject } from './stored-object';

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
      await loadTables(
        client,
        manifest.tables.map((table) => ({
          ...table,
          read: () => createReadStream(tableFile(folder, table)),
          content: () => table,
        })),
      );
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

/** @throws Error if the data is of a newer release */
export function refuseUnknownMigrations({ migrations }: Pick<Manifest, 'migrations'>): void {
  const unknown = Object.entries(migrations).flatMap(([schema, names]) =>
    names.filter((name) => !migrationNames[schema]?.includes(name)),
  );
  if (unknown.length > 0)
    throw new Error(
      `The data is from a newer release: this release has no migration ${unknown.join(', ')}. Nothing was written. Install that release first.`,
    );
}

async function putObjects(store: RawObjectStore, folder: string, { objects }: Manifest): Promise<void> {
  const copy = new DirectoryObjectStore(objectsFolder(folder));
  for (const object of objects) {
    const { key, size, envelope } = object;
    await store.put(key, await copy.get(key), { size, ...(envelope !== undefined && { envelope }) });
    if (!isSameObject(await readObject(store, key), object))
      throw new Error(`objects/${key} in the store differs from the backup`);
  }
}

async function empty(client: Client, store: ObjectStore, { objects }: Manifest): Promise<void> {
  await client.query('ROLLBACK');
  await dropSchemas(client);
  for (const { key } of objects) await store.remove(key);
}
