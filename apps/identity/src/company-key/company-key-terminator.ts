import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CompanyKeysRepository, type KeySelection } from './company-keys.repository';

/** Takes the keys of companies from members. Gateways hear of it, so that their next calls are refused. */
@Injectable()
export class CompanyKeyTerminator {
  constructor(
    private readonly repository: CompanyKeysRepository,
    private readonly outbox: Outbox,
  ) {}

  async end(tx: Tx, selection: KeySelection, actor: Actor): Promise<void> {
    for (const one of await this.repository.end(tx, selection))
      await this.outbox.event(tx, identityEvents.companyKeyChanged, { ...one, given: false }, actor);
  }
}
