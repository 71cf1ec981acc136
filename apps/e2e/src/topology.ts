import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTopology, type Topology, type TopologyKind } from '@tradepost/tools/topology/start';

/** Limits that a run with many people at one address would meet. */
const generous = { LOG_LEVEL: 'warn' };

/** The whole product in a temporary directory, on free ports. */
export async function temporaryTopology(kind: TopologyKind): Promise<Topology> {
  const dataDir = await mkdtemp(join(tmpdir(), `tradepost-${kind}-`));
  const topology = await startTopology({ kind, dataDir, persistent: false, env: generous });
  const stop = async () => {
    await topology.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...topology, stop };
}
