import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { CompanyKey } from '@tradepost/contracts/encryption/sealed';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { assertGiven, type Giving } from './company-key.policy';
import { CompanyKeysRepository } from './company-keys.repository';

/** Stores the keys of companies for members. Gateways hear of it, so that their next calls are allowed. */
@Injectable()
export class CompanyKeyGiver {
  constructor(
    private readonly repository: CompanyKeysRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError COMPANY_KEY_INVALID unless the owner's keys have signed it for the member's key; COMPANY_MISSING */
  async give(tx: Tx, giving: Giving, access: CompanyKey, actor: UserActor): Promise<void> {
    const { companyId, owner, member } = giving;
    await assertGiven(giving, access);
    await this.repository.save(tx, { companyId, accountId: member.userId, epoch: owner.bundle.epoch, access });
    const { companyName } = companyOf(actor);
    const given = { companyId, companyName, userId: member.userId, email: member.email, given: true };
    await this.outbox.event(tx, identityEvents.companyKeyChanged, given, actor);
  }
}
