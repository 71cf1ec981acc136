import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadsUnderKills } from './faults/uploads';
import { startTopology, type Topology } from './topology/start';

/** Each run prints its figures and says whether nothing was lost. */
const runs: Record<string, (topology: Topology) => Promise<boolean>> = { uploads: uploadsUnderKills };

/** `npm run faults [-- name …]`: what is left after processes were killed in the middle of work. */
async function faults(names: string[]) {
  const unknown = names.find((name) => !Object.hasOwn(runs, name));
  if (unknown) throw new Error(`There is no run ${unknown}; there are ${Object.keys(runs).join(', ')}`);
  for (const [name, run] of Object.entries(runs)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-faults-'));
    const topology = await startTopology({ kind: 'services', dataDir, persistent: true, env: { LOG_LEVEL: 'fatal' } });
    try {
      if (!(await run(topology))) process.exitCode = 1;
    } finally {
      await topology.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

faults(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
