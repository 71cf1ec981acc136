import { Db, dataSource } from '@tradepost/service-kit/database';
import { openObjectStore } from '@tradepost/service-kit/object-store/open';
import { Collector } from '@tradepost/storage/collector';
import { storageDatabase } from '@tradepost/storage/data-source';
import { AccountRow, FileRow } from '@tradepost/storage/workspace.entity';
import { roleUrl } from '../topology/settings';
import type { Topology } from '../topology/start';

const untilGarbageMs = 25 * 3_600_000;

/** Collects as storage will tomorrow night, and counts what rows and objects then have without each other. */
export async function collected({ servers, secrets }: Topology) {
  const source = await dataSource({
    ...storageDatabase,
    url: roleUrl(servers.postgres, storageDatabase.schema, secrets),
    poolSize: 1,
  }).initialize();
  try {
    const store = openObjectStore(servers.objectStore);
    const { garbage, missing } = await new Collector(new Db(source), store).sweep(
      new Date(Date.now() + untilGarbageMs),
    );
    const rows = await source.manager.find(FileRow, { select: { objectKey: true, state: true } });
    const ready = new Set(rows.filter(({ state }) => state === 'ready').map(({ objectKey }) => objectKey));
    let orphans = 0;
    for (const { companyId } of await source.manager.find(AccountRow, { select: { companyId: true } })) {
      for await (const { key } of store.list(`${companyId}/`)) if (!ready.has(key)) orphans += 1;
    }
    return { garbage: garbage.length, missing: missing.length, orphans, unfinished: rows.length - ready.size };
  } finally {
    await source.destroy();
  }
}
