import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { claimPort } from './ports';
import { type PostgresBinaries, postgresAccount, postgresBinaries } from './postgres-binaries';
import { type Account, explain, makeDirectory, type Running, startProcess } from './server-process';

export interface PostgresOptions {
  /** holds the cluster, its password and its log; created when missing */
  dataDir: string;
  port?: number;
  user?: string;
  /** of a new cluster; without it a random one is stored in dataDir/password */
  password?: string;
  /** false for tests: fast, unsafe, and the data directory goes away at stop */
  persistent: boolean;
  /** called when it ends without having been stopped */
  onExit?: (code: number | null) => void;
}

export interface RunningPostgres extends Running {
  /** superuser URL of the database "postgres" */
  url: string;
  port: number;
}

const MAX_CONNECTIONS = 200;
const SHUTDOWN_TIMEOUT_MS = 60_000;
/** Of `postmaster.pid`, from 0: what the server does (LOCK_FILE_LINE_PM_STATUS in its sources is 8, from 1). */
const STATUS_LINE = 7;
/** What a guess at a password costs, which is most of what a connection costs: the random passwords of temporary servers need none. */
const CHEAPEST_LOGIN = 'scram_iterations=1';
/** For servers with temporary data. Statistics change only when a test asks for it, so that plans do not change on their own. */
const TEMPORARY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', CHEAPEST_LOGIN];

/**
 * Starts PostgreSQL 18 from the npm binaries on 127.0.0.1, making the cluster first when there is none.
 * @throws Error of one line: port in use, missing binary, disk full, data of another version, already running.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, user = 'postgres', persistent, onExit } = options;
  const port = await claimPort(options.port, 'PostgreSQL');
  makeDirectory(dataDir);
  const cluster = join(dataDir, 'cluster');
  const account = postgresAccount(cluster);
  const binaries = postgresBinaries(account);
  const password = clusterPassword(dataDir, options.password);
  if (!existsSync(join(cluster, 'PG_VERSION')))
    initialise({ binaries, dataDir, cluster, user, password, persistent, account });
  refuseOtherVersion(cluster, binaries);
  await untilShutDown(cluster);
  dropReusedPidFile(cluster);

  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const directory = openFor(account, cluster);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${MAX_CONNECTIONS}`,
    'timezone=UTC',
    'log_timezone=UTC',
    ...(persistent ? [] : TEMPORARY),
  ];
  try {
    const server = await startProcess({
      name: 'PostgreSQL',
      command: binaries.postgres,
      args: ['-D', directory.path, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      logFile: join(dataDir, 'postgres.log'),
      ready: () => ping(url),
      stopSignal: 'SIGINT',
      account,
      descriptors: directory.descriptors,
      ...(onExit && { onExit }),
    });
    const stop = async () => {
      await server.stop();
      if (!persistent) rmSync(dataDir, { recursive: true, force: true });
    };
    return { url, port, stop };
  } finally {
    directory.close();
  }
}

interface NewCluster {
  binaries: PostgresBinaries;
  dataDir: string;
  cluster: string;
  user: string;
  password: string;
  persistent: boolean;
  account?: Account;
}

/** Made in a draft directory and moved when complete: an interrupted initdb leaves nothing that looks like data. */
function initialise({ binaries, dataDir, cluster, user, password, persistent, account }: NewCluster): void {
  const draft = join(dataDir, 'draft');
  rmSync(draft, { recursive: true, force: true });
  makeDirectory(draft);
  writeFileSync(join(draft, 'password'), password, { mode: 0o600 });
  if (account) for (const path of [draft, join(draft, 'password')]) chownSync(path, account.uid, account.gid);
  const logFile = join(dataDir, 'initdb.log');
  const log = openSync(logFile, 'w');
  const directory = openFor(account, draft);
  try {
    const { status, error } = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${directory.path}/cluster`,
        `--pwfile=${directory.path}/password`,
        `--username=${user}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(persistent ? [] : ['--no-sync', `--set=${CHEAPEST_LOGIN}`]),
      ],
      { stdio: ['ignore', log, log, ...directory.descriptors], ...account },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`PostgreSQL could not make its data directory: ${explain(logFile)}.`);
    renameSync(join(draft, 'cluster'), cluster);
  } finally {
    directory.close();
    closeSync(log);
    rmSync(draft, { recursive: true, force: true });
  }
}

interface OpenDirectory {
  /** as the child may name it */
  path: string;
  descriptors: number[];
  close(): void;
}

/**
 * PostgreSQL refuses to run as root, and the account it runs as instead cannot walk through, say, /root (mode 700).
 * A directory handed over as an open descriptor needs no walk: the child reaches it as /proc/self/fd/3.
 */
function openFor(account: Account | undefined, path: string): OpenDirectory {
  if (!account || process.platform !== 'linux') return { path, descriptors: [], close: () => undefined };
  const descriptor = openSync(path, 'r');
  return { path: '/proc/self/fd/3', descriptors: [descriptor], close: () => closeSync(descriptor) };
}

function clusterPassword(dataDir: string, wanted: string | undefined): string {
  if (wanted !== undefined) return wanted;
  const file = join(dataDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function refuseOtherVersion(cluster: string, binaries: PostgresBinaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.major) return;
  throw new Error(`The data in ${dirname(cluster)} is of PostgreSQL ${found}; this is PostgreSQL ${binaries.major}.`);
}

/**
 * PostgreSQL clears the pid file of a dead server itself, after checking that no backend is left. Only a pid that
 * another program has got since then (common in containers) makes it refuse; that file is dropped here.
 */
function dropReusedPidFile(cluster: string): void {
  const noted = notedProcess(cluster);
  if (!noted) return;
  if (!noted.isPostgres) return rmSync(pidFile(cluster));
  throw new Error(`PostgreSQL already runs on ${cluster} (process ${noted.pid}); stop it first.`);
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** The kernel stops the PostgreSQL of a program that was killed, which needs a moment to write what it has. */
async function untilShutDown(cluster: string): Promise<void> {
  const deadline = Date.now() + SHUTDOWN_TIMEOUT_MS;
  while (notedProcess(cluster)?.isShuttingDown && Date.now() < deadline) await delay(40);
}

interface NotedProcess {
  pid: number;
  isPostgres: boolean;
  isShuttingDown: boolean;
}

/** The process that the pid file names, if there is one (Linux procfs). */
function notedProcess(cluster: string): NotedProcess | undefined {
  const lines = contentOf(pidFile(cluster))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  const name = contentOf(`/proc/${pid}/comm`)?.trim();
  if (name === undefined) return undefined;
  const isPostgres = name === 'postgres';
  return { pid, isPostgres, isShuttingDown: isPostgres && lines[STATUS_LINE]?.trim() === 'stopping' };
}

/** Undefined without such a file, which may go away at any time. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // procfs answers ESRCH for a process that ends while its file is read
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Whether a PostgreSQL that `startPostgres` started with this `dataDir` still runs (Linux). */
export const isPostgresRunning = (dataDir: string): boolean =>
  notedProcess(join(dataDir, 'cluster'))?.isPostgres ?? false;

async function ping(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  await client.end();
}
