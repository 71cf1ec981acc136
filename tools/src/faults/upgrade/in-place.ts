import { claimPort } from '@tradepost/testing/servers/ports';
import { startTopology } from '../../topology/start';
import { settingsOfFaults } from '../support/settings';
import { filledBy, lateDeliveries } from './fill';
import type { Revision } from './revision';
import { lossesOf, lostDeliveries } from './still-there';

/**
 * An embedded installation of the earlier version is killed with -9 right after its last answer. Then this version starts on its data,
 * and after that the earlier version once more: what was acknowledged must be there, and pending events and jobs must be completed.
 */
export async function upgradedInPlace(dataDir: string, revision: Revision) {
  const earlier = revision.module<typeof import('../../topology/start')>('tools/dist/topology/start');
  // the key log is named after the origin, so it must not change; the system chooses, because `freePort` of both versions starts at the same one
  const port = await claimPort(0, 'Tradepost');
  const options = { kind: 'embedded', dataDir, persistent: true, port, env: settingsOfFaults } as const;
  const before = await earlier.startTopology(options);
  const fill = async () => {
    const filled = await filledBy(revision, before);
    const late = await lateDeliveries(revision, filled, before);
    for (const app of before.processes.values()) await app.kill();
    return { filled, late };
  };
  const { filled, late } = await fill().finally(() => before.stop());
  const [first = '', second = ''] = filled.pendingRequestIds;
  const upgraded = await startTopology(options);
  const checkLate = async () => ({
    ...(await lossesOf(upgraded, filled, first)),
    'late deliveries without a mail or a log entry': await lostDeliveries(upgraded, filled, late),
  });
  const losses = await checkLate().finally(() => upgraded.stop());
  const back = await earlier.startTopology(options);
  const lossesBack = await lossesOf(back, filled, second).finally(() => back.stop());
  return { facts: { 'late deliveries': late.length }, losses, lossesBack };
}
