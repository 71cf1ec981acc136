import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { SessionsRepository, type SessionSelection } from './sessions.repository';

/** Ends sessions and publishes an event for each, so that every gateway drops it. */
@Injectable()
export class SessionRevoker {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the ids of the sessions that were live until now */
  async revoke(tx: Tx, actor: Actor, accountId: string, selection: SessionSelection = {}): Promise<string[]> {
    const ended = await this.repository.end(tx, accountId, selection);
    for (const sessionId of ended) await this.publish(tx, actor, { sessionId, userId: accountId });
    return ended;
  }

  /** Ends the session of a browser, whoever's it was. */
  async revokeBound(tx: Tx, actor: Actor, binding: string): Promise<void> {
    for (const ended of await this.repository.endBound(tx, binding)) await this.publish(tx, actor, ended);
  }

  private publish(tx: Tx, actor: Actor, ended: { sessionId: string; userId: string }) {
    return this.outbox.event(tx, identityEvents.sessionEnded, ended, actor);
  }
}
