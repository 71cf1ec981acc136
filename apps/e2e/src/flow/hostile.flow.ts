import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileSettings, tenantsUnderAttack } from '@tradepost/tools/faults/hostile';
import { startTopology, type Topology } from '@tradepost/tools/topology/start';

const seconds = 5;

describe('three hostile tenants (npm run faults -- hostile measures more of it)', () => {
  let topology: Topology;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-hostile-'));
    const env = { ...hostileSettings(dataDir), LOG_LEVEL: 'error' };
    topology = await startTopology({ kind: 'embedded', dataDir, persistent: false, env });
  });
  afterAll(async () => {
    await topology?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('do not slow down a fourth, cause no failures, and use no more memory and disk than the limits allow', async () => {
    const { facts, losses, answers } = await tenantsUnderAttack(topology, { seconds, dataDir });
    expect(Object.entries(losses).filter(([, count]) => count !== 0)).toEqual([]);
    expect(facts['files acknowledged']).toBeGreaterThan(0);
    // if the attacks had not reached the server, nothing would be shown
    expect(Object.keys(answers)).toHaveLength(15);
    expect(answers['huge JSON']).not.toHaveProperty('200');
    expect(answers['deep JSON']).not.toHaveProperty('200');
  });
});
