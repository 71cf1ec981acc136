import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { serviceRole } from '@tradepost/service-kit/database/migrate';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import { dropSchemas, refuseUnlessEmpty } from '../backup/empty-installation';
import { schemas } from '../topology/catalogue';
import { installationOfSettings, type Installation } from '../topology/installation';
import { secretsFolder, valuesIn } from './prepare';

/** `host:port` of a server as this machine reaches it, if that differs from the apps. */
export interface Addresses {
  postgres?: string | undefined;
  objectStore?: string | undefined;
}

/**
 * The servers that the secrets in the folder of a move name.
 * @param given settings of the server that moves: those of a vault are used
 */
export function targetIn(folder: string, addresses: Addresses, given: Record<string, string>): Installation {
  const secrets = secretsFolder(folder);
  if (!existsSync(secrets)) throw new Error(`${secrets} is missing: create it with --prepare first`);
  const { servers, ...installation } = installationOfSettings({
    ...given,
    ...valuesIn(join(secrets, 'shared')),
    ...valuesIn(join(secrets, 'migrate')),
  });
  return {
    ...installation,
    servers: {
      ...servers,
      postgres: at(addresses.postgres, servers.postgres),
      objectStore: at(addresses.objectStore, servers.objectStore),
    },
  };
}

const at = (host: string | undefined, url: string) =>
  host === undefined ? url : Object.assign(new URL(url), { host }).href;

/** In the database of the target while a move is not complete; it contains the id of the source. */
const marker = 'tradepost_move.source';

/**
 * Makes sure that the target is empty, or removes the tables of an earlier move of the same server that did not end. Then marks the target,
 * before anything else is written.
 * @returns whether it may have objects of that earlier move
 * @throws Error that names what the target contains, or that apps use it
 */
export async function beginMove(client: Client, store: RawObjectStore, sourceId: string): Promise<boolean> {
  const { rows: connections } = await client.query<{ name: string }>(
    'SELECT DISTINCT usename AS name FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY ($1) ORDER BY 1',
    [schemas.map(serviceRole)],
  );
  if (connections.length > 0)
    throw new Error(
      `Apps are connected to the target (${connections.map(({ name }) => name).join(', ')}); nothing was written. Stop them first.`,
    );
  const begunBy = await unfinished(client);
  if (begunBy !== undefined && begunBy !== sourceId)
    throw new Error('The target contains the unfinished move of another server; nothing was written.');
  if (begunBy !== undefined) {
    await dropSchemas(client);
    return true;
  }
  await refuseUnlessEmpty(client, store);
  await client.query('BEGIN');
  await client.query('CREATE SCHEMA tradepost_move');
  await client.query(`CREATE TABLE ${marker} (id text NOT NULL)`);
  await client.query(`INSERT INTO ${marker} VALUES ($1)`, [sourceId]);
  await client.query('COMMIT');
  return false;
}

/** @returns the id of the source of a move that has not ended */
async function unfinished(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [marker]);
  if (!rows[0]!.exists) return undefined;
  return (await client.query<{ id: string }>(`SELECT id FROM ${marker}`)).rows[0]?.id;
}

export const endMove = (client: Client) => client.query('DROP SCHEMA tradepost_move CASCADE');
