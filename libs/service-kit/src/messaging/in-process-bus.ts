import { log } from '../observability/logging';
import { InFlight } from '../runtime/in-flight';
import { Bus, type Delivery, type Take } from './bus';

/**
 * The bus of one process. `publish` resolves when every consumer has committed, so the outbox row of
 * an event that a crash cut short is still there and is published again.
 */
export class InProcessBus extends Bus {
  private readonly consumers: { prefix: string; take: Take }[] = [];
  private readonly listeners = new Map<string, ((data: Uint8Array) => void)[]>();
  private readonly inFlight = new InFlight();

  async publish(delivery: Delivery) {
    const taken = this.consumers
      .filter(({ prefix }) => delivery.subject.startsWith(`${prefix}.`))
      .map(({ take }) => this.inFlight.track(take([delivery])));
    const failed = (await Promise.all(taken)).flat().find((outcome) => outcome.status === 'rejected');
    this.broadcast(delivery.subject, delivery.data);
    if (failed) throw failed.reason;
  }

  async consume(_group: string, prefix: string, take: Take) {
    this.consumers.push({ prefix, take });
  }

  /** `publish` waits for every consumer. */
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
        log.error({ err: error, subject }, 'a listener failed');
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
