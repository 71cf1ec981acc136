import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { createKeys } from '@tradepost/client/keys/keys';
import { signIn } from '@tradepost/client/keys/sign-in';
import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { demo, seed } from '@tradepost/tools/seed/demo';
import { sharedTopology } from '../support/topology';

test('the demo companies are created once, also after their people got encryption keys', async () => {
  const topology = await sharedTopology('embedded');
  const steps: string[] = [];
  const again = () => seed(topology, topology.dataDir, (step) => steps.push(step));
  await again();
  expect(steps).toHaveLength(1);
  const client = new ApiClient(topology.origin);
  const { user, keys } = await signIn(client, { ...demo.receiver, portal: 'receiver' });
  await createKeys(client, user, keys, newRecoveryCode());
  await again();
  // data of a version that did not note it
  const note = readdirSync(topology.dataDir).find((name) => name.startsWith('demo-'));
  rmSync(join(topology.dataDir, note as string));
  await again();
  expect(steps).toHaveLength(1);
});
