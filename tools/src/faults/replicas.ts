import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { routes } from '@tradepost/contracts/routes';
import { inParallel } from '../bench/support/measure';
import { registerSender } from '../client/people';
import { apps } from '../topology/catalogue';
import type { Topology } from '../topology/start';
import { uploadUntilAnswered } from './support/repeated-uploads';
import { newTally, untilAnswered } from './support/until-answered';

const atOnce = 6;
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(200_000, 'tradepost')]);

/**
 * Uploads, new folders and reads, while one replica after the other is killed with -9 and started again: of every app so
 * many, one at a time. A request without an answer is retried; what was acknowledged is compared with what is there.
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
      ledger.add(await uploadUntilAnswered(n, calls, client, { folderId, name, content }));
      const key = { headers: { 'idempotency-key': `folder-${worker}-${n}` } };
      folders.add(
        (
          await untilAnswered('a folder', calls, () =>
            client.send(routes.createFolder, { name: `Folder ${worker} ${n}` }, key),
          )
        ).id,
      );
      await untilAnswered('the files', calls, () => client.send(routes.files, { folderId, page: 1, pageSize: 10 }));
      await untilAnswered('the log', calls, () => client.send(routes.logs, {}));
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
    (await readAllPages((page) => client.send(routes.files, { folderId, page, pageSize: 200 }))).map(({ id }) => id),
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
      'files without an answered upload': [...there].filter((id) => !ledger.has(id)).length,
      'folders without an answered call': [...known].filter((id) => !folders.has(id) && id !== folderId).length,
    },
  };
}
