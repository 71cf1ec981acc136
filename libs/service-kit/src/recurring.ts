import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { log } from './logging';

/** Work that time brings: done again and again, never twice at once in one process, and ended with it. */
export abstract class Recurring implements OnApplicationBootstrap, OnModuleDestroy {
  /** Once true, a round ends at the next good moment. */
  protected stopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  /** Between two rounds, in milliseconds; asked after each. */
  protected abstract readonly waitMs: number;
  /** Before the first, where that is something else. */
  protected readonly firstMs: number | undefined = undefined;

  /** One round. A failure is logged; the next round comes all the same. */
  abstract sweep(now?: Date): Promise<unknown>;

  onApplicationBootstrap() {
    this.schedule(this.firstMs ?? this.waitMs);
  }

  async onModuleDestroy() {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Does piece after piece until there is none left, or the process ends. @param one whether it found a piece */
  protected async whileAny(one: () => Promise<boolean>): Promise<void> {
    while (!this.stopping && (await one()));
  }

  private schedule(ms: number) {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.running = this.sweep().then(
        () => this.schedule(this.waitMs),
        (error: unknown) => {
          log.error({ err: error, work: this.constructor.name }, 'recurring work failed and will be tried again');
          this.schedule(this.waitMs);
        },
      );
    }, ms);
  }
}
