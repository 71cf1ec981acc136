import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Work, type WorkMeta } from '@tradepost/service-kit/messaging/decorators';
import { log } from '@tradepost/service-kit/observability/logging';
import { archiveBytes, archiveDuration, secondsSince } from '@tradepost/service-kit/observability/metrics';
import { ObjectDamaged, ObjectMissing, ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { second } from '@tradepost/service-kit/runtime/durations';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { CorruptEntry } from '@tradepost/service-kit/objects/zip/checked-entry';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';

const reportIntervalMs = second;
/** A damaged file may be restored before the next one. If the sender has stated another CRC, each attempt only reads all of the transfer again. */
const attemptsWithWrongBytes = 3;
const self: SystemActor = { kind: 'system', service: 'worker-zip' };

/** Builds the archive of a transfer in the object store and reports the result to the requests service. */
@Injectable()
export class ZipHandler {
  constructor(
    private readonly store: ObjectStore,
    private readonly rpc: Rpc,
  ) {}

  @Work(buildArchive)
  async build(work: ArchiveWork, { attempt }: WorkMeta) {
    const { transferId, generation } = work;
    const began = performance.now();
    const size = await this.write(work).catch(async (error: unknown) => {
      const lost = error instanceof ObjectMissing || error instanceof ObjectDamaged || error instanceof CorruptEntry;
      if (lost) await this.rpc.call(requests.failArchive, { transferId, generation }, self);
      if (!(error instanceof CorruptEntry) || attempt < attemptsWithWrongBytes) throw error;
      log.error({ err: error, transferId }, 'an archive is not built: a file has other bytes than were recorded');
      return null;
    });
    if (size === null) return;
    archiveDuration.observe(secondsSince(began));
    archiveBytes.inc(size);
    await this.rpc.call(requests.attachArchive, { transferId, generation, size }, self);
  }

  /** The bytes of the archive depend only on its entries, so a retry writes the same archive. */
  private async write(work: ArchiveWork): Promise<number> {
    const { entries, target } = work;
    const layout = layoutArchive(entries);
    await this.store.put(target, this.reported(zipStream(layout, entriesIn(this.store, entries)), layout.size, work), {
      size: layout.size,
      contentType: 'application/zip',
    });
    return layout.size;
  }

  /** The same bytes; reports the progress at most once per second. */
  private async *reported(archive: AsyncIterable<Uint8Array>, size: number, { transferId, generation }: ArchiveWork) {
    let bytes = 0;
    let next = 0;
    for await (const piece of archive) {
      yield piece;
      bytes += piece.length;
      if (performance.now() < next) continue;
      next = performance.now() + reportIntervalMs;
      // a lost report does no harm: the next one follows
      const percent = Math.floor((100 * bytes) / size);
      this.rpc
        .call(requests.reportArchive, { transferId, generation, percent }, self)
        .catch((error) => log.debug({ err: error, transferId }, 'reporting progress failed'));
    }
  }
}
