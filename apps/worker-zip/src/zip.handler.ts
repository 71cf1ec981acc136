import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Work } from '@tradepost/service-kit/decorators';
import { log } from '@tradepost/service-kit/logging';
import { archiveBytes, archiveDuration, secondsSince } from '@tradepost/service-kit/observe/metrics';
import { ObjectDamaged, ObjectMissing, ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/zip/archive';
import { CorruptEntry } from '@tradepost/service-kit/zip/checked-entry';
import { zipStream } from '@tradepost/service-kit/zip/stored-zip';

const reportEveryMs = 1_000;
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
    const began = performance.now();
    const size = await this.write(work).catch(async (error: unknown) => {
      const lost = error instanceof ObjectMissing || error instanceof ObjectDamaged || error instanceof CorruptEntry;
      if (lost) await this.rpc.call(requests.failArchive, { transferId, generation }, self);
      throw error;
    });
    archiveDuration.observe(secondsSince(began));
    archiveBytes.inc(size);
    await this.rpc.call(requests.attachArchive, { transferId, generation, size }, self);
  }

  /** The archive's bytes depend on the entries alone, so doing it again replaces it with the same. */
  private async write(work: ArchiveWork): Promise<number> {
    const { entries, target } = work;
    const layout = layoutArchive(entries);
    await this.store.put(target, this.reported(zipStream(layout, entriesIn(this.store, entries)), layout.size, work), {
      size: layout.size,
      contentType: 'application/zip',
    });
    return layout.size;
  }

  /** The same bytes, telling the owner now and then how far it is. */
  private async *reported(archive: AsyncIterable<Uint8Array>, size: number, { transferId, generation }: ArchiveWork) {
    let bytes = 0;
    let next = 0;
    for await (const piece of archive) {
      yield piece;
      bytes += piece.length;
      if (performance.now() < next) continue;
      next = performance.now() + reportEveryMs;
      // nothing depends on it: a report that is lost is followed by another
      const percent = Math.floor((100 * bytes) / size);
      this.rpc
        .call(requests.reportArchive, { transferId, generation, percent }, self)
        .catch((error) => log.debug({ err: error, transferId }, 'progress was not told'));
    }
  }
}
