import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limitNames, limits } from '@tradepost/contracts/limits/table';
import '@tradepost/testing/preload/lowest-hash-costs';
import { startDns, type DnsServer } from '@tradepost/testing/dns';
import { waitFor } from '@tradepost/testing/wait-for';
import { root } from '../topology/paths';
import { startTopology, type Topology } from '../topology/start';

/** Most generated calls would be answered with 429. */
const noLimits = Object.fromEntries(limitNames.map((name) => [limits[name].setting, String(1024 ** 3)]));

const preloaded = [
  join(root, 'tools/dist/fuzz/report-heap.js'),
  // a busy machine would refuse sign-ins; this process has the same costs, by the import above
  require.resolve('@tradepost/testing/preload/lowest-hash-costs'),
];

export interface FuzzedInstallation extends Topology {
  /** Bytes that the process uses after a garbage collection. */
  usedBytes: () => Promise<number>;
  /** Its DNS server. */
  dns: DnsServer;
}

/** Everything in one process, without rate limits; webhooks go to this machine. */
export async function startFuzzed(dataDir: string): Promise<FuzzedInstallation> {
  const report = join(dataDir, 'heap');
  const dns = await startDns();
  const topology = await startTopology({
    kind: 'embedded',
    dataDir,
    persistent: false,
    env: {
      ...noLimits,
      LOG_LEVEL: 'error',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      DNS_SERVERS: dns.address,
      HEAP_REPORT: report,
      NODE_OPTIONS: preloaded.map((file) => `--require ${file}`).join(' '),
    },
  });
  const usedBytes = async () => {
    const pid = topology.processes.get('all-in-one')?.pid;
    if (!pid) throw new Error('The process has ended');
    rmSync(report, { force: true });
    process.kill(pid, 'SIGUSR2');
    await waitFor(() => Promise.resolve(existsSync(report)), { what: 'the size of the heap' });
    return Number(readFileSync(report, 'utf8'));
  };
  const stop = async () => {
    await topology.stop();
    dns.stop();
  };
  return { ...topology, usedBytes, dns, stop };
}
