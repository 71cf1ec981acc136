import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { queueSchema } from '@tradepost/service-kit/jobs/queue';
import { startInbox } from '@tradepost/testing/servers/inbox';
import { startProxy } from '@tradepost/testing/servers/nginx';
import { claimPort, freePort } from '@tradepost/testing/servers/ports';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { startServices } from '@tradepost/testing/servers/services';
import { AppProcess } from './app-process';
import { apps } from './catalogue';
import { migrateAll } from './migrations';
import { refuseMoved } from './moved';
import { offerStoreToPages } from './pages-and-store';
import { root } from './paths';
import type { Secrets } from './secrets';
import { loadSecrets } from './secrets-file';
import { roleUrl, settingsOf, type Face, type Servers } from './settings';

/** 1 GB: NATS reserves it, here on a developer's machine. */
export const streamBytes = String(1024 ** 3);

export type TopologyKind = 'embedded' | 'services';

export interface TopologyOptions {
  kind: TopologyKind;
  /** Holds everything that must survive a restart. */
  dataDir: string;
  /** false for tests: PostgreSQL runs without fsync, and stack traces in logs name lines of the built files. */
  persistent: boolean;
  /** Free ports when absent. */
  port?: number;
  inboxPorts?: { smtpPort: number; webPort: number };
  /** An external mail server; absent: an inbox is started. */
  smtpUrl?: string;
  /** Files in `dataDir` when absent. */
  logs?: 'stdout';
  /** Called after the migrations, before any app starts. */
  beforeApps?: (servers: Servers, secrets: Secrets) => Promise<void>;
  /** Servers that the caller runs; services topology only. */
  given?: GivenServers;
  /** Of every app, behind a proxy; services only. */
  replicas?: number;
  /** Additional settings for every app (limits of a test or bench run). */
  env?: Record<string, string>;
  /** Additional settings of one app, by its folder; services only. */
  envOf?: (folder: string) => Record<string, string>;
  /** Receives the name of each step. */
  progress?: (step: string) => void;
  /** An app, or the PostgreSQL of the embedded topology, ended without having been stopped. */
  onExit?: (name: string, code: number | null) => void;
}

export interface GivenServers extends Omit<Servers, 'nats'> {
  inboxUrl: string;
  /** Started once the passwords of its users are in the environment. @returns its URL */
  nats: () => Promise<string>;
}

/** A running installation. */
export interface Topology extends Running {
  kind: TopologyKind;
  origin: string;
  inboxUrl: string;
  servers: Servers;
  secrets: Secrets;
  /** By app folder; the embedded topology has one, `all-in-one`, and further replicas are `storage-2` and so on. */
  processes: Map<string, AppProcess>;
}

/** Starts servers, migrates, and starts the apps. On failure it stops what it has started. */
export async function startTopology(options: TopologyOptions): Promise<Topology> {
  const { kind, dataDir, progress = () => undefined } = options;
  const started: Running[] = [];
  const keep = async <T extends Running>(starting: Promise<T>): Promise<T> => {
    const running = await starting;
    started.push(running);
    return running;
  };
  try {
    if (kind === 'embedded') refuseMoved(dataDir);
    const port = await claimPort(options.port, 'Tradepost');
    const secrets = loadSecrets(join(dataDir, 'secrets.json'));
    const inbox = await mailServer(options, keep);
    progress(kind === 'embedded' ? 'PostgreSQL' : 'PostgreSQL, NATS, Redis and the object store');
    const servers = { ...(await startServers(options, secrets, keep)), smtp: inbox.smtpUrl };
    progress('Database');
    await migrateAll(servers, secrets);
    const origin = `http://localhost:${port}`;
    // `doctor` says what the store does not take
    await offerStoreToPages(servers.objectStore, { ORIGIN: origin, ...options.env });
    await options.beforeApps?.(servers, secrets);
    progress('Apps');
    const behindProxy = options.replicas !== undefined;
    const ports = behindProxy ? await Promise.all(Array.from({ length: options.replicas ?? 0 }, freePort)) : [port];
    const replicas = ports.map((own, n) =>
      createProcesses(
        options,
        servers,
        secrets,
        { origin, port: own, webRoot: join(root, 'apps', 'web', 'dist'), behindProxy },
        n + 1,
      ),
    );
    const processes = new Map(replicas.flatMap((each) => [...each]));
    for (const app of processes.values()) started.push(app);
    await Promise.all([...processes.values()].map((app) => app.start()));
    if (behindProxy) await keep(startProxy({ dataDir: join(dataDir, 'proxy'), port, replicas: ports }));
    return { kind, origin, inboxUrl: inbox.webUrl, servers, secrets, processes, stop: () => stopAll(started) };
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

type Keep = <T extends Running>(starting: Promise<T>) => Promise<T>;

async function mailServer(
  { given, smtpUrl, dataDir, inboxPorts }: TopologyOptions,
  keep: Keep,
): Promise<{ webUrl: string; smtpUrl: string }> {
  if (given) return { webUrl: given.inboxUrl, smtpUrl: given.smtp };
  if (smtpUrl !== undefined) return { webUrl: '', smtpUrl };
  return keep(startInbox({ dataDir: join(dataDir, 'inbox'), ...inboxPorts }));
}

async function startServers(
  { kind, dataDir, persistent, given, onExit, env }: TopologyOptions,
  secrets: Secrets,
  keep: Keep,
): Promise<Omit<Servers, 'smtp'>> {
  if (kind === 'services') {
    Object.assign(process.env, busPasswordVariables(secrets));
    if (given) return { ...given, nats: await given.nats() };
    return keep(startServices({ dataDir, persistent, natsConfigFile: join(root, 'deploy', 'nats.conf') }));
  }
  const { url } = await keep(
    startPostgres({
      dataDir: join(dataDir, 'postgres'),
      persistent,
      ...(onExit && { onExit: (code) => onExit('PostgreSQL', code) }),
    }),
  );
  return {
    postgres: url,
    queue: roleUrl(url, queueSchema, secrets),
    objectStore: env?.OBJECT_STORE_URL ?? pathToFileURL(join(dataDir, 'objects')).href,
  };
}

/** As `deploy/nats.conf` reads them. */
export const busPasswordVariables = ({ busPasswords }: Pick<Secrets, 'busPasswords'>) =>
  Object.fromEntries(
    Object.entries(busPasswords).map(([user, password]) => [
      `NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`,
      password,
    ]),
  );

function createProcesses(
  { kind, dataDir, persistent, env = {}, envOf = () => ({}), logs, onExit }: TopologyOptions,
  servers: Servers,
  secrets: Secrets,
  face: Face,
  replica: number,
): Map<string, AppProcess> {
  const logDir = logs === 'stdout' ? undefined : join(dataDir, 'logs');
  const settings = apps.map((app) => ({
    app,
    env: {
      ...settingsOf(app, servers, face, secrets),
      NATS_STREAM_BYTES: streamBytes,
      ...env,
    },
  }));
  const each =
    kind === 'services'
      ? settings.map(({ app: { folder }, env: own }) => ({ folder, env: { ...own, ...envOf(folder) } }))
      : [
          {
            folder: 'all-in-one',
            env: Object.assign({}, ...settings.map(({ env: own }) => own), { SERVICE_NAME: 'all-in-one' }) as Record<
              string,
              string
            >,
          },
        ];
  return new Map(
    each.map(({ folder, env: own }) => {
      const name = replica > 1 ? `${folder}-${replica}` : folder;
      const options = {
        folder,
        env: own,
        sourceMaps: persistent,
        ...(logDir && { logDir }),
        ...(onExit && { onExit }),
      };
      return [name, new AppProcess(name, options)];
    }),
  );
}
