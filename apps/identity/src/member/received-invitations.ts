import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { MembersRepository } from './members.repository';

/** The open invitations to an address. */
@Injectable()
export class ReceivedInvitations {
  constructor(
    private readonly repository: MembersRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param only the invitation with this id @returns how many were open */
  async decline(tx: Tx, email: string, actor: Actor, only?: string): Promise<number> {
    const declined = await this.repository.takeReceivedBy(tx, email, only);
    for (const one of declined)
      await this.outbox.event(tx, identityEvents.memberInvitationEnded, { ...one, by: 'invited' }, actor);
    return declined.length;
  }
}
