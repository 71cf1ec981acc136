import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { AccountsRepository, type WhichSessions } from './accounts.repository';

/** Ends sessions, and tells every gateway. */
@Injectable()
export class SessionEnd {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param of whose @returns the ids of those that lived until now */
  async end(tx: Tx, actor: Actor, which: WhichSessions, of: string): Promise<string[]> {
    const ended = await this.repository.endSessions(tx, of, which);
    for (const sessionId of ended)
      await this.outbox.event(tx, identityEvents.sessionEnded, { sessionId, userId: of }, actor);
    return ended;
  }
}
