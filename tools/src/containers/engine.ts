import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { startProcess, type Running } from '@tradepost/testing/servers/server-process';
import { Docker } from './docker';

/** Debian 12 has no buildx and no compose 2, so these packages come from the next release. */
const release = 'trixie';
const ofNextRelease = ['docker.io', 'docker-cli', 'docker-buildx', 'docker-compose', 'containerd', 'tini'];
const ofThisRelease = ['runc', 'iptables', 'debootstrap'];

/** Docker gives containers their grace period. An engine that is killed before does not restart those that still run. */
const longestStopMs = 120_000;

export interface Mirror {
  /** the Debian mirror of this machine */
  url: string;
  release: string;
}

export interface StartedEngine extends Running {
  docker: Docker;
  /** As a restart of the machine does: stops every container, then starts those that Docker restarts. */
  restart: () => Promise<void>;
  mirrors: { this: Mirror; next: Mirror };
}

/** A Docker engine from Debian packages, started in this folder. It needs root and leaves no files outside the folder. */
export async function startEngine(folder: string): Promise<StartedEngine> {
  if (process.getuid?.() !== 0)
    throw new Error('No Docker engine with compose is running. Start one, or run this command as root.');
  const missing = ensureDebianPackages(ofThisRelease);
  if (missing.length > 0) throw new Error(`Debian packages are missing: ${missing.join(' ')}`);
  const mirror = thisMirror();
  const programs = join(folder, 'engine');
  const next = { ...mirror, release };
  unpack(programs, join(folder, 'apt'), next);

  const plugins = join(folder, 'client', 'cli-plugins');
  mkdirSync(plugins, { recursive: true });
  const offered = join(programs, 'usr/libexec/docker/cli-plugins');
  for (const name of readdirSync(offered))
    if (!readdirSync(plugins).includes(name)) symlinkSync(join(offered, name), join(plugins, name));

  const PATH = `${join(programs, 'usr/bin')}:${join(programs, 'usr/sbin')}:${process.env.PATH}`;
  const DOCKER_HOST = `unix://${join(folder, 'docker.sock')}`;
  const docker = new Docker({ ...process.env, PATH, DOCKER_HOST, DOCKER_CONFIG: join(folder, 'client') });
  const start = () =>
    startProcess({
      name: 'The Docker engine',
      command: join(programs, 'usr/sbin/dockerd'),
      args: [
        ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
        ...['--pidfile', join(folder, 'dockerd.pid'), '--host', DOCKER_HOST],
      ],
      logFile: join(folder, 'dockerd.log'),
      stopTimeoutMs: longestStopMs,
      env: { PATH },
      ready: () => docker.run(['version']),
    });
  let engine = await start();
  const restart = async () => {
    await engine.stop();
    engine = await start();
  };
  return { docker, restart, stop: () => engine.stop(), mirrors: { this: mirror, next } };
}

function thisMirror(): Mirror {
  const format = '$(REPO_URI) $(CODENAME)';
  const listed = execFileSync(
    'apt-get',
    ['indextargets', '--format', format, 'Created-By: Packages', 'Component: main'],
    {
      encoding: 'utf8',
    },
  );
  // the first entry is the release; updates and security follow
  const [url, codename] = listed.split('\n')[0]?.split(' ') ?? [];
  if (!url || !codename) throw new Error('apt-get has no package lists: run apt-get update first.');
  return { url, release: codename };
}

/** Downloads the packages with apt's own checks of signatures, and unpacks them without installing them. */
function unpack(programs: string, apt: string, { url, release }: Mirror): void {
  const folders = ['lists/partial', 'cache/archives/partial', 'parts', 'packages'];
  for (const name of folders) mkdirSync(join(apt, name), { recursive: true });
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${keyring}] ${url} ${release} main\n`);
  const places = {
    'Dir::Etc::SourceList': 'sources.list',
    'Dir::Etc::SourceParts': 'parts',
    'Dir::State::Lists': 'lists',
    'Dir::Cache': 'cache',
  };
  const options = Object.entries(places).flatMap(([name, place]) => ['-o', `${name}=${join(apt, place)}`]);
  const packages = join(apt, 'packages');
  const run = (...args: string[]) =>
    execFileSync('apt-get', ['--quiet', ...options, ...args], { cwd: packages, stdio: ['ignore', 'ignore', 'pipe'] });
  run('update');
  run('download', ...ofNextRelease);
  for (const file of readdirSync(packages)) execFileSync('dpkg-deb', ['--extract', join(packages, file), programs]);
}
