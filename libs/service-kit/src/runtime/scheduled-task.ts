import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { log } from '../observability/logging';

/** Work done at an interval, never twice at once in one process. */
export abstract class ScheduledTask implements OnApplicationBootstrap, OnModuleDestroy {
  /** Once true, the current round stops as soon as it can. */
  protected stopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Pause between two rounds, in milliseconds; read after each. */
  protected abstract readonly waitMs: number;
  /** Delay before the first round, if different. */
  protected readonly firstMs: number | undefined = undefined;

  /** One round. A failure is logged and does not stop the next round. */
  abstract sweep(now?: Date): Promise<unknown>;

  onApplicationBootstrap() {
    this.schedule(this.firstMs ?? this.waitMs);
  }

  async onModuleDestroy() {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Repeats `one` until it finds no more work or the process stops. @param one returns whether it found work */
  protected async whileAny(one: () => Promise<boolean>): Promise<void> {
    while (!this.stopping && (await one()));
  }

  private schedule(ms: number) {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.running = this.sweep().then(
        () => this.schedule(this.waitMs),
        (error: unknown) => {
          log.error({ err: error, work: this.constructor.name }, 'a scheduled task failed, will retry');
          this.schedule(this.waitMs);
        },
      );
    }, ms);
  }
}
