import { Db, dataSource } from '@tradepost/service-kit/database/database';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { ObjectGarbageCollector } from '@tradepost/storage/bin/object-garbage-collector';
import { StoredObjectsRepository } from '@tradepost/storage/bin/stored-objects.repository';
import { storageDatabase } from '@tradepost/storage/data-source';
import { roleUrl } from '../../topology/settings';
import type { Topology } from '../../topology/start';

const untilGarbageMs = 25 * 3_600_000;

/** Runs storage's garbage collection, then counts rows without objects and objects without rows. */
export async function collected({ servers, secrets }: Topology) {
  const source = await dataSource({
    ...storageDatabase,
    url: roleUrl(servers.postgres, storageDatabase.schema, secrets),
    poolSize: 1,
  }).initialize();
  try {
    const store = openObjectStore(servers.objectStore);
    const rows = new StoredObjectsRepository(new Db(source));
    const { garbage, missing } = await new ObjectGarbageCollector(rows, store).sweep(
      new Date(Date.now() + untilGarbageMs),
    );
    let orphans = 0;
    let unfinished = 0;
    for (const companyId of await rows.companyIds()) {
      const { versions, uploads } = await rows.keysOf(companyId);
      unfinished += uploads.size;
      for await (const { key } of store.list(`${companyId}/`)) if (!versions.has(key)) orphans += 1;
    }
    return { garbage: garbage.length, missing: missing.length, orphans, unfinished };
  } finally {
    await source.destroy();
  }
}
