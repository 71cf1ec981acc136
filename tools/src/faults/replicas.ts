import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { routes } from '@tradepost/contracts/routes';
import { inParallel } from '../bench/measure';
import type { ApiClient } from '../client/api-client';
import { registerSender } from '../client/people';
import { apps } from '../topology/catalogue';
import type { Topology } from '../topology/start';
import { newTally, patiently } from './patiently';
import { uploadInParts, uploadWhole } from './patient-uploads';

const atOnce = 6;
const inPartsEvery = 4;
const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(200_000, 'tradepost')]);

/**
 * Uploads, new folders and reads, while one replica after the other is killed with -9 and started again: of every app so
 * many, one at a time. Whoever is not answered asks again; what was acknowledged is compared with what is there.
 */
export async function replicasUnderKills(topology: Topology, { replicas }: { replicas: number }) {
  const client = await registerSender(topology, { firstName: 'Rae', lastName: 'Replica', email: `replicas-${Date.now()}@example.com`, password: 'Fault-fault-1!', companyName: 'Replica' });
  const { id: folderId } = await client.send(routes.createFolder, { name: 'Replicas' });
  const ledger = new Set<string>();
  const folders = new Set<string>();
  const calls = newTally();
  let killing = true;

  const work = inParallel(atOnce, atOnce, async (worker) => {
    for (let n = 0; killing; n += 1) {
      const name = `${worker}-${n}.pdf`;
      const { id, repeats } = await (n % inPartsEvery === 0 ? uploadInParts : uploadWhole)(client, { folderId, name, content });
      ledger.add(id);
      calls['calls made'] += repeats + 1;
      calls['calls repeated'] += repeats;
      const key = { headers: { 'idempotency-key': `folder-${worker}-${n}` } };
      folders.add((await patiently(calls, () => client.send(routes.createFolder, { name: `Folder ${worker} ${n}` }, key))).id);
      await patiently(calls, () => client.send(routes.files, { folderId, page: 1, pageSize: 10 }));
      await patiently(calls, () => client.send(routes.logs, {}));
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

  const there = new Set(await everyId(client, folderId));
  const known = new Set((await client.send(routes.folders, {})).map(({ id }) => id));
  return {
    facts: { 'replicas killed with -9': apps.length * replicas, ...calls, 'files acknowledged': ledger.size, 'folders acknowledged': folders.size },
    losses: {
      'acknowledged and missing': [...ledger].filter((id) => !there.has(id)).length + [...folders].filter((id) => !known.has(id)).length,
      'files nobody was told of': [...there].filter((id) => !ledger.has(id)).length,
      'folders nobody was told of': [...known].filter((id) => !folders.has(id) && id !== folderId).length,
    },
  };
}

async function everyId(client: ApiClient, folderId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await client.send(routes.files, { folderId, page, pageSize: 200 });
    ids.push(...items.map(({ id }) => id));
    if (items.length === 0 || ids.length >= total) return ids;
  }
}
