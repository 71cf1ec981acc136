import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Running } from '@tradepost/testing/servers/server-process';
import { root } from '../../topology/paths';

/** A built commit in a work tree of its own. */
export interface Revision extends Running {
  folder: string;
  /** The first characters of the commit. */
  name: string;
  /** One of its compiled modules, typed as ours. @param path `tools/dist/client/people` */
  module: <T>(path: string) => T;
}

interface Lock {
  packages: Record<string, { version?: string; link?: boolean; optional?: boolean; peer?: boolean; resolved?: string }>;
}

interface Manifest {
  name: string;
  nx?: { targets?: { build?: { options?: { command?: string } } } };
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const jsonIn = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T;
/** The gateway needs a web app to start; clients call only the API, so that of this checkout will do. */
const web = { name: '@tradepost/web', dist: join('apps', 'web', 'dist') };

/**
 * Checks the commit out into the folder, and builds its apps and tools with the packages of this checkout.
 * @param from what git knows as a commit @throws Error when the commit needs other packages
 */
export async function builtRevision(from: string, folder: string): Promise<Revision> {
  const commit = git('rev-parse', '--verify', `${from}^{commit}`);
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  const revision: Revision = {
    folder,
    name: commit.slice(0, 8),
    module: <T>(path: string) => createRequire(__filename)(join(folder, path)) as T,
    stop: async () => void git('worktree', 'remove', '--force', folder),
  };
  try {
    const lock = jsonIn<Lock>(join(folder, 'package-lock.json'));
    const other = otherPackages(lock);
    if (other.length > 0) throw new Error(`${from} needs other versions of packages: ${other.join(', ')}`);
    linkPackages(folder, lock);
    for (const workspace of workspacesIn(folder)) build(folder, workspace);
    symlinkSync(join(root, web.dist), join(folder, web.dist));
    return revision;
  } catch (error) {
    await revision.stop();
    throw error;
  }
}

/** What it needs and this checkout does not have in the same version. */
function otherPackages({ packages }: Lock): string[] {
  const ours = jsonIn<Lock>(join(root, 'package-lock.json')).packages;
  return Object.entries(packages)
    .filter(
      ([path, { link, optional, peer, version }]) =>
        path.includes('node_modules/') && !link && !optional && !peer && ours[path]?.version !== version,
    )
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')} ${version}`);
}

/** Links to the packages of this checkout, and for workspaces to those of the commit. */
function linkPackages(folder: string, { packages }: Lock): void {
  const workspaces = Object.entries(packages).filter(([path, { link }]) => link && path.startsWith('node_modules/'));
  const scopes = new Set(workspaces.map(([path]) => path.split('/')[1]));
  for (const place of ['.', ...workspacesIn(root)]) {
    const modules = join(root, place, 'node_modules');
    if (!existsSync(modules) || !existsSync(join(folder, place))) continue;
    mkdirSync(join(folder, place, 'node_modules'));
    for (const entry of readdirSync(modules))
      if (!scopes.has(entry)) symlinkSync(join(modules, entry), join(folder, place, 'node_modules', entry));
  }
  for (const [path, { resolved = '' }] of workspaces) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(folder, resolved), join(folder, path));
  }
}

const workspacesIn = (folder: string): string[] => [
  ...['libs', 'apps'].flatMap((group) =>
    readdirSync(join(folder, group))
      .map((name) => join(group, name))
      .filter((path) => existsSync(join(folder, path, 'package.json'))),
  ),
  'tools',
];

function build(folder: string, workspace: string): void {
  const cwd = join(folder, workspace);
  const { name, nx } = jsonIn<Manifest>(join(cwd, 'package.json'));
  const target = nx?.targets?.build;
  if (!target || name === web.name) return;
  const usual = jsonIn<{ targetDefaults: { build: { options: { command: string } } } }>(join(folder, 'nx.json'));
  const command = target.options?.command ?? usual.targetDefaults.build.options.command;
  const PATH = `${join(folder, 'node_modules', '.bin')}:${process.env.PATH}`;
  execFileSync('sh', ['-c', command], { cwd, env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'inherit'] });
}
