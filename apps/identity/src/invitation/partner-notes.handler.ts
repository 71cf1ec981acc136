import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import type { InvitationRow } from './invitation.entity';
import { isVisibleTo, partyOf, sideOf } from './invitation.policy';
import { InvitationsRepository } from './invitations.repository';
import { PartnerNotesRepository } from './partner-notes.repository';

/** The notes of a company on its partners. Lists of invitations answer them to that company alone. */
@Controller()
export class PartnerNotesHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly repository: PartnerNotesRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.savePartnerNote)
  save({ id, note }: In<typeof identity.savePartnerNote>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const invitation = await this.invitations.lock(tx, id, partyOf(actor));
      if (!invitation || !isVisibleTo(sideOf(invitation, companyId), invitation.status))
        throw new AppError('NOT_FOUND');
      const key = { invitationId: id, companyId };
      const removed = note === '';
      const before = (await this.repository.find(tx, key)) ?? '';
      if (note !== before) {
        await (removed ? this.repository.remove(tx, key) : this.repository.save(tx, key, note));
        const partnerEmail = await this.partnerEmail(tx, invitation, companyId);
        await this.outbox.event(tx, identityEvents.partnerNoteChanged, { ...key, partnerEmail, removed }, actor);
      }
      return { message: removed ? 'The note was removed' : 'The note was saved' };
    });
  }

  private async partnerEmail(tx: Tx, invitation: InvitationRow, companyId: string): Promise<string> {
    if (sideOf(invitation, companyId) === 'inviter') return invitation.email;
    return (await this.accounts.byId(invitation.inviterId, tx))?.email ?? '';
  }
}
