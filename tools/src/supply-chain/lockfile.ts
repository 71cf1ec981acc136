import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';

/** One entry of package-lock.json (version 3), as far as the supply chain goes. */
export interface LockedPackage {
  name: string;
  version: string;
  /** Where it lies, e.g. `node_modules/a/node_modules/b`. */
  path: string;
  licence?: string;
  /** Absent where the entry leaves the registry to npm's settings. */
  resolved?: string;
  integrity?: string;
  isProduction: boolean;
  hasInstallScript: boolean;
}

interface LockEntry {
  name?: string;
  version: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
}

function lockEntries(): Record<string, LockEntry> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return lock.packages;
}

/** Everything that is installed from outside, in the lock file's order; our own workspaces are not in it. */
export function lockedPackages(): LockedPackage[] {
  return Object.entries(lockEntries())
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, { name, version, license, resolved, integrity, dev, hasInstallScript }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      path,
      licence: license,
      resolved,
      integrity,
      isProduction: !dev,
      hasInstallScript: hasInstallScript ?? false,
    }));
}

/** What our workspaces import from outside at run time, each name once, with the version that all of them pin. */
export function directDependencies(): { name: string; version: string }[] {
  const pinned = Object.entries(lockEntries())
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, { dependencies = {} }]) => Object.entries(dependencies))
    .filter(([name]) => !name.startsWith('@tradepost/'));
  return [...new Map(pinned)].map(([name, version]) => ({ name, version }));
}
