import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { ActorCache } from './actor-cache';

/** Resolves sessions to their users. */
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
    await this.cache.subscribe(identityEvents.sessionEnded, ({ sessionId }) => this.cache.forget(sessionId));
    for (const changed of [identityEvents.memberRolesChanged, identityEvents.companyKeyChanged])
      await this.cache.subscribe(changed, ({ userId }) => this.cache.forgetUser(userId));
  }

  /** @returns null once the session has ended */
  async actorOf(sessionId: string, { fresh = false } = {}): Promise<UserActor | null> {
    const fetch = () => this.fetch(sessionId);
    const found = await (fresh ? this.cache.find(sessionId, fetch) : this.cache.getOrFind(sessionId, fetch));
    return found?.actor ?? null;
  }

  forgetUser(userId: string) {
    this.cache.forgetUser(userId);
  }

  private async fetch(sessionId: string): Promise<{ actor: UserActor } | null> {
    const { actor } = await this.rpc.call(
      identity.actorOf,
      { sessionId, enforcesRoles: true },
      { kind: 'system', service: 'gateway' },
    );
    return actor && { actor };
  }
}
