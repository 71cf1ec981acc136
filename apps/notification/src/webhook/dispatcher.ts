import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { log } from '@tradepost/service-kit/observability/logging';
import { second } from '@tradepost/service-kit/runtime/durations';
import { v7 as uuidv7 } from 'uuid';
import { WebhookSender } from './webhook-sender';
import { WebhookDeliveriesRepository, type Due } from './deliveries.repository';
import { Outcomes } from './outcomes';

/** Concurrent deliveries of this process, over all webhooks. */
const maxConcurrency = 64;
/** At most, while deliveries are due that wait for others of their webhook. */
const busyMs = second;
/** How often the dispatcher looks without a signal: another replica may have stopped before it sent its deliveries. */
const lookMs = 10 * second;

/**
 * Sends due deliveries. The table is the queue: a replica leases the rows that it sends, and another replica sends them
 * when the lease ends without a result.
 */
@Injectable()
export class WebhookDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly underway = new Set<Promise<void>>();
  private readonly stop = new AbortController();
  private loop: Promise<void> | undefined;
  private poked = false;
  private wake: (() => void) | undefined;

  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sender: WebhookSender,
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
        log.error({ err: error }, 'claiming webhook deliveries failed, will retry');
        return 0;
      });
      if (begun === 0 && !this.poked) await this.idle(await this.untilNext());
    }
  }

  /** Milliseconds until a delivery may be due. */
  private async untilNext(): Promise<number> {
    const next = await this.deliveries.nextDue().catch((error) => {
      log.error({ err: error }, 'reading the time of the next webhook delivery failed, will retry');
      return new Date();
    });
    return next ? Math.min(lookMs, Math.max(busyMs, next.getTime() - Date.now())) : lookMs;
  }

  private idle(ms: number) {
    if (this.poked) return;
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => (this.wake = undefined));
  }

  private async round(): Promise<number> {
    const room = maxConcurrency - this.underway.size;
    if (room <= 0) return 0;
    const lease = uuidv7();
    const due = await this.deliveries.claim(lease, room);
    for (const one of due) this.begin(one, lease);
    return due.length;
  }

  private begin(due: Due, lease: string) {
    const work = this.deliver(due, lease)
      .catch((error: unknown) =>
        log.error(
          { err: error, delivery: due.id },
          'a webhook delivery failed without a result, will retry after its lease',
        ),
      )
      .finally(() => {
        this.underway.delete(work);
        this.poke();
      });
    this.underway.add(work);
  }

  private async deliver(due: Due, lease: string) {
    const attempt = await this.sender.attempt(due, this.stop.signal);
    // aborted by our own shutdown: not a failure of the receiver
    if (attempt.fault === 'timeout' && this.stop.signal.aborted) return this.deliveries.release(due.id, lease);
    await this.outcomes.record(due, lease, attempt);
  }
}
