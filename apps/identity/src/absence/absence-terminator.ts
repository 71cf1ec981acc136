import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AbsencesRepository } from './absences.repository';

/** Ends the absence of a person from a company. */
@Injectable()
export class AbsenceTerminator {
  constructor(
    private readonly repository: AbsencesRepository,
    private readonly outbox: Outbox,
  ) {}

  async end(tx: Tx, away: { companyId: string; userId: string; email: string }, actor: UserActor): Promise<void> {
    if (await this.repository.end(tx, { companyId: away.companyId, accountId: away.userId }))
      await this.outbox.event(tx, identityEvents.absenceChanged, { ...away, absence: null }, actor);
  }
}
