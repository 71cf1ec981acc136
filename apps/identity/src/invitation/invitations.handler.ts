import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type InviteOutcome } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { InvitationTerminator } from './invitation-terminator';
import type { InvitationRow } from './invitation.entity';
import { activeStatuses, mailDelay, ofLastDay, outcomeOf } from './invitation.policy';
import { InvitationsRepository, toReceived, toSent } from './invitations.repository';

@Controller()
export class InvitationsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly repository: InvitationsRepository,
    private readonly invitationTerminator: InvitationTerminator,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.invite)
  invite({ emails }: In<typeof identity.invite>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.repository.lockInviter(tx, actor.userId);
      // an onboarding token was issued before the company existed
      const company = await this.companies.byOwner(actor.userId, tx);
      if (!company) throw new AppError('COMPANY_MISSING');
      const invited: { email: string; status: InviteOutcome }[] = [];
      for (const email of emails.map((given) => given.trim())) {
        const known = await this.repository.ofCompanyTo(tx, company.id, email);
        const status = outcomeOf(email, actor.email, known?.status);
        if (status === 'invited')
          await this.open(tx, email, known, { ...actor, companyId: company.id, companyName: company.companyName });
        invited.push({ email, status });
      }
      return { message: 'Invite is Successfull', invited };
    });
  }

  @Handle(identity.acceptInvitation)
  acceptInvitation({ id }: In<typeof identity.acceptInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const received = await this.repository.lockReceived(tx, actor.email, id);
      if (!received) throw new AppError('NOT_FOUND');
      const { invitation, inviterCompany } = received;
      if (invitation.status === 'pending') {
        await this.repository.advance(tx, invitation, 'accepted');
        await this.repository.update(tx, id, { acceptedAt: new Date(), acceptedBy: actor.userId });
        await this.outbox.event(
          tx,
          identityEvents.invitationAccepted,
          {
            invitationId: id,
            companyId: invitation.companyId,
            companyName: inviterCompany,
            inviterUserId: invitation.inviterId,
            email: invitation.email,
            receiverUserId: actor.userId,
            receiverCompanyId: actor.companyId,
            receiverCompanyName: actor.companyName,
            version: invitation.version,
          },
          actor,
        );
      }
      return { message: 'Invitation accepted', invitation: toReceived(received) };
    });
  }

  @Handle(identity.resendInvitation)
  resendInvitation({ id }: In<typeof identity.resendInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const invitation = await this.repository.lock(tx, id, actor);
      if (invitation?.companyId !== actor.companyId || invitation.status !== 'pending') throw new AppError('NOT_FOUND');
      const retryAfter = await this.mail(tx, invitation, {
        companyName: actor.companyName ?? '',
        inviterEmail: actor.email,
      });
      if (retryAfter > 0)
        throw new AppError('TOO_MANY', {
          message: 'This invitation was sent a short while ago. Please wait before sending it again.',
          retryAfter,
        });
      return { message: 'The invitation was sent again', invitation: toSent(invitation, null) };
    });
  }

  @Handle(identity.endInvitation)
  endInvitation({ id, keepTransfers }: In<typeof identity.endInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const invitation = await this.repository.lock(tx, id, actor);
      if (!invitation) throw new AppError('NOT_FOUND');
      const by = invitation.companyId === actor.companyId ? 'inviter' : 'invited';
      if (keepTransfers && by === 'invited')
        throw new AppError('NOT_ALLOWED', { message: 'Only the sender of transfers can keep them' });
      const status = await this.invitationTerminator.terminate(tx, invitation, by, actor, { keepTransfers });
      return { message: status === 'ended' ? 'The partnership was ended' : `The invitation was ${status}`, status };
    });
  }

  @Handle(identity.receivedInvitations)
  receivedInvitations(_input: In<typeof identity.receivedInvitations>, { email }: UserActor) {
    return this.repository.receivedBy(email);
  }

  @Handle(identity.pendingInvitations)
  async pendingInvitations(_input: In<typeof identity.pendingInvitations>, { companyId }: UserActor) {
    return { data: companyId ? await this.repository.sentBy(companyId, ['pending']) : [] };
  }

  @Handle(identity.sentInvitations)
  async sentInvitations(_input: In<typeof identity.sentInvitations>, { companyId }: UserActor) {
    return companyId ? this.repository.sentBy(companyId) : [];
  }

  @Handle(identity.verifiedPartners)
  verifiedPartners(_input: In<typeof identity.verifiedPartners>, actor: UserActor) {
    return this.repository.verifiedPartnersOf(actor);
  }

  @Handle(identity.deliverableEmails)
  async deliverableEmails(_input: In<typeof identity.deliverableEmails>, { companyId }: UserActor) {
    return companyId ? (await this.repository.sentBy(companyId, activeStatuses)).map(({ email }) => email) : [];
  }

  @Handle(identity.filterInvited)
  async invitedAmong({ companyId, emails }: In<typeof identity.filterInvited>) {
    return { invited: await this.repository.invitedAmong(companyId, emails) };
  }

  @Handle(identity.partnershipsOf)
  async partnershipsOf({ companyIds }: In<typeof identity.partnershipsOf>, { userId }: UserActor) {
    return { partnerships: await this.repository.partnershipsOf(userId, companyIds) };
  }

  private async open(
    tx: Tx,
    email: string,
    ended: InvitationRow | null,
    actor: UserActor & { companyId: string; companyName: string },
  ) {
    const { companyId, companyName } = actor;
    const invitation = await this.repository.open(tx, { companyId, inviterId: actor.userId, email }, ended);
    await this.mail(tx, invitation, { companyName, inviterEmail: actor.email });
    await this.outbox.event(
      tx,
      identityEvents.invitationSent,
      { invitationId: invitation.id, companyId, companyName, email },
      actor,
    );
  }

  /**
   * Mails an invitation, unless the limit is reached. Its link leads to signup or login; only the invited person sees which.
   * @returns seconds to wait; 0 when it was mailed
   */
  private async mail(
    tx: Tx,
    { id, email, ...invitation }: Pick<InvitationRow, 'id' | 'email' | 'mailedAt'>,
    inviter: { companyName: string; inviterEmail: string },
  ): Promise<number> {
    const now = new Date();
    const mailedAt = ofLastDay(invitation.mailedAt, now);
    const wait = mailDelay(mailedAt, now);
    if (wait > 0) return wait;
    const account = await this.accounts.byEmail(email, tx);
    const path = !account
      ? `/receiver/signup?${new URLSearchParams({ email })}`
      : account.userType === 'receiver'
        ? '/receiver/login'
        : '/login';
    await this.repository.update(tx, id, { mailedAt: [...mailedAt, now] });
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'invitation', to: email, data: { ...inviter, link: `${this.config.ORIGIN}${path}` } },
      { key: `invitation-${id}-${now.getTime()}` },
    );
    return 0;
  }
}
