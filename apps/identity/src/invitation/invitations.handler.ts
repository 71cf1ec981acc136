import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type InviteOutcome } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { accountOf } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { mailUses } from './invitation-mails';
import { InvitationTerminator } from './invitation-terminator';
import type { InvitationRow } from './invitation.entity';
import { activeStatuses, outcomeOf, partyOf, sideOf } from './invitation.policy';
import { InvitationsRepository, toReceived, toSent } from './invitations.repository';
import { PartnerNotesRepository } from './partner-notes.repository';

@Controller()
export class InvitationsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly repository: InvitationsRepository,
    private readonly notes: PartnerNotesRepository,
    private readonly invitationTerminator: InvitationTerminator,
    private readonly governor: Governor,
    private readonly admission: Admission,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.invite)
  invite({ emails }: In<typeof identity.invite>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const owner = accountOf(actor);
      await this.repository.lockInviter(tx, owner.userId);
      // an onboarding token was issued before the company existed
      const company = await this.companies.byOwner(owner.userId, tx);
      if (!company) throw new AppError('COMPANY_MISSING');
      const plan = await this.plan(tx, company.id, emails, owner.email);
      const opened = plan.filter(({ status }) => status === 'invited');
      const limit = company.kycStatus === 'Approved' ? 'invitationsAfterApproval' : 'invitationsBeforeApproval';
      if (opened.length > 0) await this.governor.take(tx, [{ limit, key: company.id, amount: opened.length }]);
      for (const { email, known } of opened)
        await this.open(tx, email, known, { ...actor, companyId: company.id, companyName: company.companyName });
      const invited = plan.map(({ email, status }) => ({ email, status }));
      return { message: 'Invite is Successfull', invited };
    });
  }

  @Handle(identity.acceptInvitation)
  acceptInvitation({ id }: In<typeof identity.acceptInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const receiver = partyOf(actor);
      const received = await this.repository.lockReceived(tx, receiver, id);
      if (!received) throw new AppError('NOT_FOUND');
      const { invitation, inviterCompany } = received;
      if (invitation.status === 'pending') {
        await this.repository.advance(tx, invitation, 'accepted');
        await this.repository.update(tx, id, { acceptedAt: new Date(), acceptedBy: receiver.userId });
        await this.outbox.event(
          tx,
          identityEvents.invitationAccepted,
          {
            invitationId: id,
            companyId: invitation.companyId,
            companyName: inviterCompany,
            inviterUserId: invitation.inviterId,
            email: invitation.email,
            receiverUserId: receiver.userId,
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
      const invitation = await this.repository.lock(tx, id, partyOf(actor));
      if (invitation?.companyId !== actor.companyId || invitation.status !== 'pending') throw new AppError('NOT_FOUND');
      const known = await this.accounts.byEmail(invitation.email, tx);
      await this.governor.take(tx, mailUses(invitation, known));
      await this.mail(tx, invitation, actor.email, known);
      const note = await this.notes.find(tx, { invitationId: id, companyId: invitation.companyId });
      return { message: 'The invitation was sent again', invitation: toSent(invitation, { verified: null, note }) };
    });
  }

  @Handle(identity.endInvitation)
  endInvitation({ id, keepTransfers }: In<typeof identity.endInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const invitation = await this.repository.lock(tx, id, partyOf(actor));
      if (!invitation) throw new AppError('NOT_FOUND');
      const by = sideOf(invitation, actor.companyId);
      if (keepTransfers && by === 'invited')
        throw new AppError('NOT_ALLOWED', { message: 'Only the sender of transfers can keep them' });
      const status = await this.invitationTerminator.terminate(tx, invitation, by, actor, { keepTransfers });
      return { message: status === 'ended' ? 'The partnership was ended' : `The invitation was ${status}`, status };
    });
  }

  @Handle(identity.receivedInvitations)
  async receivedInvitations(_input: In<typeof identity.receivedInvitations>, actor: UserActor) {
    return thatFit(await this.repository.receivedBy(partyOf(actor)));
  }

  @Handle(identity.pendingInvitations)
  async pendingInvitations(_input: In<typeof identity.pendingInvitations>, { companyId }: UserActor) {
    return { data: companyId ? thatFit(await this.repository.sentBy(companyId, ['pending'])) : [] };
  }

  @Handle(identity.sentInvitations)
  async sentInvitations(_input: In<typeof identity.sentInvitations>, { companyId }: UserActor) {
    return companyId ? thatFit(await this.repository.sentBy(companyId)) : [];
  }

  @Handle(identity.verifiedPartners)
  async verifiedPartners(_input: In<typeof identity.verifiedPartners>, actor: UserActor) {
    return thatFit(await this.repository.verifiedPartnersOf(partyOf(actor)));
  }

  @Handle(identity.searchPartners)
  searchPartners({ q }: In<typeof identity.searchPartners>, actor: UserActor) {
    return this.admission.run([{ limit: 'searchesOfAccount', key: actor.userId }], async () => ({
      partners: await this.repository.search(partyOf(actor), q),
    }));
  }

  @Handle(identity.deliverableEmails)
  async deliverableEmails(_input: In<typeof identity.deliverableEmails>, { companyId }: UserActor) {
    return companyId
      ? thatFit((await this.repository.sentBy(companyId, activeStatuses)).map(({ email }) => email))
      : [];
  }

  @Handle(identity.filterInvited)
  async invitedAmong({ companyId, emails }: In<typeof identity.filterInvited>) {
    return { invited: await this.repository.invitedAmong(companyId, emails) };
  }

  @Handle(identity.partnershipsOf)
  async partnershipsOf({ companyIds }: In<typeof identity.partnershipsOf>, actor: UserActor) {
    return { partnerships: await this.repository.partnershipsOf(accountOf(actor).userId, companyIds) };
  }

  private async open(
    tx: Tx,
    email: string,
    ended: InvitationRow | null,
    actor: UserActor & { companyId: string; companyName: string },
  ) {
    const { companyId, companyName } = actor;
    const invitation = await this.repository.open(tx, { companyId, inviterId: accountOf(actor).userId, email }, ended);
    const known = await this.accounts.byEmail(email, tx);
    if (await this.governor.tryTake(tx, mailUses(invitation, known)))
      await this.mail(tx, invitation, actor.email, known);
    await this.outbox.event(
      tx,
      identityEvents.invitationSent,
      { invitationId: invitation.id, companyId, companyName, email },
      actor,
    );
  }

  /** The outcome for each address; one that is given twice is invited once. */
  private async plan(tx: Tx, companyId: string, emails: readonly string[], own: string): Promise<Planned[]> {
    const seen = new Set<string>();
    const planned: Planned[] = [];
    for (const email of emails.map((given) => given.trim())) {
      const known = await this.repository.ofCompanyTo(tx, companyId, email);
      const key = addressKey(email);
      const status = outcomeOf(email, own, seen.has(key) ? 'pending' : known?.status);
      if (status === 'invited') seen.add(key);
      planned.push({ email, status, known });
    }
    return planned;
  }

  /** Mails an invitation. Its link leads to signup or login; only the invited person sees which. */
  private async mail(
    tx: Tx,
    { id, email }: Pick<InvitationRow, 'id' | 'email'>,
    inviterEmail: string,
    account: AccountRow | null,
  ): Promise<void> {
    const path = !account
      ? `/receiver/signup?${new URLSearchParams({ email })}`
      : account.userType === 'receiver'
        ? '/receiver/login'
        : '/login';
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'invitation', to: email, data: { inviterEmail, link: `${this.config.ORIGIN}${path}` } },
      { key: `invitation-${id}-${Date.now()}` },
    );
  }
}

interface Planned {
  email: string;
  status: InviteOutcome;
  known: InvitationRow | null;
}
