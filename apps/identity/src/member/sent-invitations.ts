import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { manages, type MemberRole } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { MembersRepository } from './members.repository';

/** The open invitations that a person has sent as a manager or co-owner. */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly repository: MembersRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Withdraws those that the person could not send with the present roles: through another address of their own, they could come back. The
   * company's members must be locked. @param roles none: the person is no longer a member
   */
  async withdraw(
    tx: Tx,
    { companyId, companyName, userId }: { companyId: string; companyName: string; userId: string },
    present: readonly MemberRole[],
    actor: Actor,
  ): Promise<void> {
    const mayStay = (roles: readonly MemberRole[]) => manages({ roles: present }, roles);
    for (const { email, roles } of await this.repository.takeSentBy(tx, companyId, userId, mayStay)) {
      const ended = { companyId, companyName, email, roles, by: 'company' as const };
      await this.outbox.event(tx, identityEvents.memberInvitationEnded, ended, actor);
    }
  }
}
