import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { everyPage } from '@tradepost/contracts/every-page';
import { routes } from '@tradepost/contracts/routes';
import { inParallel } from '../bench/measure';
import { registerSender } from '../client/people';
import { apps } from '../topology/catalogue';
import type { Topology } from '../topology/start';
import { uploadPatiently } from './patient-uploads';
import { newTally, patiently } from './patiently';

const atOnce = 6;
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(200_000, 'tradepost')]);

/**
 * Uploads, new folders and reads, while one replica after the other is killed with -9 and started again: of every app so
 * many, one at a time. Whoever is not answered asks again; what was acknowledged is compared with what is there.
 */
export async function replicasUnderKills(topology: Topology, { replicas }: { replicas: number }) {
  const client = await registerSender(topology, {
    firstName: 'Rae',
    lastName: 'Replica',
    email: `replicas-${Date.now()}@example.com`,
    password: 'Fault-fault-1!',
    companyName: 'Replica',
  });
  const { id: folderId } = await client.send(routes.createFolder, { name: 'Replicas' });
  const ledger = new Set<string>();
  const folders = new Set<string>();
  const calls = newTally();
  let killing = true;

  const work = inParallel(atOnce, atOnce, async (worker) => {
    for (let n = 0; killing; n += 1) {
      const name = `${worker}-${n}.pdf`;
      ledger.add(await uploadPatiently(n, calls, client, { folderId, name, content }));
      const key = { headers: { 'idempotency-key': `folder-${worker}-${n}` } };
      folders.add(
        (
          await patiently('a folder', calls, () =>
            client.send(routes.createFolder, { name: `Folder ${worker} ${n}` }, key),
          )
        ).id,
      );
      await patiently('the files', calls, () => client.send(routes.files, { folderId, page: 1, pageSize: 10 }));
      await patiently('the log', calls, () => client.send(routes.logs, {}));
    }
  });
  const kill = async () => {
    for (const { folder } of apps) {
      for (let replica = 1; replica <= replicas; replica += 1) {
        const app = topology.processes.get(replica > 1 ? `${folder}-${replica}` : folder);
        if (!app) throw new Error(`No replica ${replica} of ${folder}`);
        await app.kill();
        await delay(randomInt(200));
        await app.start();
      }
    }
  };
  await Promise.all([kill().finally(() => (killing = false)), work]);

  const there = new Set(
    (await everyPage((page) => client.send(routes.files, { folderId, page, pageSize: 200 }))).map(({ id }) => id),
  );
  const known = new Set((await client.send(routes.folders, {})).map(({ id }) => id));
  return {
    facts: {
      'replicas killed with -9': apps.length * replicas,
      ...calls,
      'files acknowledged': ledger.size,
      'folders acknowledged': folders.size,
    },
    losses: {
      'acknowledged and missing':
        [...ledger].filter((id) => !there.has(id)).length + [...folders].filter((id) => !known.has(id)).length,
      'files nobody was told of': [...there].filter((id) => !ledger.has(id)).length,
      'folders nobody was told of': [...known].filter((id) => !folders.has(id) && id !== folderId).length,
    },
  };
}
