import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type CompanyChoice } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { SessionRevoker } from '../session/session-revoker';
import { SessionsRepository } from '../session/sessions.repository';
import { Tokens } from '../session/tokens';
import { MembershipTerminator } from './membership-terminator';
import { MembersRepository } from './members.repository';
import { ReceivedInvitations } from './received-invitations';

/** The companies that the caller can act for. */
@Controller()
export class MembershipsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly companiesRepository: CompaniesRepository,
    private readonly repository: MembersRepository,
    private readonly sessions: SessionsRepository,
    private readonly tokens: Tokens,
    private readonly sessionRevoker: SessionRevoker,
    private readonly membershipTerminator: MembershipTerminator,
    private readonly receivedInvitations: ReceivedInvitations,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.companies)
  async companies(_input: In<typeof identity.companies>, actor: UserActor): Promise<CompanyChoice[]> {
    const own = await this.companiesRepository.byOwner(actor.userId);
    const others = await this.repository.companiesOf(actor.userId);
    const choices: CompanyChoice[] = [
      { companyId: own?.id ?? null, companyName: own?.companyName ?? null, roles: ['owner'], current: isOwner(actor) },
      ...others.map(({ companyId, companyName, roles }) => ({
        companyId,
        companyName,
        roles,
        current: !isOwner(actor) && actor.companyId === companyId,
      })),
    ];
    return actor.sso ? choices.filter(({ current }) => current) : thatFit(choices);
  }

  /** The account is locked first, as by whatever ends its sessions: none of them may be replaced after that. */
  @Handle(identity.switchCompany)
  switchCompany({ companyId, binding }: In<typeof identity.switchCompany>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, actor.userId);
      const session = await this.sessions.requireLive(tx, actor.sessionId);
      const to = await this.targetOf(tx, account.id, companyId);
      if (to?.mustUseSso) throw new AppError('SSO_REQUIRED');
      await this.sessionRevoker.revoke(tx, actor, account.id, { only: session.id });
      const { expiresAt } = session;
      const client = { actor, binding, passkeyId: session.passkeyId ?? undefined };
      const purpose = { companyId: to && to.companyId, expiresAt };
      const { token } = this.tokens.issue(tx, account, 'session', client, purpose);
      const company = to
        ? await this.companiesRepository.byId(to.companyId, tx)
        : await this.companiesRepository.byOwner(account.id, tx);
      return { token, user: this.accounts.viewOf(account, company, to ?? undefined) };
    });
  }

  @Handle(identity.leaveCompany)
  leaveCompany({ companyId }: In<typeof identity.leaveCompany>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      if ((await this.companiesRepository.byOwner(actor.userId, tx))?.id === companyId)
        throw new AppError('NOT_ALLOWED', { message: 'The owner cannot leave the company' });
      if (!(await this.repository.isMember(tx, companyId, actor.userId))) throw new AppError('NOT_FOUND');
      await this.membershipTerminator.terminate(tx, { companyId, userId: actor.userId }, 'memberLeft', actor);
      return { message: 'You left the company' };
    });
  }

  @Handle(identity.receivedMemberInvitations)
  async received(_input: In<typeof identity.receivedMemberInvitations>, { email }: UserActor) {
    const received = await this.repository.receivedBy(email);
    return thatFit(received.map((invitation) => ({ ...invitation, createdAt: invitation.createdAt.toISOString() })));
  }

  @Handle(identity.acceptMemberInvitation)
  accept({ id }: In<typeof identity.acceptMemberInvitation>, actor: UserActor) {
    if (actor.userType === 'admin')
      throw new AppError('NOT_ALLOWED', { message: 'An administrator cannot join a company' });
    return this.db.transaction(async (tx) => {
      const { userId, email } = actor;
      await this.accounts.lock(tx, userId);
      await this.sessions.requireLive(tx, actor.sessionId);
      const invitation = await this.repository.take(tx, id, { email });
      // one that was sent while the person joined gives a member no other roles
      if (invitation && !(await this.repository.isMember(tx, invitation.companyId, userId))) {
        const { companyId, companyName, roles } = invitation;
        await this.repository.join(tx, invitation, userId);
        const joined = { companyId, companyName, userId, email, invitationId: id, roles };
        await this.outbox.event(tx, identityEvents.memberJoined, joined, actor);
      }
      const company = await this.joined(tx, id, userId);
      return { message: 'You are now a member of the company', company };
    });
  }

  @Handle(identity.declineMemberInvitation)
  decline({ id }: In<typeof identity.declineMemberInvitation>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      if ((await this.receivedInvitations.decline(tx, actor.email, actor, id)) === 0) throw new AppError('NOT_FOUND');
      return { message: 'The invitation was declined' };
    });
  }

  /** The company that the invitation made the person a member of. @throws AppError NOT_FOUND */
  private async joined(tx: Tx, invitationId: string, accountId: string) {
    const membership = await this.repository.membershipOf(tx, invitationId, accountId);
    const found = membership && (await this.targetOf(tx, accountId, membership.companyId));
    if (!found) throw new AppError('NOT_FOUND');
    const { companyId, companyName, roles } = found;
    return { companyId, companyName, roles };
  }

  /** @returns null for the own account @throws AppError NOT_FOUND */
  private async targetOf(tx: Tx, accountId: string, companyId: string | null) {
    if (companyId === null || (await this.companiesRepository.byOwner(accountId, tx))?.id === companyId) return null;
    if (!(await this.repository.isMember(tx, companyId, accountId))) throw new AppError('NOT_FOUND');
    const found = (await this.repository.companiesOf(accountId, tx)).find((one) => one.companyId === companyId);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }
}
