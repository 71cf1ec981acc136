import { log } from '../observability/logging';
import { InFlight } from '../runtime/in-flight';
import { Bus, type Delivery, type DeliveryHandler } from './bus';

/**
 * The bus of one process. `publishAll` resolves when every consumer has committed, so the outbox row of
 * an event that a crash cut short is still there and is published again.
 */
export class InProcessBus extends Bus {
  private readonly consumers: { prefix: string; handle: DeliveryHandler }[] = [];
  private readonly listeners = new Map<string, ((data: Uint8Array) => void)[]>();
  private readonly inFlight = new InFlight();

  async publishAll(events: Delivery[]) {
    const outcomes = events.map((): PromiseSettledResult<void> => ({ status: 'fulfilled', value: undefined }));
    await Promise.all(
      this.consumers.map(async ({ prefix, handle }) => {
        const places = [...events.keys()].filter((place) => events[place]?.subject.startsWith(`${prefix}.`));
        if (places.length === 0) return;
        const taken = await this.inFlight.track(handle(places.map((place) => events[place] as Delivery)));
        for (const [n, place] of places.entries()) if (taken[n]?.status === 'rejected') outcomes[place] = taken[n];
      }),
    );
    for (const { subject, data } of events) this.broadcast(subject, data);
    return outcomes;
  }

  async consume(_group: string, prefix: string, handle: DeliveryHandler) {
    this.consumers.push({ prefix, handle });
  }

  /** `publishAll` waits for every consumer. */
  async waiting() {
    return 0;
  }

  async room() {
    return null;
  }

  broadcast(subject: string, data: Uint8Array) {
    for (const handler of this.listeners.get(subject) ?? []) {
      try {
        handler(data);
      } catch (error) {
        log.error({ err: error, subject }, 'a subscriber failed');
      }
    }
  }

  async listen(subject: string, handler: (data: Uint8Array) => void) {
    this.listeners.set(subject, [...(this.listeners.get(subject) ?? []), handler]);
  }

  async ready() {}

  close() {
    return this.inFlight.settled();
  }
}
