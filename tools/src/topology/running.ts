import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Servers } from './settings';

/** A file in the data directory while `npm run up` runs. Other tools find the servers with it. */
export const runningFile = 'running.json';

export type RunningServers = Servers;

/** @returns a function that removes the file */
export function noteRunning(dataDir: string, servers: RunningServers): () => void {
  const file = join(dataDir, runningFile);
  writeFileSync(file, JSON.stringify(servers), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The data directory below `data` of what `npm run up` runs now, if it does. */
export const runningIn = (data: string): string | undefined =>
  ['embedded', 'services']
    .map((kind) => join(data, kind))
    .find((directory) => existsSync(join(directory, runningFile)));
