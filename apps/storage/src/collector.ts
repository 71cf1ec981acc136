import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database';
import { log } from '@tradepost/service-kit/logging';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Recurring } from '@tradepost/service-kit/recurring';
import { removeObjects, uploadOf } from './objects';
import { AccountRow, FileRow } from './workspace.entity';
import { garbageMs } from './workspace.policy';

/** Hour of the day, UTC. */
const nightlyAt = 3;

export interface Collected {
  /** Keys of objects that no row knew. */
  garbage: string[];
  /** Keys of ready files whose bytes are not there: what was acknowledged is lost. */
  missing: string[];
}

/** Compares rows and objects every night: bytes without a row go after a day, a file without bytes raises an alarm. */
@Injectable()
export class Collector extends Recurring {
  constructor(
    private readonly db: Db,
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
    await this.store.discardUnfinished(before);
    for (const { companyId } of await this.db.read.find(AccountRow, { select: { companyId: true } })) {
      if (this.stopping) break;
      const { garbage, missing } = await this.compare(companyId, before);
      await removeObjects(this.store, garbage);
      found.garbage.push(...garbage);
      found.missing.push(...missing);
    }
    if (found.garbage.length > 0) log.info({ objects: found.garbage.length }, 'collected objects that no file has');
    if (found.missing.length > 0) log.error({ keys: found.missing }, 'files without their bytes');
    return found;
  }

  /** Objects are listed before rows are read: a row stands before its object, so none is taken for garbage too early. */
  private async compare(companyId: string, before: Date): Promise<Collected> {
    const objects = new Map<string, Date>();
    for await (const { key, modifiedAt } of this.store.list(`${companyId}/`)) objects.set(key, modifiedAt);
    const rows = await this.db.read.find(FileRow, {
      select: { id: true, objectKey: true, state: true, updatedAt: true },
      where: { companyId },
    });
    const known = new Set(rows.map(({ objectKey }) => objectKey));
    const growing = new Set(rows.filter(({ state }) => state === 'uploading').map(({ objectKey }) => objectKey));
    const garbage = [...objects]
      .filter(([key, modifiedAt]) => !known.has(key) && !growing.has(uploadOf(key)) && modifiedAt < before)
      .map(([key]) => key);
    const missing: string[] = [];
    for (const { id, objectKey, state } of rows) {
      if (state === 'uploading' || objects.has(objectKey) || (await this.store.stat(objectKey))) continue;
      if (await this.db.read.existsBy(FileRow, { id })) missing.push(objectKey);
    }
    return { garbage, missing };
  }
}
