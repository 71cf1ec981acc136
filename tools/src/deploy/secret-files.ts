import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { stringify } from 'yaml';
import { apps, schemas } from '../topology/catalogue';
import { makeSecrets } from '../topology/secrets';
import { settingsOf, type Servers } from '../topology/settings';

const plain = new Set(['SERVICE_NAME', 'ORIGIN', 'PORT', 'HOST', 'WEB_ROOT', 'API_DOCS', 'MAIL_FROM']);
const everyApps = ['QUEUE_URL', 'OBJECT_STORE_URL', 'ACTOR_PUBLIC_KEY'];
const random = () => randomBytes(24).toString('hex');

/**
 * Every secret of a new installation, by the path of its file: a folder for what every app reads, one for each app and
 * each server. Hosts are the names that docker-compose.yml and k8s/ give the servers. The kustomization makes a
 * Kubernetes Secret of each folder.
 */
export function secretFiles(): Record<string, string> {
  const secrets = makeSecrets();
  const owner = random();
  const redis = random();
  const s3 = { accessKey: `t${random().slice(0, 19)}`, secretKey: random() };
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
    const secret = Object.entries(settingsOf(app, servers, { origin: '', port: 0, webRoot: '' }, secrets)).filter(
      ([name]) => !plain.has(name),
    );
    keep('shared', Object.fromEntries(secret.filter(([name]) => everyApps.includes(name))));
    keep(app.folder, Object.fromEntries(secret.filter(([name]) => !everyApps.includes(name))));
  }
  const roles = schemas.filter((schema) => schema !== queueSchema);
  keep('migrate', {
    POSTGRES_URL: servers.postgres,
    AT_REST_KEY: secrets.atRestKey,
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
  const busPasswords = Object.entries({ ...secrets.busPasswords, cluster: `p${random()}` });
  keep('nats', {
    'nats.env': busPasswords
      .map(([user, password]) => `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}=${password}`)
      .join('\n'),
  });
  return { ...files, 'kustomization.yaml': kustomization(Object.keys(files)) };
}

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

/**
 * Writes them all to a new folder. It is closed to all but its owner; the files in it are readable, since Docker shows
 * each to an app that runs as another user.
 * @returns how many files
 * @throws Error when the folder exists: what an installation already uses is not written over
 */
export function writeSecretFiles(folder: string): number {
  if (existsSync(folder)) throw new Error(`${folder} exists: what an installation already uses is not written over`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = Object.entries(secretFiles());
  for (const [path, content] of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o644, flag: 'wx' });
  }
  return files.length;
}
