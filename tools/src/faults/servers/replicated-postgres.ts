import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from '@tradepost/testing/servers/ports';
import { postgresAccount } from '@tradepost/testing/servers/postgres-binaries';
import { startProcess, type Account, type Running } from '@tradepost/testing/servers/server-process';
import { waitFor } from '@tradepost/testing/wait-for';
import { Client } from 'pg';
import { requirePackage } from '../support/debian';
import { postgresProcesses } from '../support/postgres-processes';

const programs = '/usr/lib/postgresql/15/bin';
const [user, password] = ['postgres', 'of-this-run'];
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];

interface Server extends Running {
  port: number;
  cluster: string;
}

/**
 * A primary and a standby of Debian's PostgreSQL. A commit is acknowledged when both have written it to the disk.
 */
export class ReplicatedPostgres implements Running {
  private standby: Server | undefined;
  private count = 0;

  private constructor(
    private readonly directory: string,
    private readonly account: Account | undefined,
    private primary: Server,
  ) {}

  /** @throws Error if the Debian package cannot be installed */
  static async start(directory: string): Promise<ReplicatedPostgres> {
    requirePackage('postgresql-15');
    mkdirSync(directory);
    // its account must reach it
    chmodSync(dirname(directory), 0o711);
    const account = postgresAccount(directory);
    if (account) chownSync(directory, account.uid, account.gid);
    const passwordFile = join(directory, 'password');
    writeFileSync(passwordFile, password);
    const cluster = join(directory, 'first');
    const initial = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--locale=C.UTF-8'];
    run('initdb', [`--pgdata=${cluster}`, ...initial], account);
    const pair = new ReplicatedPostgres(directory, account, await startServer(cluster, account));
    await pair.addStandby();
    return pair;
  }

  get port(): number {
    return this.primary.port;
  }

  urlAt = (port: number) => `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;

  /** Kills all processes of the primary at once, as when its machine loses power. */
  crash(): Promise<void> {
    this.freeze();
    signal(postgresProcesses(this.primary.cluster), 'SIGKILL');
    return this.primary.stop();
  }

  /** Its connections stay open, and nothing answers. */
  freeze(): void {
    const { cluster } = this.primary;
    const [parent] = postgresProcesses(cluster);
    if (parent === undefined) return;
    // so that it starts no others
    signal([parent], 'SIGSTOP');
    signal(postgresProcesses(cluster), 'SIGSTOP');
  }

  /** Makes the standby the primary. It acknowledges alone until it has a standby. */
  async promote(): Promise<void> {
    if (!this.standby) throw new Error('There is no standby');
    const [failed, promoted] = [this.primary, this.standby];
    await onServer(promoted.port, async (client) => {
      await client.query('SELECT pg_promote(true, 60)');
      await client.query('ALTER SYSTEM RESET synchronous_standby_names');
      await client.query('SELECT pg_reload_conf()');
    });
    this.primary = promoted;
    this.standby = undefined;
    rmSync(failed.cluster, { recursive: true });
  }

  /** Copies the primary to a new standby, and from then on waits for it with each commit. */
  async addStandby(): Promise<void> {
    const cluster = join(this.directory, `standby-${(this.count += 1)}`);
    const source = `${this.urlAt(this.primary.port)}?application_name=standby`;
    const options = ['--write-recovery-conf', '--checkpoint=fast'];
    run('pg_basebackup', ['--dbname', source, '--pgdata', cluster, ...options], this.account);
    this.standby = await startServer(cluster, this.account);
    await onServer(this.primary.port, async (client) => {
      const isReplicated = async (state: string) =>
        (await client.query('SELECT 1 FROM pg_stat_replication WHERE state = $1 OR sync_state = $1', [state])).rowCount;
      await waitFor(() => isReplicated('streaming'), { what: 'the standby to follow' });
      await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await client.query('SELECT pg_reload_conf()');
      await waitFor(() => isReplicated('sync'), { what: 'commits to wait for the standby' });
    });
  }

  async stop(): Promise<void> {
    await this.primary.stop();
    await this.standby?.stop();
  }
}

const signal = (pids: number[], name: NodeJS.Signals) => pids.forEach((pid) => process.kill(pid, name));

function run(program: string, args: string[], account: Account | undefined): void {
  execFileSync(join(programs, program), args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startServer(cluster: string, account: Account | undefined): Promise<Server> {
  const port = await freePort();
  const server = await startProcess({
    name: 'PostgreSQL of Debian',
    command: join(programs, 'postgres'),
    args: ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    logFile: `${cluster}.log`,
    ready: () => onServer(port, (client) => client.query('SELECT 1')),
    stopSignal: 'SIGINT',
    cwd: '/',
    ...(account && { account }),
  });
  return { port, cluster, stop: server.stop };
}

async function onServer<T>(port: number, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ host: '127.0.0.1', port, user, password, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
