import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { log } from './logging';

/** Work that time brings: done again and again, never twice at once in one process, and ended with it. */
export abstract class Recurring implements OnApplicationBootstrap, OnModuleDestroy {
  /** Once true, a round ends at the next good moment. */
  protected stopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** A failure is logged; the next round comes all the same. */
  protected abstract round(): Promise<unknown>;
  /** Until the next round, in milliseconds; asked after each. */
  protected abstract waitMs(): number;
  /** Until the first. */
  protected firstMs(): number {
    return this.waitMs();
  }

  onApplicationBootstrap() {
    this.schedule(this.firstMs());
  }

  async onModuleDestroy() {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(ms: number) {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.running = this.round().then(
        () => this.schedule(this.waitMs()),
        (error: unknown) => {
          log.error({ err: error, work: this.constructor.name }, 'recurring work failed and will be tried again');
          this.schedule(this.waitMs());
        },
      );
    }, ms);
  }
}
