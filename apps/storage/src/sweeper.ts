import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database';
import { log } from '@tradepost/service-kit/logging';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { LessThan } from 'typeorm';
import { FilesRepository } from './files.repository';
import { FileRow } from './workspace.entity';
import { binMs } from './workspace.policy';

const everyMs = 60_000;
const batch = 200;

/** Ends uploads whose lease ran out and empties the bin after 30 days: quota back first, then the bytes. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Db,
    private readonly repository: FilesRepository,
    private readonly store: ObjectStore,
  ) {}

  onApplicationBootstrap() {
    this.timer = setInterval(() => {
      this.running = this.sweep().catch((error) => log.error({ err: error }, 'the sweeper will try again'));
    }, everyMs);
  }

  async onModuleDestroy() {
    clearInterval(this.timer);
    await this.running;
  }

  /** @returns how many rows went */
  async sweep(now = new Date()): Promise<number> {
    const gone = await this.db.transaction(async (tx) => {
      const rows = await tx.find(FileRow, {
        where: [
          { state: 'uploading', leaseUntil: LessThan(now) },
          { state: 'ready', deletedAt: LessThan(new Date(now.getTime() - binMs)) },
        ],
        take: batch,
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      for (const { id, companyId, size } of rows) {
        await tx.delete(FileRow, id);
        await this.repository.adjust(tx, companyId, -size);
      }
      return rows;
    });
    for (const { objectKey } of gone) await this.store.remove(objectKey);
    return gone.length;
  }
}
