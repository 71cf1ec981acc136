import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 } from '@tradepost/testing/servers/s3';
import { startStoreWithRules } from '@tradepost/testing/store-with-rules';
import { startPostgres } from '@tradepost/testing/servers/postgres';
import type { Running } from '@tradepost/testing/servers/server-process';
import { Client } from 'pg';
import { archives } from '../../bench/archives';
import { calls } from '../../bench/calls';
import { commandLine, largeFilesOfPrograms } from '../../bench/large-files/command-line';
import { eventRates } from '../../bench/events';
import { gatewayMemory } from '../../bench/gateway-memory';
import { lighthouseScores } from '../../bench/lighthouse';
import { logins } from '../../bench/logins';
import { opening } from '../../bench/opening';
import { pages } from '../../bench/pages';
import { largeFiles, sealedFile } from '../../bench/large-files/sealed-file';
import { sealedMemory } from '../../bench/sealed-memory';
import { sealedTransfers } from '../../bench/sealed-transfers';
import { sealing } from '../../bench/sealing';
import { smallCalls } from '../../bench/small-calls';
import { transfers } from '../../bench/transfers';
import { limitsOfTests } from '../../topology/limits-of-tests';
import { loadSecrets } from '../../topology/secrets-file';
import { startTopology, type Topology, type TopologyKind } from '../../topology/start';

interface Bench {
  kind: TopologyKind;
  /** @param storeUrl of its store, with keys and bucket; empty if it has none of its own */
  run: (topology: Topology, storeUrl: string) => Promise<boolean>;
  env?: Record<string, string>;
  /** Starts an object store that clients reach. */
  store?: (dataDir: string) => Promise<Store>;
}

interface Store extends Running {
  env: { OBJECT_STORE_URL: string; OBJECT_STORE_PUBLIC_URL: string };
}

/** Every benchmark and the topology it needs. Each returns whether its results are within the limits. */
const benches: Record<string, Bench> = {
  memory: { kind: 'services', run: gatewayMemory },
  calls: { kind: 'services', run: calls },
  events: { kind: 'services', run: eventRates },
  logins: { kind: 'embedded', run: logins },
  transfers: { kind: 'embedded', run: transfers },
  archives: { kind: 'embedded', run: archives },
  pages: { kind: 'embedded', run: pages },
  'small-calls': { kind: 'embedded', run: smallCalls },
  lighthouse: { kind: 'embedded', run: lighthouseScores },
  opening: { kind: 'embedded', run: opening },
  sealing: { kind: 'embedded', run: sealing },
  sealed: { kind: 'embedded', run: sealedTransfers },
  'sealed-memory': { kind: 'embedded', run: sealedMemory },
  'sealed-file': { kind: 'embedded', run: sealedFile, env: largeFiles },
  'command-line': { kind: 'embedded', run: commandLine, env: largeFilesOfPrograms, store: storeForPrograms },
  'sealed-file-store': { kind: 'embedded', run: sealedFile, env: largeFiles, store: storeForPages },
};

/** `npm run bench [-- name …]`: figures of this machine, as ratios in one run. */
async function bench(names: string[]) {
  const unknown = names.find((name) => !Object.hasOwn(benches, name));
  if (unknown) throw new Error(`Unknown benchmark ${unknown}. Available: ${Object.keys(benches).join(', ')}`);
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name));
  for (const kind of ['services', 'embedded'] as const) {
    const here = chosen.filter(([, { kind: needed, env }]) => needed === kind && !env);
    if (here.length === 0) continue;
    await withTopology({ kind }, async (topology) => {
      for (const [, { run }] of here) if (!(await run(topology, ''))) process.exitCode = 1;
    });
  }
  for (const [, one] of chosen)
    if (one.env)
      await withTopology(one, async (topology, url) => void ((await one.run(topology, url)) || (process.exitCode = 1)));
}

async function withTopology(
  { kind, env = {}, store: startStore }: Pick<Bench, 'kind' | 'env' | 'store'>,
  work: (topology: Topology, storeUrl: string) => Promise<void>,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-bench-'));
  // create secrets before there is data: keys are never created for existing data
  loadSecrets(join(dataDir, 'secrets.json'));
  if (kind === 'services') await keepCommitTimes(join(dataDir, 'postgres'));
  const store = await startStore?.(join(dataDir, 's3'));
  const topology = await startTopology({
    kind,
    dataDir,
    persistent: true,
    env: { ...limitsOfTests, LOG_LEVEL: 'warn', ...env, ...store?.env },
  });
  try {
    await work(topology, store?.env.OBJECT_STORE_URL ?? '');
  } finally {
    await topology.stop();
    await store?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function storeForPrograms(dataDir: string): Promise<Store> {
  const { url, endpoint, stop } = await startS3({ dataDir });
  return { env: { OBJECT_STORE_URL: `${url}/tradepost`, OBJECT_STORE_PUBLIC_URL: endpoint }, stop };
}

/** An S3 server, behind a proxy that knows the rules of its bucket. */
async function storeForPages(dataDir: string): Promise<Store> {
  const s3 = await startS3({ dataDir });
  const bucket = await startStoreWithRules(s3.endpoint);
  const [inside, outside] = [s3.endpoint, bucket.endpoint].map((url) => new URL(url).host);
  return {
    env: {
      OBJECT_STORE_URL: `${s3.url.replace(inside!, outside!)}/tradepost`,
      OBJECT_STORE_PUBLIC_URL: bucket.endpoint,
    },
    stop: async () => {
      await bucket.stop();
      await s3.stop();
    },
  };
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
