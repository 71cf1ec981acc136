import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atRestSettings, type AtRestConfig } from '@tradepost/service-kit/security/at-rest/open-keys';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { object, string } from 'yup';
import { schemas } from './catalogue';
import { root } from './paths';
import { dataDirectories, runningFile, runningIn, type RunningServers } from './running';
import type { Secrets } from './secrets';
import { loadSecrets } from './secrets-file';
import { roleUrl, type Servers } from './settings';

/** An installation, as tools use it. */
export interface Installation {
  servers: Pick<Servers, 'postgres' | 'queue' | 'objectStore'>;
  databasePasswords: Secrets['databasePasswords'];
  /** Settings of the key that wraps data keys; empty if not set. */
  atRest: AtRestConfig;
  /** Stops servers that were started only for this tool. */
  close(): Promise<void>;
}

const passwordKey = (schema: string) => `DATABASE_PASSWORD_${schema.toUpperCase()}`;
const nothingToClose = () => Promise.resolve();

/** @throws Error naming the settings that are missing */
export function installationOfSettings(env: NodeJS.ProcessEnv = process.env): Installation {
  const { POSTGRES_URL, QUEUE_URL, OBJECT_STORE_URL } = readConfig(
    object({
      POSTGRES_URL: string().required(),
      QUEUE_URL: string().required(),
      OBJECT_STORE_URL: string().required(),
    }),
    env,
  );
  const needed = schemas.filter((schema) => schema !== queueSchema || QUEUE_URL.startsWith('postgres'));
  const passwords = readConfig(
    object(Object.fromEntries(needed.map((schema) => [passwordKey(schema), string().required()]))),
    env,
  ) as Record<string, string>;
  return {
    servers: { postgres: POSTGRES_URL, queue: QUEUE_URL, objectStore: OBJECT_STORE_URL },
    databasePasswords: Object.fromEntries(needed.map((schema) => [schema, passwords[passwordKey(schema)] as string])),
    atRest: atRestOfSettings(env),
    close: nothingToClose,
  };
}

export const atRestOfSettings = (env: NodeJS.ProcessEnv = process.env): AtRestConfig =>
  readConfig(object(atRestSettings), env);

/** The settings of an embedded installation's apps: its own key, and what its operator sets, which has priority there too. */
export const atRestOf = (
  { atRestKey, previous }: Pick<Secrets, 'atRestKey' | 'previous'>,
  env: NodeJS.ProcessEnv = process.env,
): AtRestConfig => ({
  ...readConfig(object(atRestSettings), { AT_REST_KEY: atRestKey, AT_REST_KEY_PREVIOUS: previous.AT_REST_KEY }),
  ...Object.fromEntries(Object.entries(atRestOfSettings(env)).filter(([, value]) => value?.length)),
});

export const isInstalledIn = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'cluster'));

/**
 * The installation that the settings name, else the one that `npm run up` runs here, else the stopped embedded one:
 * its PostgreSQL is started while the tool runs.
 * @param mayMake whether an embedded one may be made where there is none
 * @param needsSecrets whether its secrets must be there already
 */
export async function openInstallation({
  mayMake,
  needsSecrets = false,
}: {
  mayMake: boolean;
  needsSecrets?: boolean;
}): Promise<Installation> {
  if (process.env.POSTGRES_URL || process.env.POSTGRES_URL_FILE) return installationOfSettings();
  const running = runningIn(join(root, '.data'));
  if (running) {
    const servers = JSON.parse(readFileSync(join(running, runningFile), 'utf8')) as RunningServers;
    const secrets = loadSecrets(join(running, 'secrets.json'));
    return { servers, databasePasswords: secrets.databasePasswords, atRest: atRestOf(secrets), close: nothingToClose };
  }
  const [dataDir] = dataDirectories(join(root, '.data'));
  if (!mayMake && !isInstalledIn(dataDir))
    throw new Error(
      'Found no installation: start `npm run up`, or set DATA_DIRECTORY, or POSTGRES_URL, QUEUE_URL and OBJECT_STORE_URL.',
    );
  const secretsFile = join(dataDir, 'secrets.json');
  if (needsSecrets && !existsSync(secretsFile))
    throw new Error(
      `${secretsFile} is missing, and no file can be decrypted without its keys. Restore it first. Nothing was written.`,
    );
  return openEmbedded(dataDir, loadSecrets(secretsFile));
}

/** A stopped embedded installation. Its PostgreSQL is started until `close`. */
export async function openEmbedded(dataDir: string, secrets: Secrets): Promise<Installation> {
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), persistent: true });
  return {
    servers: {
      postgres: postgres.url,
      queue: roleUrl(postgres.url, queueSchema, secrets),
      objectStore: pathToFileURL(join(dataDir, 'objects')).href,
    },
    databasePasswords: secrets.databasePasswords,
    atRest: atRestOf(secrets),
    close: () => postgres.stop(),
  };
}
