import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import type { Installation } from '../topology/installation';
import { verifiedManifest, type Manifest } from './manifest';
import { restoreBackup } from './restore';

/**
 * Restores a backup into a database of its own on the same server, and objects into a folder next to the backup, compares both with
 * the backup, and removes them. Roles are those of the installation, with their passwords.
 * @throws Error naming the table or object that could not be restored
 */
export async function verifyBackup(
  { servers, databasePasswords, atRest }: Pick<Installation, 'servers' | 'databasePasswords' | 'atRest'>,
  folder: string,
): Promise<Manifest> {
  const manifest = await verifiedManifest(folder);
  const database = `tradepost_verify_${randomUUID().replaceAll('-', '')}`;
  const objects = `${resolve(folder)}.verify`;
  const client = new Client({ connectionString: servers.postgres, application_name: 'tradepost-verify' });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${database}`);
    const postgres = Object.assign(new URL(servers.postgres), { pathname: `/${database}` }).href;
    const objectStore = pathToFileURL(objects).href;
    await openObjectStore(objectStore).prepare();
    await restoreBackup(
      {
        servers: { ...servers, postgres, objectStore },
        databasePasswords,
        atRest,
      },
      folder,
      manifest,
    );
    return manifest;
  } finally {
    await rm(objects, { recursive: true, force: true });
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await client.end();
  }
}
