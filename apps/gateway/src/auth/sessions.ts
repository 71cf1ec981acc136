import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Rpc } from '@tradepost/service-kit/rpc';
import { ActorCache } from './actor-cache';

/** Who stands behind a session. */
@Injectable()
export class Sessions implements OnModuleInit {
  private readonly cache: ActorCache<{ actor: UserActor }>;

  constructor(
    private readonly rpc: Rpc,
    bus: Bus,
  ) {
    this.cache = new ActorCache(bus);
  }

  async onModuleInit() {
    await this.cache.start();
    await this.cache.hear(identityEvents.sessionEnded, ({ sessionId }) => this.cache.forget(sessionId));
  }

  /** @returns null once the session has ended */
  async actorOf(sessionId: string, { fresh = false } = {}): Promise<UserActor | null> {
    const known = fresh ? undefined : this.cache.get(sessionId);
    return (known ?? (await this.cache.find(sessionId, () => this.ask(sessionId))))?.actor ?? null;
  }

  forgetUser(userId: string) {
    this.cache.forgetUser(userId);
  }

  private async ask(sessionId: string): Promise<{ actor: UserActor } | null> {
    const { actor } = await this.rpc.call(identity.actorOf, { sessionId }, { kind: 'system', service: 'gateway' });
    return actor && { actor };
  }
}
