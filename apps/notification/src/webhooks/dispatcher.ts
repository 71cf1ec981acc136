import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { log } from '@tradepost/service-kit/logging';
import { v7 as uuidv7 } from 'uuid';
import { Courier } from './courier';
import { DeliveriesRepository, type Due } from './deliveries.repository';
import { Outcomes } from './outcomes';

/** Of this process, to all webhooks together. */
const sideBySide = 64;
const idleMs = 1_000;

/**
 * Sends what is due. The rows are the queue: taken under a lease, so that any number of replicas may run and what one of them
 * was sending when it died is sent by another.
 */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly underway = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private loop: Promise<void> | undefined;
  private poked = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly courier: Courier,
    private readonly outcomes: Outcomes,
  ) {}

  onApplicationBootstrap() {
    this.deliveries.signal.on('due', () => this.poke());
    this.loop = this.run();
  }

  async beforeApplicationShutdown() {
    this.stop.abort();
    this.poke();
    await this.loop;
    await Promise.all(this.underway);
  }

  private poke() {
    this.poked = true;
    this.wake?.();
  }

  private async run() {
    while (!this.stop.signal.aborted) {
      this.poked = false;
      const begun = await this.round().catch((error: unknown) => {
        log.error({ err: error }, 'deliveries of webhooks will be taken later');
        return 0;
      });
      if (begun === 0 && !this.poked) await this.idle();
    }
  }

  private idle() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => (this.wake = undefined));
  }

  private async round(): Promise<number> {
    const room = sideBySide - this.underway.size;
    if (room <= 0) return 0;
    const lease = uuidv7();
    const due = await this.deliveries.claim(lease, room);
    for (const one of due) this.begin(one, lease);
    return due.length;
  }

  private begin(due: Due, lease: string) {
    const work = this.deliver(due, lease)
      .catch((error: unknown) =>
        log.error({ err: error, delivery: due.id }, 'a delivery will be made again once its lease is over'),
      )
      .finally(() => {
        this.underway.delete(work);
        this.poke();
      });
    this.underway.add(work);
  }

  private async deliver(due: Due, lease: string) {
    const attempt = await this.courier.attempt(due, this.stop.signal);
    // cut by our own end: the receiver has not failed
    if (attempt.fault === 'timeout' && this.stop.signal.aborted) return this.deliveries.release(due.id, lease);
    await this.outcomes.record(due, lease, attempt);
  }
}
