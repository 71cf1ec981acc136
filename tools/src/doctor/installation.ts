import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AtRestConfig } from '@tradepost/service-kit/security/at-rest/open-keys';
import { atRestOf, atRestOfSettings } from '../topology/installation';
import {
  configFile,
  dataDirectories,
  dataDirectory,
  runningFile,
  runningIn,
  type RunningServers,
} from '../topology/running';
import type { Secrets } from '../topology/secrets';
import { copyOf } from '../topology/secrets-file';
import type { Servers } from '../topology/settings';

/** The installation to check, as far as settings and files describe it. */
export interface Installation {
  /** `settings`: named by the environment; `running` and `stopped`: what `npm run up` runs here, or would. */
  kind: 'settings' | 'running' | 'stopped';
  servers: Partial<Servers>;
  /** Its data directory; absent if the settings name external servers. */
  dataDir?: string;
  /** The command that starts it, for advice. */
  startCommand: string;
  /** Its public address. */
  origin?: string;
  /** Where clients reach its object store, if that is offered to them. */
  publicStore?: string;
  /** Ports that must be free before it starts. */
  ports: number[];
  /** Missing or invalid settings, one line each. */
  faults: string[];
  /** The private key that signs checkpoints of the audit log, PEM. */
  auditKey?: string;
  /** Wraps the data keys of objects. */
  atRest?: AtRestConfig;
}

const protocols: Record<string, string[]> = {
  POSTGRES_URL: ['postgres:', 'postgresql:'],
  QUEUE_URL: ['redis:', 'rediss:', 'postgres:', 'postgresql:'],
  OBJECT_STORE_URL: ['file:', 'http:', 'https:'],
  NATS_URL: ['nats:', 'tls:'],
  SMTP_URL: ['smtp:', 'smtps:'],
};
const needed = ['POSTGRES_URL', 'QUEUE_URL', 'OBJECT_STORE_URL'];

/** @param data where `npm run up` keeps its installations */
export function installationOf(env: NodeJS.ProcessEnv, data: string): Installation {
  const origin = setting(env, 'ORIGIN');
  const publicStore = setting(env, 'OBJECT_STORE_PUBLIC_URL');
  return {
    ...seenFrom(env, data),
    ...(origin && URL.canParse(origin) && { origin }),
    ...(publicStore && { publicStore }),
  };
}

function seenFrom(env: NodeJS.ProcessEnv, data: string): Installation {
  const served = dataDirectory() !== undefined;
  // one server has a mail server outside
  const ports = [env.PORT ?? 8080, ...(served ? [] : [env.SMTP_PORT ?? 1025, env.INBOX_PORT ?? 1080])].map(Number);
  if (Object.keys(protocols).some((name) => setting(env, name) && !(served && name === 'SMTP_URL')))
    return bySettings(env);
  const running = runningIn(data);
  const dataDir = running ?? dataDirectories(data)[0];
  const secretsFile = join(dataDir, 'secrets.json');
  const { faults, auditSigningKey, atRestKey, previous = {} } = secretsIn(secretsFile, running !== undefined);
  const known = {
    faults,
    ports,
    dataDir,
    startCommand: served ? startOfServer() : 'npm run up',
    ...(auditSigningKey !== undefined && { auditKey: auditSigningKey }),
    ...(atRestKey !== undefined && { atRest: atRestOf({ atRestKey, previous }, env) }),
  };
  if (running)
    return {
      kind: 'running',
      servers: JSON.parse(readFileSync(join(running, runningFile), 'utf8')) as RunningServers,
      ...known,
    };
  return {
    kind: 'stopped',
    servers: existsSync(join(dataDir, 'objects')) ? { objectStore: pathToFileURL(join(dataDir, 'objects')).href } : {},
    ...known,
  };
}

/** The Debian package sets the path of a settings file. */
const startOfServer = () => (configFile() === undefined ? 'npm run serve' : 'systemctl start tradepost');

function setting(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const file = env[`${name}_FILE`];
  return env[name] || (file && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
}

function bySettings(env: NodeJS.ProcessEnv): Installation {
  const faults = Object.entries(protocols).flatMap(([name, allowed]) => {
    const value = setting(env, name);
    if (value === undefined) return needed.includes(name) ? [`${name} is missing`] : [];
    return URL.canParse(value) && allowed.includes(new URL(value).protocol)
      ? []
      : [`${name} is not a URL of ${allowed.join(' or ')}`];
  });
  const url = (name: string) => (faults.some((fault) => fault.startsWith(`${name} `)) ? undefined : setting(env, name));
  const servers = {
    postgres: url('POSTGRES_URL'),
    queue: url('QUEUE_URL'),
    objectStore: url('OBJECT_STORE_URL'),
    nats: url('NATS_URL'),
    smtp: url('SMTP_URL'),
  };
  const auditKey = setting(env, 'AUDIT_SIGNING_KEY');
  const atRest = atRestOfSettings(env);
  return {
    kind: 'settings',
    servers: Object.fromEntries(Object.entries(servers).filter(([, value]) => value)),
    startCommand: 'npm run up',
    ports: [],
    faults,
    atRest,
    ...(auditKey && { auditKey }),
  };
}

type StoredSecrets = Partial<Pick<Secrets, 'auditSigningKey' | 'atRestKey' | 'previous'>>;

function secretsIn(file: string, isNeeded: boolean): StoredSecrets & { faults: string[] } {
  if (!existsSync(file))
    return { faults: isNeeded || existsSync(copyOf(file)) ? [`${file} is missing; its copy is ${copyOf(file)}`] : [] };
  try {
    const { auditSigningKey, atRestKey, previous } = JSON.parse(readFileSync(file, 'utf8')) as StoredSecrets;
    return auditSigningKey
      ? { faults: [], auditSigningKey, ...(atRestKey && { atRestKey }), ...(previous && { previous }) }
      : { faults: [`${file} has no auditSigningKey`] };
  } catch (error) {
    return { faults: [`${file} cannot be read; its copy is ${copyOf(file)} (${(error as Error).message})`] };
  }
}
