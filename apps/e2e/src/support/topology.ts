import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitsOfTests } from '@tradepost/tools/topology/limits-of-tests';
import { startTopology, type Topology, type TopologyKind, type TopologyOptions } from '@tradepost/tools/topology/start';

/** The receivers of webhooks are on this machine. */
const lab = { ...limitsOfTests, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: 'true' };

/** Of the web app that a test run built for itself. */
const ownSite = (): Record<string, string> =>
  process.env.TEST_WEB_ROOT ? { WEB_ROOT: process.env.TEST_WEB_ROOT } : {};

/** With everything it keeps in one directory. */
export type TemporaryTopology = Topology & { dataDir: string };

/**
 * The whole product in a temporary directory, on free ports.
 * @param more.replicas of every app, behind a proxy
 * @param more.env settings of this topology
 */
export async function temporaryTopology(
  kind: TopologyKind,
  { env, ...more }: Pick<TopologyOptions, 'replicas' | 'env'> = {},
): Promise<TemporaryTopology> {
  const dataDir = await mkdtemp(join(tmpdir(), `tradepost-${kind}-`));
  const topology = await startTopology({
    kind,
    dataDir,
    persistent: false,
    env: { ...lab, ...ownSite(), ...env },
    ...more,
  });
  const stop = async () => {
    await topology.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...topology, dataDir, stop };
}

const shared = new Map<TopologyKind, Promise<TemporaryTopology>>();

/**
 * One for all flow files that jest runs as one: most of the work of many flows is its start. Their people are strangers to each
 * other. `flow-setup.ts` stops it.
 */
export function sharedTopology(kind: TopologyKind): Promise<TemporaryTopology> {
  const running = shared.get(kind) ?? temporaryTopology(kind);
  shared.set(kind, running);
  return running;
}

export async function stopSharedTopologies(): Promise<void> {
  const started = await Promise.allSettled(shared.values());
  for (const result of started) if (result.status === 'fulfilled') await result.value.stop();
}

/** What browsers are let loose on: one process, or with `E2E_REPLICAS=3` three of every app. */
export function browserTopology(env: Record<string, string>): Promise<Topology> {
  const replicas = Number(process.env.E2E_REPLICAS ?? 0);
  return replicas > 0 ? temporaryTopology('services', { replicas, env }) : temporaryTopology('embedded', { env });
}
