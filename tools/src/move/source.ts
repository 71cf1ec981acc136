import { join } from 'node:path';
import { isPostgresRunning } from '@tradepost/testing/servers/postgres';
import { isInstalledIn, openEmbedded, type Installation } from '../topology/installation';
import { refuseMoved } from '../topology/moved';
import { root } from '../topology/paths';
import { dataDirectories } from '../topology/running';
import type { Secrets } from '../topology/secrets';
import { loadSecrets } from '../topology/secrets-file';

/** Where the one server of this machine has its data. @throws Error if there is none, or if it was moved already */
export function serverHere(): string {
  const [dataDir] = dataDirectories(join(root, '.data'));
  if (!isInstalledIn(dataDir)) throw new Error(`Found no server in ${dataDir}: set DATA_DIRECTORY.`);
  refuseMoved(dataDir);
  return dataDir;
}

export const secretsOf = (dataDir: string): Secrets => loadSecrets(join(dataDir, 'secrets.json'));

/**
 * Opens the data of a stopped server. Its PostgreSQL runs until `close`, so that the server cannot be started in that time.
 * @throws Error while the server runs
 */
export async function openStoppedServer(dataDir: string): Promise<Installation> {
  if (isPostgresRunning(join(dataDir, 'postgres')))
    throw new Error('The server still runs; nothing was written. Stop it first: systemctl stop tradepost');
  return openEmbedded(dataDir, secretsOf(dataDir));
}
