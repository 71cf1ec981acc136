import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ApiKeysRepository } from './api-keys.repository';
import { aboutOf } from './new-api-keys';

/** Revokes the API keys and SCIM tokens that a person has created for a company: the person knows their secrets. */
@Injectable()
export class ApiKeyTerminator {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly outbox: Outbox,
  ) {}

  /** The company's members must be locked, so that no other key is created at the same time. */
  async end(tx: Tx, { companyId, accountId }: { companyId: string; accountId: string }, actor: Actor): Promise<void> {
    for (const key of await this.repository.lockLiveOf(tx, companyId, accountId)) {
      await this.repository.revoke(tx, key.id, new Date());
      await this.outbox.event(tx, identityEvents.apiKeyRevoked, aboutOf(key), actor);
    }
  }
}
