import { randomBytes } from 'node:crypto';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { stringify } from 'yaml';
import { everySetting, isSecret } from '../settings/table';
import { apps, schemas } from '../topology/catalogue';
import { makeSecrets } from '../topology/secrets';
import { settingsOf, type Servers } from '../topology/settings';

const everyApps = ['QUEUE_URL', 'OBJECT_STORE_URL', 'ACTOR_PUBLIC_KEY', 'ACTOR_PUBLIC_KEY_PREVIOUS'];
const random = () => randomBytes(24).toString('hex');

/** The passwords of third-party servers. */
export interface ServerPasswords {
  postgres: string;
  redis: string;
  natsCluster: string;
  s3: { accessKey: string; secretKey: string };
}

export const makeServerPasswords = (): ServerPasswords => ({
  postgres: random(),
  redis: random(),
  natsCluster: `p${random()}`,
  s3: { accessKey: `t${random().slice(0, 19)}`, secretKey: random() },
});

/**
 * Every secret of an installation, by the path of its file: a folder for what every app reads, one for each app and
 * each server. Hosts are the names that docker-compose.yml and k8s/ give the servers. The kustomization makes a
 * Kubernetes Secret of each folder. Earlier keys, and the token of a vault, are empty until someone writes them.
 */
export function secretFiles(secrets = makeSecrets(), passwords = makeServerPasswords()): Record<string, string> {
  const { postgres: owner, redis, s3 } = passwords;
  const servers: Servers = {
    postgres: `postgres://postgres:${owner}@postgres:5432/postgres`,
    nats: 'nats://nats:4222',
    queue: `redis://:${redis}@redis:6379`,
    objectStore: `http://${s3.accessKey}:${s3.secretKey}@object-store:8333/tradepost`,
    smtp: 'smtp://inbox:1025',
  };
  const files: Record<string, string> = {};
  const keep = (folder: string, values: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(values)) files[`${folder}/${name}`] = (value ?? '').trim();
  };

  for (const app of apps) {
    const given = settingsOf(app, servers, { origin: '', port: 0, webRoot: '' }, secrets);
    const secret = Object.entries(given).filter(([name]) => isSecret(name));
    const own = Object.entries(withLater(Object.fromEntries(secret)));
    keep('shared', Object.fromEntries(own.filter(([name]) => everyApps.includes(name))));
    keep(app.folder, Object.fromEntries(own.filter(([name]) => !everyApps.includes(name))));
  }
  const roles = schemas.filter((schema) => schema !== queueSchema);
  keep('migrate', {
    POSTGRES_URL: servers.postgres,
    ...withLater({ AT_REST_KEY: secrets.atRestKey }),
    ...Object.fromEntries(
      roles.map((schema) => [`DATABASE_PASSWORD_${schema.toUpperCase()}`, secrets.databasePasswords[schema]]),
    ),
  });
  keep('postgres', { username: 'postgres', password: owner });
  keep('redis', { 'redis.conf': `requirepass ${redis}\nmasterauth ${redis}`, password: redis });
  keep('object-store', {
    's3.json': JSON.stringify({
      identities: [{ name: 'tradepost', credentials: [s3], actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] }],
    }),
  });
  const busPasswords = Object.entries({ ...secrets.busPasswords, cluster: passwords.natsCluster });
  keep('nats', {
    'nats.env': busPasswords
      .map(([user, password]) => `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}=${password}`)
      .join('\n'),
  });
  return { ...files, 'kustomization.yaml': kustomization(Object.keys(files)) };
}

/** Adds empty files that an operator may fill later: previous keys, and the token of a vault that replaces a key. */
const withLater = (secrets: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(
    Object.keys(secrets)
      .map((name) => `${name}_PREVIOUS`)
      .filter((name) => everySetting.includes(name))
      .map((name) => [name, '']),
  ),
  ...('AT_REST_KEY' in secrets && { AT_REST_VAULT_TOKEN: '' }),
  ...secrets,
});

function kustomization(paths: string[]): string {
  const folders = [...new Set(paths.map((path) => path.split('/')[0] as string))];
  const secretGenerator = folders.map((folder) => {
    const own = paths.filter((path) => path.startsWith(`${folder}/`));
    const type = folder === 'postgres' ? { type: 'kubernetes.io/basic-auth' } : {};
    return { name: folder, ...type, ...(folder === 'nats' ? { envs: own } : { files: own }) };
  });
  return stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'tradepost',
    generatorOptions: { disableNameSuffixHash: true },
    secretGenerator,
  });
}
