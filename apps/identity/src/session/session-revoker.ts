import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { SessionsRepository, type EndedSession, type SessionSelection } from './sessions.repository';

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
    await this.publish(tx, actor, ended);
    return ended.map(({ sessionId }) => sessionId);
  }

  /** Ends the session of a browser, of any account. */
  async revokeBound(tx: Tx, actor: Actor, binding: string): Promise<void> {
    await this.publish(tx, actor, await this.repository.endBound(tx, binding));
  }

  /** Ends the sessions of all members for the company. */
  async revokeOfCompany(tx: Tx, actor: Actor, companyId: string): Promise<void> {
    await this.publish(tx, actor, await this.repository.endOfCompany(tx, companyId));
  }

  /** Ends what single sign-on has opened. @param ssoSid only the sessions of one session of the provider */
  async revokeOfSso(tx: Tx, actor: Actor, ssoConnectionId: string, ssoSid?: string): Promise<void> {
    await this.publish(tx, actor, await this.repository.endOfSso(tx, ssoConnectionId, ssoSid));
  }

  /** Ends what people opened without the single sign-on that their company requires now. */
  async revokeWithoutSso(tx: Tx, actor: Actor, companyId: string): Promise<void> {
    await this.publish(tx, actor, await this.repository.endWithoutSso(tx, companyId));
  }

  private async publish(tx: Tx, actor: Actor, sessions: EndedSession[]) {
    for (const session of sessions) await this.outbox.event(tx, identityEvents.sessionEnded, session, actor);
  }
}
