import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acceptancesUnderKills } from './faults/archives';
import { replicasUnderKills } from './faults/replicas';
import { uploadsUnderKills } from './faults/uploads';
import { startTopology, type Topology } from './topology/start';

interface Outcome {
  facts: Record<string, number>;
  /** Each must be 0. */
  losses: Record<string, number>;
}

interface Run {
  work: (topology: Topology) => Promise<Outcome>;
  replicas?: number;
}

const runs: Record<string, Run> = {
  uploads: { work: (topology) => uploadsUnderKills(topology, { uploads: 100, kills: 6 }) },
  archives: { work: (topology) => acceptancesUnderKills(topology, { acceptances: 200, kills: 20 }) },
  replicas: { work: (topology) => replicasUnderKills(topology, { replicas: 3 }), replicas: 3 },
};

/** `npm run faults [-- name …]`: what is left after processes were killed in the middle of work. */
async function faults(names: string[]) {
  const unknown = names.find((name) => !Object.hasOwn(runs, name));
  if (unknown) throw new Error(`There is no run ${unknown}; there are ${Object.keys(runs).join(', ')}`);
  for (const [name, run] of Object.entries(runs)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const { facts, losses } = await withTopology(run);
    console.table({ ...facts, ...losses });
    if (Object.values(losses).some((loss) => loss !== 0)) process.exitCode = 1;
  }
}

async function withTopology({ work, replicas }: Run): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-faults-'));
  const topology = await startTopology({ kind: 'services', dataDir, persistent: true, ...(replicas && { replicas }), env: { LOG_LEVEL: 'fatal', ACCEPT_CODES_PER_HOUR: '1000' } });
  try {
    return await work(topology);
  } finally {
    await topology.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

faults(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
