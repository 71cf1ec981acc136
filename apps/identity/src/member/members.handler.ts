import { Controller, Inject } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type MemberInviteOutcome } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { accountOf, manages, type MemberRole, type Role } from '@tradepost/contracts/roles';
import { sameAddress } from '@tradepost/contracts/values/address';
import { isNewAddress } from '@tradepost/contracts/values/fields';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { mailUses } from '../invitation/invitation-mails';
import type { MemberInvitationRow } from './member.entity';
import { MemberListRepository } from './member-list.repository';
import { MemberRoles } from './member-roles';
import { MembershipTerminator } from './membership-terminator';
import { MembersRepository } from './members.repository';
import { PresentRoles } from './present-roles';

/** The members of the caller's company. */
@Controller()
export class MembersHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly repository: MembersRepository,
    private readonly list: MemberListRepository,
    private readonly presentRoles: PresentRoles,
    private readonly memberRoles: MemberRoles,
    private readonly membershipTerminator: MembershipTerminator,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.members)
  async members(query: In<typeof identity.members>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    if (query.page || query.after) return this.list.page(companyId, query);
    return thatFit(await this.list.all(companyId, query));
  }

  @Handle(identity.memberInvitations)
  async memberInvitations(_input: In<typeof identity.memberInvitations>, actor: UserActor) {
    const open = await this.repository.invitationsOf(companyOf(actor).companyId);
    return thatFit(
      open.map(({ id, email, roles, createdAt, expiresAt }) => ({
        id,
        email,
        roles,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    );
  }

  @Handle(identity.inviteMembers)
  inviteMembers({ emails, roles }: In<typeof identity.inviteMembers>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      await this.repository.lockCompany(tx, companyId);
      await this.assertManages(tx, actor, roles);
      await this.assertOwnerStays(tx, actor, roles);
      const invited: { email: string; status: MemberInviteOutcome }[] = [];
      for (const email of emails.map((given) => given.trim()))
        invited.push({ email, status: await this.invite(tx, email, [...new Set(roles)], { ...actor, companyId }) });
      return { message: 'The invitations were sent', invited };
    });
  }

  @Handle(identity.withdrawMemberInvitation)
  withdraw({ id }: In<typeof identity.withdrawMemberInvitation>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const taken = await this.repository.take(tx, id, { companyId });
      if (!taken) throw new AppError('NOT_FOUND');
      const { email, roles, companyName } = taken;
      await this.assertManages(tx, actor, roles);
      const ended = { companyId, companyName, email, roles, by: 'company' as const };
      await this.outbox.event(tx, identityEvents.memberInvitationEnded, ended, actor);
      return { message: 'The invitation was withdrawn' };
    });
  }

  @Handle(identity.removeMember)
  removeMember({ id }: In<typeof identity.removeMember>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      if (accountOf(actor).userId === id) throw new AppError('NOT_ALLOWED', { message: 'The owner cannot be removed' });
      await this.repository.lockCompany(tx, companyId);
      const roles = await this.repository.rolesOf(tx, companyId, id);
      if (!roles) throw new AppError('NOT_FOUND');
      await this.assertManages(tx, actor, roles);
      await this.membershipTerminator.terminate(tx, { companyId, userId: id }, 'memberRemoved', actor);
      return { message: 'The member was removed' };
    });
  }

  @Handle(identity.changeMemberRoles)
  changeRoles({ id, roles }: In<typeof identity.changeMemberRoles>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      await this.repository.lockCompany(tx, companyId);
      const before: readonly Role[] | null =
        accountOf(actor).userId === id ? ['owner'] : await this.repository.rolesOf(tx, companyId, id);
      if (!before) throw new AppError('NOT_FOUND');
      await this.assertManages(tx, actor, [...before, ...roles]);
      await this.assertOwnerStays(tx, actor, roles);
      await this.memberRoles.change(tx, { companyId, userId: id }, roles, 'person', actor);
      return { message: 'The roles were changed' };
    });
  }

  /** By the present roles of the actor: those of the call may have changed since. @throws AppError NOT_ALLOWED */
  private async assertManages(tx: Tx, actor: UserActor, managed: readonly Role[]) {
    const { sso = false } = actor;
    if (manages({ roles: await this.presentRoles.of(tx, actor), sso }, managed)) return;
    throw new AppError('NOT_ALLOWED', { message: 'You can manage only members with a role below your own' });
  }

  /** The company ends with the owner's account. @throws AppError NOT_ALLOWED for new co-owners while that will be deleted */
  private async assertOwnerStays(tx: Tx, actor: UserActor, given: readonly Role[]) {
    if (!given.includes('co-owner')) return;
    const owner = await this.accounts.byId(accountOf(actor).userId, tx);
    if (!owner?.deletionAt) return;
    throw new AppError('NOT_ALLOWED', { message: 'Cancel the deletion of your account before you add co-owners' });
  }

  private async invite(
    tx: Tx,
    email: string,
    roles: MemberRole[],
    actor: UserActor & { companyId: string },
  ): Promise<MemberInviteOutcome> {
    const { companyId, userId: inviterId } = actor;
    if (!isNewAddress(email)) return 'invalid';
    if (sameAddress(email, actor.email)) return 'own-address';
    if (sameAddress(email, accountOf(actor).email)) return 'already-member';
    if (await this.repository.hasMember(tx, companyId, email)) return 'already-member';
    const open = await this.repository.openInvitation(tx, companyId, email);
    if (!open) await this.governor.take(tx, [{ limit: 'memberInvitations', key: companyId }]);
    const invitation = open ?? (await this.repository.invite(tx, { companyId, inviterId, email, roles }));
    await this.mail(tx, invitation, actor.email);
    if (open) return 'already-invited';
    await this.outbox.event(tx, identityEvents.memberInvited, { companyId, email, roles }, actor);
    return 'invited';
  }

  /** Unless too many were sent. */
  private async mail(tx: Tx, invitation: MemberInvitationRow, inviterEmail: string) {
    const { id, email, expiresAt } = invitation;
    const account = await this.accounts.byEmail(email, tx);
    if (!(await this.governor.tryTake(tx, mailUses(invitation, account)))) return;
    const link = `${this.config.ORIGIN}/join?${new URLSearchParams({ email })}`;
    const data = { inviterEmail, expiresAt: expiresAt.toISOString(), link };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'member-invitation', to: email, data },
      { key: `member-invitation-${id}-${Date.now()}`, notAfter: expiresAt },
    );
  }
}
