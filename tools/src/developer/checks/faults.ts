import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { acceptancesUnderKills } from '../../faults/archives';
import { clocksJumping } from '../../faults/clocks';
import { commandLineUnderKills } from '../../faults/command-line';
import { largeFileUnderKills } from '../../faults/large';
import { databaseFailingOver } from '../../faults/servers/failover';
import { diskFilling } from '../../faults/full-disk';
import { hostileSettings, tenantsUnderAttack } from '../../faults/hostile';
import { namesLost } from '../../faults/servers/names';
import { natsLeaderLost } from '../../faults/servers/nats-leader';
import { networkFailing } from '../../faults/servers/network';
import { replicasUnderKills } from '../../faults/replicas';
import { serversFailing } from '../../faults/servers/outages';
import { diskSlow } from '../../faults/slow-disk';
import { settingsOfFaults } from '../../faults/support/settings';
import { upgradedFrom } from '../../faults/upgrade/upgrade';
import { uploadsUnderKills } from '../../faults/uploads';
import { webhooksUnderKills } from '../../faults/webhooks';
import { startS3 } from '@tradepost/testing/servers/s3';
import { startTopology, type Topology, type TopologyKind } from '../../topology/start';

interface Outcome {
  facts: Record<string, number>;
  /** Each must be 0. */
  losses: Record<string, number>;
}

const replicas = 3;
/** Of the run `large`. */
const largeFileMB = Number(process.env.LARGE_FILE_MB ?? 2000);
/** Quiet, then as long under attack. */
const secondsOfAttack = 60;

/** Each with its own directory. */
const runs: Record<string, (dataDir: string) => Promise<Outcome>> = {
  uploads: (dataDir) =>
    withTopology({ dataDir }, (topology) => uploadsUnderKills(topology, { uploads: 100, kills: 6 })),
  sealed: (dataDir) =>
    withTopology({ dataDir }, (topology) => uploadsUnderKills(topology, { uploads: 100, kills: 6, sealed: true })),
  cli: (dataDir) => withTopology({ dataDir }, (topology) => commandLineUnderKills(topology, { files: 1000, kills: 2 })),
  archives: (dataDir) =>
    withTopology({ dataDir }, (topology) => acceptancesUnderKills(topology, { acceptances: 200, kills: 20 })),
  large: largeFile,
  webhooks: (dataDir) =>
    withTopology({ dataDir }, (topology) =>
      webhooksUnderKills(topology, {
        kills: 5,
        refusals: 60,
        transfers: 16,
        folders: 20,
        partnerships: 16,
        reviews: 8,
        sealed: 8,
      }),
    ),
  replicas: (dataDir) => withTopology({ dataDir, replicas }, (topology) => replicasUnderKills(topology, { replicas })),
  servers: serversFailing,
  failover: databaseFailingOver,
  'nats-leader': natsLeaderLost,
  names: namesLost,
  network: networkFailing,
  clocks: clocksJumping,
  'full-disk': diskFilling,
  'slow-disk': diskSlow,
  hostile: (dataDir) => underAttack(dataDir, 'embedded'),
  'hostile-services': (dataDir) => underAttack(dataDir, 'services'),
};

/**
 * `npm run faults [-- name …]`: counts what is lost when processes are killed in the middle of work. With `--from <commit>` also
 * what is lost in an upgrade from that commit.
 */
async function faults(args: string[]) {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string' } },
  });
  const { from } = values;
  const available = { ...runs, ...(from && { upgrade: (dataDir: string) => upgradedFrom(from, dataDir) }) };
  if (!from && names.includes('upgrade')) throw new Error('Usage: npm run faults -- upgrade --from <commit>');
  const unknown = names.find((name) => !Object.hasOwn(available, name));
  if (unknown) throw new Error(`Unknown run ${unknown}. Available: ${Object.keys(available).join(', ')}`);
  for (const [name, run] of Object.entries(available)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-faults-'));
    try {
      const { facts, losses } = await run(dataDir);
      console.table({ ...facts, ...losses });
      if (Object.values(losses).some((loss) => loss !== 0)) process.exitCode = 1;
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

async function withTopology(
  options: { dataDir: string; replicas?: number },
  work: (topology: Topology) => Promise<Outcome>,
): Promise<Outcome> {
  const topology = await startTopology({
    kind: 'services',
    persistent: true,
    ...options,
    env: settingsOfFaults,
  });
  try {
    return await work(topology);
  } finally {
    await topology.stop();
  }
}

/** With an object store that the command line reaches, so that the bytes do not pass the gateway. */
async function largeFile(dataDir: string): Promise<Outcome> {
  const bytes = largeFileMB * 1024 ** 2;
  const s3 = await startS3({ dataDir: join(dataDir, 's3') });
  try {
    const topology = await startTopology({
      kind: 'embedded',
      dataDir: join(dataDir, 'data'),
      persistent: true,
      env: {
        ...settingsOfFaults,
        OBJECT_STORE_URL: `${s3.url}/tradepost`,
        OBJECT_STORE_PUBLIC_URL: s3.endpoint,
        MAX_FILE_BYTES: String(bytes),
        ALLOWED_FILE_TYPES: '*',
        STORAGE_BYTES_PER_COMPANY: String(2 * bytes),
      },
    });
    try {
      return await largeFileUnderKills(topology, { bytes, kills: 5 });
    } finally {
      await topology.stop();
    }
  } finally {
    await s3.stop();
  }
}

async function underAttack(dataDir: string, kind: TopologyKind): Promise<Outcome> {
  const env = { ...hostileSettings(dataDir), LOG_LEVEL: 'fatal' };
  const topology = await startTopology({ kind, dataDir, persistent: true, env });
  try {
    const { answers, latencies, refused, memory, facts, losses, slowdown } = await tenantsUnderAttack(topology, {
      seconds: secondsOfAttack,
      dataDir,
    });
    console.table(answers);
    console.log('p95 by call, ms', latencies);
    console.log('Memory growth by process, MB');
    console.table(memory);
    console.log('Calls of the fourth tenant that were rejected or not answered', refused);
    return { facts, losses: { ...losses, ...slowdown } };
  } finally {
    await topology.stop();
  }
}

faults(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
