import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTopology } from '../topology/start';
import { requirePackage } from './support/debian';
import { postgresProcesses } from './support/postgres-processes';
import { settingsOfFaults } from './support/settings';
import { newWork, repeatsAsLosses } from './support/work';

const slowForMs = 20_000;
/** Of each fsync and fdatasync. */
const extraMs = 500;

/**
 * Uploads and deliveries to one server while its disk is slow: strace makes each fsync and fdatasync of PostgreSQL take longer, then
 * also those of the app, which writes the files. No call may be refused or lost.
 */
export async function diskSlow(dataDir: string) {
  requirePackage('strace');
  const topology = await startTopology({ kind: 'embedded', dataDir, persistent: true, env: settingsOfFaults });
  let delayed = 0;
  const slow = async (pids: number[]) => {
    const output = join(dataDir, 'delayed');
    const inject = ['--trace=fsync,fdatasync', `--inject=fsync,fdatasync:delay_exit=${extraMs}ms`, '--output', output];
    const tracer = spawn('strace', ['-qq', '--follow-forks', ...inject, ...pids.map((pid) => `--attach=${pid}`)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await delay(slowForMs);
    tracer.kill('SIGINT');
    await once(tracer, 'exit');
    delayed += readFileSync(output, 'utf8').split('(DELAYED)').length - 1;
  };
  const database = () => postgresProcesses(join(dataDir, 'postgres', 'cluster'));
  const app = () => topology.processes.get('all-in-one')?.pid ?? 0;
  try {
    const work = await newWork(topology);
    const { facts, losses } = repeatsAsLosses(
      await work.during({
        'slow for the database': () => slow(database()),
        'slow for the database and files': () => slow([...database(), app()]),
      }),
    );
    return { facts: { 'slow writes': delayed, ...facts }, losses };
  } finally {
    await topology.stop();
  }
}
