import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identityEvents, type InvitationStatus } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CompaniesRepository } from '../company/companies.repository';
import type { InvitationRow } from './invitation.entity';
import { statusAfterEnd, type Side } from './invitation.policy';
import { InvitationsRepository } from './invitations.repository';
import { PartnerNotesRepository } from './partner-notes.repository';

/** Ends invitations and partnerships, and publishes an event for both sides. */
@Injectable()
export class InvitationTerminator {
  constructor(
    private readonly repository: InvitationsRepository,
    private readonly notes: PartnerNotesRepository,
    private readonly companies: CompaniesRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @param invitation a locked row @returns its new status; one that is neither pending nor accepted keeps its status */
  async terminate(
    tx: Tx,
    invitation: InvitationRow,
    by: Side,
    actor: Actor,
    how: { keepTransfers?: boolean; accountDeleted?: boolean } = {},
  ): Promise<InvitationStatus> {
    const status = statusAfterEnd(invitation.status, by);
    if (status === invitation.status) return status;
    await this.repository.advance(tx, invitation, status);
    await this.notes.removeOfInvited(tx, invitation);
    const { id, companyId, email, acceptedBy, version } = invitation;
    const company = await this.companies.byId(companyId, tx);
    const ended = { invitationId: id, companyId, companyName: company?.companyName ?? '', email, by, version };
    if (status !== 'ended') {
      await this.outbox.event(tx, identityEvents.invitationWithdrawn, ended, actor);
      return status;
    }
    const receiverUserId = acceptedBy as string;
    const receiver = await this.companies.byOwner(receiverUserId, tx);
    await this.outbox.event(
      tx,
      identityEvents.partnershipEnded,
      {
        ...ended,
        ...how,
        receiverUserId,
        receiverCompanyId: receiver?.id ?? null,
        receiverCompanyName: receiver?.companyName ?? null,
      },
      actor,
    );
    return status;
  }
}
