import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes of a PostgreSQL by its cluster, the parent of the others first; none once it has ended (Linux procfs). */
export function postgresProcesses(cluster: string): number[] {
  const [parent] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  const file = `/proc/${parent}/task/${parent}/children`;
  if (!existsSync(file)) return [];
  return [parent, ...readFileSync(file, 'utf8').split(' ').filter(Boolean)].map(Number);
}
