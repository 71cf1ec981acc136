import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { MembersRepository } from './members.repository';

/** The open invitations that a person has sent as a manager. */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly repository: MembersRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Withdraws them once the person no longer manages members: through another address of their own, they could come back. The company's
   * members must be locked.
   */
  async withdraw(
    tx: Tx,
    { companyId, companyName, userId }: { companyId: string; companyName: string; userId: string },
    actor: Actor,
  ): Promise<void> {
    for (const { email, roles } of await this.repository.takeSentBy(tx, companyId, userId)) {
      const ended = { companyId, companyName, email, roles, by: 'company' as const };
      await this.outbox.event(tx, identityEvents.memberInvitationEnded, ended, actor);
    }
  }
}
