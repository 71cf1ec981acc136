import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import { Client } from 'pg';
import { archives } from '../../bench/archives';
import { calls } from '../../bench/calls';
import { eventRates } from '../../bench/events';
import { gatewayMemory } from '../../bench/gateway-memory';
import { lighthouseScores } from '../../bench/lighthouse';
import { logins } from '../../bench/logins';
import { opening } from '../../bench/opening';
import { pages } from '../../bench/pages';
import { sealedMemory } from '../../bench/sealed-memory';
import { sealedTransfers } from '../../bench/sealed-transfers';
import { sealing } from '../../bench/sealing';
import { transfers } from '../../bench/transfers';
import { limitsOfTests } from '../../topology/limits-of-tests';
import { loadSecrets } from '../../topology/secrets-file';
import { startTopology, type Topology, type TopologyKind } from '../../topology/start';

/** Every benchmark and the topology it needs. Each returns whether its results are within the limits. */
const benches: Record<string, { kind: TopologyKind; run: (topology: Topology) => Promise<boolean> }> = {
  memory: { kind: 'services', run: gatewayMemory },
  calls: { kind: 'services', run: calls },
  events: { kind: 'services', run: eventRates },
  logins: { kind: 'embedded', run: logins },
  transfers: { kind: 'embedded', run: transfers },
  archives: { kind: 'embedded', run: archives },
  pages: { kind: 'embedded', run: pages },
  lighthouse: { kind: 'embedded', run: lighthouseScores },
  opening: { kind: 'embedded', run: opening },
  sealing: { kind: 'embedded', run: sealing },
  sealed: { kind: 'embedded', run: sealedTransfers },
  'sealed-memory': { kind: 'embedded', run: sealedMemory },
};

/** `npm run bench [-- name …]`: figures of this machine, as ratios in one run. */
async function bench(names: string[]) {
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown) throw new Error(`Unknown benchmark ${unknown}. Available: ${Object.keys(benches).join(', ')}`);
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  for (const kind of ['services', 'embedded'] as const) {
    const here = chosen.filter(([, { kind: needed }]) => needed === kind);
    if (here.length === 0) continue;
    await withTopology(kind, async (topology) => {
      for (const [, { run }] of here) if (!(await run(topology))) process.exitCode = 1;
    });
  }
}

async function withTopology(kind: TopologyKind, work: (topology: Topology) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bench-'));
  // create secrets before there is data: keys are never created for existing data
  loadSecrets(join(dataDir, 'secrets.json'));
  if (kind === 'services') await keepCommitTimes(join(dataDir, 'postgres'));
  const topology = await startTopology({
    kind,
    dataDir,
    persistent: true,
    env: { ...limitsOfTests, LOG_LEVEL: 'warn' },
  });
  try {
    await work(topology);
  } finally {
    await topology.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Makes PostgreSQL record commit times, from which the lag of events is measured. */
async function keepCommitTimes(dataDir: string) {
  const server = await startPostgres({ dataDir, persistent: true });
  const owner = new Client(server.url);
  try {
    await owner.connect();
    await owner.query('ALTER SYSTEM SET track_commit_timestamp = on');
  } finally {
    await owner.end();
    await server.stop();
  }
}

bench(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
