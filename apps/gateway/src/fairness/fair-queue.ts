/** A company, or a network with callers who are not known yet. */
interface Tenant {
  running: number;
  /** Starts of calls that wait, in order. */
  readonly waiting: (() => void)[];
  /** Milliseconds that its calls have had slots. */
  cost: number;
}

/** The part of the slots that several tenants share: at each of its steps, a call waits for all calls that run at the same time. */
const sharedPart = 1 / 4;
/** Milliseconds for which the queues leave a slot free after the only call of a tenant: who reads an answer or opens a page soon makes another one. */
const lingerMs = 500;
/** More waiting calls than a page makes at once: a browser opens six connections. */
const longQueue = 6;

/**
 * Slots for calls in this process. A single tenant may use all slots. Several tenants share a part of them, and a free slot goes to the tenant that
 * has used the least time, so that no tenant waits behind the queue of another. A tenant's only call does not wait: it starts at once, and the
 * queues of others get one slot less until shortly after it has ended; while it runs, long queues rest after each call for as long as it took. So a tenant that makes
 * one call after the other waits for no slot of those with hundreds, and shares its time with few of their calls.
 */
export class FairQueue {
  private readonly tenants = new Map<string, Tenant>();
  private running = 0;
  /** When the last call ended that was the only one of its tenant. */
  private onlyCallAt = -Infinity;
  /** Until when long queues rest, if the only call of a tenant runs. */
  private restUntil = -Infinity;
  private rest: NodeJS.Timeout | undefined;
  private readonly sharedSlots: number;

  constructor(private readonly slots: number) {
    this.sharedSlots = Math.ceil(slots * sharedPart);
  }

  /** Waits for a slot. @returns gives it back; a second call has no effect */
  async enter(key: string): Promise<() => void> {
    const startsAtOnce = !this.tenants.has(key) && this.onlyCalls() < this.sharedSlots;
    const tenant = this.tenantOf(key);
    if (startsAtOnce) this.begin(tenant);
    else
      await new Promise<void>((start) => {
        tenant.waiting.push(start);
        this.startNext();
      });
    const began = performance.now();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.running -= 1;
      tenant.running -= 1;
      const now = performance.now();
      tenant.cost += now - began;
      if (isLong(tenant)) this.restUntil = Math.max(this.restUntil, now + (now - began));
      const isOver = tenant.running === 0 && tenant.waiting.length === 0;
      if (isOver) this.tenants.delete(key);
      if (isOver && startsAtOnce) this.onlyCallAt = now;
      this.startNext();
    };
  }

  private tenantOf(key: string): Tenant {
    const known = this.tenants.get(key);
    if (known) return known;
    // a new tenant starts with the lowest cost: it has no advantage from earlier idle time, and no wait for it
    const cost = Math.min(...[...this.tenants.values()].map((other) => other.cost));
    const tenant: Tenant = { running: 0, waiting: [], cost: Number.isFinite(cost) ? cost : 0 };
    this.tenants.set(key, tenant);
    return tenant;
  }

  private begin(tenant: Tenant): void {
    this.running += 1;
    tenant.running += 1;
  }

  private startNext(): void {
    while (this.hasRoom()) {
      const next = this.next();
      if (!next) break;
      this.begin(next);
      next.waiting.shift()?.();
    }
    if (this.longQueuesRest()) this.rest ??= setTimeout(() => this.endRest(), this.restUntil - performance.now());
  }

  private endRest(): void {
    this.rest = undefined;
    this.startNext();
  }

  private longQueuesRest(): boolean {
    return performance.now() < this.restUntil && this.onlyCalls() > 0;
  }

  /** One slot is always for the queues. */
  private hasRoom(): boolean {
    const only = this.onlyCalls();
    const left = this.tenants.size > 1 && only === 0 && performance.now() - this.onlyCallAt < lingerMs ? 1 : 0;
    return this.running < Math.max(this.slotsNow() - left, Math.min(only, this.sharedSlots) + 1);
  }

  /** Running calls of tenants that have no other call. */
  private onlyCalls(): number {
    let count = 0;
    for (const { running, waiting } of this.tenants.values()) if (running === 1 && waiting.length === 0) count += 1;
    return count;
  }

  private slotsNow(): number {
    return this.tenants.size > 1 ? this.sharedSlots : this.slots;
  }

  private next(): Tenant | undefined {
    const share = Math.max(1, Math.floor(this.slotsNow() / this.tenants.size));
    const longQueuesRest = this.longQueuesRest();
    let best: Tenant | undefined;
    for (const tenant of this.tenants.values()) {
      if (tenant.waiting.length === 0 || tenant.running >= share || (longQueuesRest && isLong(tenant))) continue;
      // of equals, who came last, and so has no queue
      if (!best || tenant.cost <= best.cost) best = tenant;
    }
    return best;
  }
}

const isLong = ({ waiting }: Tenant) => waiting.length > longQueue;
