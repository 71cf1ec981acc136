import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { log } from '@tradepost/service-kit/observability/logging';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { StoredObjectsRepository } from './stored-objects.repository';
import { removeObjects, uploadOf } from './objects';
import { garbageMs } from './retention.policy';

/** Hour of the day, UTC. */
const nightlyAt = 3;

export interface Collected {
  /** Keys of objects without a row. */
  garbage: string[];
  /** Keys of versions without their object: committed bytes are lost. */
  missing: string[];
}

/** Compares rows and objects every night: deletes objects without a row after a day, and logs files without their object as errors. */
@Injectable()
export class ObjectGarbageCollector extends ScheduledTask {
  constructor(
    private readonly rows: StoredObjectsRepository,
    private readonly store: ObjectStore,
  ) {
    super();
  }

  protected get waitMs() {
    const now = new Date();
    const next = new Date(now);
    next.setUTCHours(nightlyAt, 0, 0, 0);
    if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
    return next.getTime() - now.getTime();
  }

  async sweep(now = new Date()): Promise<Collected> {
    const found: Collected = { garbage: [], missing: [] };
    const before = new Date(now.getTime() - garbageMs);
    await this.store.discardUnfinished(before, await this.rows.multipartIds());
    for (const companyId of await this.rows.companyIds()) {
      if (this.stopping) break;
      const { garbage, missing } = await this.compare(companyId, before);
      await removeObjects(this.store, garbage);
      found.garbage.push(...garbage);
      found.missing.push(...missing);
    }
    if (found.garbage.length > 0) log.info({ objects: found.garbage.length }, 'deleted objects without a file');
    if (found.missing.length > 0) log.error({ keys: found.missing }, 'the objects of these files are missing');
    return found;
  }

  /** Lists objects before it reads rows: the row of an object is written before it, or moments after it, so no new object is treated as garbage. */
  private async compare(companyId: string, before: Date): Promise<Collected> {
    const objects = new Map<string, Date>();
    for await (const { key, modifiedAt } of this.store.list(`${companyId}/`)) objects.set(key, modifiedAt);
    const { versions, uploads } = await this.rows.keysOf(companyId);
    const garbage = [...objects]
      .filter(([key, modifiedAt]) => !versions.has(key) && !uploads.has(uploadOf(key)) && modifiedAt < before)
      .map(([key]) => key);
    const missing: string[] = [];
    for (const key of versions) {
      if (objects.has(key) || (await this.store.stat(key))) continue;
      if (await this.rows.isVersion(companyId, key)) missing.push(key);
    }
    return { garbage, missing };
  }
}
