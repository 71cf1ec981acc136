import { log } from '../logging';
import { within } from '../within';
import { Bus, BusUnavailable, type Delivery, type Take } from './bus';

/**
 * The bus of one process. `publish` resolves when every consumer has committed, so the outbox row of
 * an event that a crash cut short is still there and is published again.
 */
export class InProcessBus extends Bus {
  private readonly servers = new Map<string, (data: Uint8Array) => Promise<Uint8Array>>();
  private readonly consumers: { prefix: string; take: Take }[] = [];
  private readonly listeners = new Map<string, ((data: Uint8Array) => void)[]>();
  private readonly inHand = new Set<Promise<unknown>>();
  private closed = false;

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const server = this.servers.get(subject);
    if (!server || this.closed) throw new BusUnavailable(`Nobody answers ${subject}`);
    return within(
      timeoutMs,
      this.track(server(data)),
      () => new BusUnavailable(`${subject} did not answer in ${timeoutMs} ms`),
    );
  }

  async serve(subject: string, _group: string, handler: (data: Uint8Array) => Promise<Uint8Array>) {
    this.servers.set(subject, handler);
  }

  async publish(delivery: Delivery) {
    const taken = this.consumers
      .filter(({ prefix }) => delivery.subject.startsWith(`${prefix}.`))
      .map(({ take }) => this.track(take([delivery])));
    const failed = (await Promise.all(taken)).flat().find((outcome) => outcome.status === 'rejected');
    this.broadcast(delivery.subject, delivery.data);
    if (failed) throw failed.reason;
  }

  async consume(_group: string, prefix: string, take: Take) {
    this.consumers.push({ prefix, take });
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

  async close() {
    this.closed = true;
    await Promise.allSettled(this.inHand);
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.inHand.add(work);
    const forget = () => this.inHand.delete(work);
    work.then(forget, forget);
    return work;
  }
}
