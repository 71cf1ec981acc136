import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents, type InvitationStatus } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { InvitationRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { statusAfterEnd } from './invitation.policy';

/** Ends invitations and partnerships, and tells whom it concerns. */
@Injectable()
export class InvitationEnd {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param invitation locked @returns what it became; one that does not stand stays what it is */
  async end(tx: Tx, invitation: InvitationRow, by: 'inviter' | 'invited', actor: Actor): Promise<InvitationStatus> {
    const status = statusAfterEnd(invitation.status, by);
    if (status === invitation.status) return status;
    await tx.update(InvitationRow, invitation.id, { status });
    const { id, companyId, email, acceptedBy } = invitation;
    const company = await this.accounts.companyById(companyId, tx);
    const ended = { invitationId: id, companyId, companyName: company?.companyName ?? '', email, by };
    if (status !== 'ended') {
      await this.outbox.event(tx, identityEvents.invitationWithdrawn, ended, actor);
      return status;
    }
    const receiverUserId = acceptedBy as string;
    const receiver = await this.accounts.companyOf(receiverUserId, tx);
    await this.outbox.event(
      tx,
      identityEvents.partnershipEnded,
      { ...ended, receiverUserId, receiverCompanyName: receiver?.companyName ?? null },
      actor,
    );
    return status;
  }
}
