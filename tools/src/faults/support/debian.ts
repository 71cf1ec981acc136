import { execFileSync } from 'node:child_process';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';

/** @throws Error if the Debian package is not installed and cannot be */
export function requirePackage(name: string): void {
  if (ensureDebianPackages([name]).length > 0)
    throw new Error(`This run needs a Debian package: apt-get install ${name}`);
}

/** The path of a library in an installed Debian package. */
export function libraryIn(name: string, file: string): string {
  const files = execFileSync('dpkg-query', ['--listfiles', name], { encoding: 'utf8' }).split('\n');
  const path = files.find((one) => one.endsWith(`/${file}`));
  if (!path) throw new Error(`The Debian package ${name} has no ${file}`);
  return path;
}
