import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { Event, Payload } from '@tradepost/contracts/define';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Rpc } from '@tradepost/service-kit/rpc';

const keepMs = 5_000;
const most = 10_000;

/** Who stands behind a session, kept for a moment; what ends or changes a session is heard on the bus. */
@Injectable()
export class Sessions implements OnModuleInit {
  private readonly cache = new Map<string, { actor: UserActor; until: number }>();
  /** Counts what was heard: an answer asked for before the last of it may already be wrong. */
  private heard = 0;

  constructor(
    private readonly rpc: Rpc,
    private readonly bus: Bus,
  ) {}

  async onModuleInit() {
    await this.hear(identityEvents.sessionEnded, ({ sessionId }) => this.forget(sessionId));
    await this.hear(identityEvents.companySaved, ({ userId }) => this.forgetUser(userId));
    await this.hear(kycEvents.statusChanged, ({ userId }) => this.forgetUser(userId));
  }

  /** @returns null once the session has ended */
  async actorOf(sessionId: string, { fresh = false } = {}): Promise<UserActor | null> {
    const known = this.cache.get(sessionId);
    if (known && !fresh && known.until > Date.now()) return known.actor;
    const before = this.heard;
    const { actor } = await this.rpc.call(identity.actorOf, { sessionId }, { kind: 'system', service: 'gateway' });
    this.cache.delete(sessionId);
    if (!actor || before !== this.heard) return actor;
    if (this.cache.size >= most) this.cache.delete(this.cache.keys().next().value as string);
    this.cache.set(sessionId, { actor, until: Date.now() + keepMs });
    return actor;
  }

  forgetUser(userId: string) {
    this.heard += 1;
    for (const [sessionId, { actor }] of this.cache) if (actor.userId === userId) this.cache.delete(sessionId);
  }

  private forget(sessionId: string) {
    this.heard += 1;
    this.cache.delete(sessionId);
  }

  private hear<E extends Event<any>>(event: E, then: (payload: Payload<E>) => void) {
    return this.bus.listen(event.subject, (data) => then((JSON.parse(Buffer.from(data).toString()) as { payload: Payload<E> }).payload));
  }
}
