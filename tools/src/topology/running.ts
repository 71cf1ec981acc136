import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Servers } from './settings';

/** A file in the data directory while `npm run up` runs, which gives other tools the addresses of the servers. */
export const runningFile = 'running.json';

export type RunningServers = Servers;

/** @returns a function that removes the file */
export function noteRunning(dataDir: string, servers: RunningServers): () => void {
  const file = join(dataDir, runningFile);
  writeFileSync(file, JSON.stringify(servers), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The data directory of `npm run serve`, for operator commands. */
export const dataDirectory = (): string | undefined => process.env.DATA_DIRECTORY;

/** Its settings, where it is a package of the system. */
export const configFile = (): string | undefined => process.env.CONFIG_FILE;

/** The data directory below `data` of what `npm run up` runs now, or that of `npm run serve`, if it does. */
export const runningIn = (data: string): string | undefined =>
  dataDirectories(data).find((directory) => existsSync(join(directory, runningFile)));

/** The first is where an embedded installation is, or would be. */
export function dataDirectories(data: string): [string, ...string[]] {
  const served = dataDirectory();
  return served ? [served] : [join(data, 'embedded'), join(data, 'services')];
}
