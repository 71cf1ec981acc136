import type { UserActor } from '@tradepost/contracts/actor';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import type { Bus } from '@tradepost/service-kit/bus/bus';

const keepMs = 5_000;
const most = 10_000;

/** What was found out about callers, kept for a moment; what changes a person is heard on the bus. */
export class ActorCache<T extends { actor: UserActor }> {
  private readonly kept = new Map<string, { value: T; until: number }>();
  /** Counts what was heard: an answer asked for before the last of it may already be wrong. */
  private heard = 0;

  constructor(private readonly bus: Bus) {}

  async start() {
    await this.hear(identityEvents.companySaved, ({ userId }) => this.forgetUser(userId));
    await this.hear(kycEvents.statusChanged, ({ userId }) => this.forgetUser(userId));
  }

  get(id: string): T | undefined {
    const known = this.kept.get(id);
    return known && known.until > Date.now() ? known.value : undefined;
  }

  /** Keeps what is found, unless something was heard meanwhile. */
  async find<F extends T | null>(id: string, ask: () => Promise<F>): Promise<F> {
    const before = this.heard;
    const value = await ask();
    this.kept.delete(id);
    if (!value || before !== this.heard) return value;
    if (this.kept.size >= most) this.kept.delete(this.kept.keys().next().value as string);
    this.kept.set(id, { value, until: Date.now() + keepMs });
    return value;
  }

  forget(id: string) {
    this.heard += 1;
    this.kept.delete(id);
  }

  forgetUser(userId: string) {
    this.heard += 1;
    for (const [id, { value }] of this.kept) if (value.actor.userId === userId) this.kept.delete(id);
  }

  hear<E extends Event<any>>(event: E, then: (payload: Payload<E>) => void) {
    return this.bus.listen(event.subject, (data) =>
      then((JSON.parse(Buffer.from(data).toString()) as { payload: Payload<E> }).payload),
    );
  }
}
