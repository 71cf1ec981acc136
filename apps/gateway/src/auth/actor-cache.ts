import type { UserActor } from '@tradepost/contracts/actor';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import type { Bus } from '@tradepost/service-kit/messaging/bus';

const ttlMs = 5_000;
const maxEntries = 10_000;

/** Caches callers for a short time. Events on the bus remove entries that they make stale. */
export class ActorCache<T extends { actor: UserActor }> {
  /** `until` is by the monotonic clock: a system clock that is set back must not keep them longer. */
  private readonly entries = new Map<string, { value: T; until: number }>();
  /** Fetches under way, with the number of invalidations when they began. */
  private readonly fetches = new Map<string, { value: Promise<T | null>; before: number }>();
  /** Counts invalidations: an answer that was requested before the last one may be stale. */
  private invalidations = 0;

  constructor(private readonly bus: Bus) {}

  async start() {
    await this.subscribe(identityEvents.companySaved, ({ userId, companyId }) => this.forgetCompany(userId, companyId));
    await this.subscribe(kycEvents.statusChanged, ({ userId, companyId }) => this.forgetCompany(userId, companyId));
  }

  get(id: string): T | undefined {
    const entry = this.entries.get(id);
    return entry && entry.until > performance.now() ? entry.value : undefined;
  }

  /**
   * The cached caller, or what one fetch for all who ask at the same time returns: the calls of a page and a hundred streams of
   * one session come together. After an invalidation the next one fetches again.
   */
  async getOrFind(id: string, fetch: () => Promise<T | null>): Promise<T | null> {
    const cached = this.get(id);
    if (cached) return cached;
    const running = this.fetches.get(id);
    if (running?.before === this.invalidations) return running.value;
    const started = { value: this.find(id, fetch), before: this.invalidations };
    this.fetches.set(id, started);
    try {
      return await started.value;
    } finally {
      if (this.fetches.get(id) === started) this.fetches.delete(id);
    }
  }

  /** Caches what `fetch` returns, unless entries were invalidated during the fetch. */
  async find<F extends T | null>(id: string, fetch: () => Promise<F>): Promise<F> {
    const before = this.invalidations;
    const value = await fetch();
    this.entries.delete(id);
    if (!value || before !== this.invalidations) return value;
    if (this.entries.size >= maxEntries) this.entries.delete(this.entries.keys().next().value as string);
    this.entries.set(id, { value, until: performance.now() + ttlMs });
    return value;
  }

  forget(id: string) {
    this.invalidations += 1;
    this.entries.delete(id);
  }

  /** Also members who act for the person's company. */
  forgetUser(userId: string) {
    this.invalidations += 1;
    for (const [id, { value }] of this.entries)
      if (value.actor.userId === userId || value.actor.owner?.userId === userId) this.entries.delete(id);
  }

  /** Also members of the company. */
  private forgetCompany(ownerId: string, companyId: string) {
    this.forgetUser(ownerId);
    for (const [id, { value }] of this.entries) if (value.actor.companyId === companyId) this.entries.delete(id);
  }

  subscribe<E extends Event>(event: E, handle: (payload: Payload<E>) => void) {
    return this.bus.listen(event.subject, (data) =>
      handle((JSON.parse(Buffer.from(data).toString()) as { payload: Payload<E> }).payload),
    );
  }
}
