import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Work } from '@tradepost/service-kit/decorators';
import { ObjectMissing, ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/zip/archive';
import { CorruptEntry } from '@tradepost/service-kit/zip/checked-entry';
import { zipStream } from '@tradepost/service-kit/zip/stored-zip';

const self: SystemActor = { kind: 'system', service: 'worker-zip' };

/** Builds the archive of a transfer, store to store, and tells its owner. */
@Injectable()
export class ZipHandler {
  constructor(
    private readonly store: ObjectStore,
    private readonly rpc: Rpc,
  ) {}

  @Work(buildArchive)
  async build(work: ArchiveWork) {
    const { transferId, generation } = work;
    const size = await this.write(work).catch(async (error: unknown) => {
      const lost = error instanceof ObjectMissing || error instanceof CorruptEntry;
      if (lost) await this.rpc.call(requests.failArchive, { transferId, generation }, self);
      throw error;
    });
    await this.rpc.call(requests.attachArchive, { transferId, generation, size }, self);
  }

  /** The archive's bytes depend on the entries alone, so doing it again replaces it with the same. */
  private async write({ entries, target }: ArchiveWork): Promise<number> {
    const layout = layoutArchive(entries);
    await this.store.put(target, zipStream(layout, entriesIn(this.store, entries)), { size: layout.size, contentType: 'application/zip' });
    return layout.size;
  }
}
