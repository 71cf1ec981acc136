import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import type { Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { memberRoles, permits, type MemberRole, type ProvidedRole } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { ApiKeyTerminator } from '../api-key/api-key-terminator';
import { CompanyKeyTerminator } from '../company-key/company-key-terminator';
import { usesKeys } from '../company-key/company-key.policy';
import { CompaniesRepository } from '../company/companies.repository';
import { MembersRepository } from './members.repository';
import { SentInvitations } from './sent-invitations';

/** Changes the roles of members. Gateways hear of it, so that the next call of each session has the new roles. */
@Injectable()
export class MemberRoles {
  constructor(
    private readonly repository: MembersRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly companyKeyTerminator: CompanyKeyTerminator,
    private readonly apiKeyTerminator: ApiKeyTerminator,
    private readonly sentInvitations: SentInvitations,
    private readonly outbox: Outbox,
  ) {}

  /** The company's members must be locked. The same roles in another order change nothing. @throws AppError NOT_FOUND */
  async change(
    tx: Tx,
    { companyId, userId }: { companyId: string; userId: string },
    given: readonly MemberRole[],
    by: Payload<typeof identityEvents.memberRolesChanged>['by'],
    actor: Actor,
  ): Promise<void> {
    const before = await this.repository.rolesOf(tx, companyId, userId);
    if (!before) throw new AppError('NOT_FOUND');
    const roles = memberRoles.filter((role) => given.includes(role));
    if (roles.length === before.length && roles.every((role) => before.includes(role))) return;
    await this.repository.setRoles(tx, companyId, userId, roles);
    if (!usesKeys(roles)) await this.companyKeyTerminator.end(tx, { companyId, accountId: userId }, actor);
    const account = await this.accounts.byId(userId, tx);
    const company = await this.companies.byId(companyId, tx);
    const member = { companyId, companyName: company?.companyName ?? '', userId, email: account?.email ?? '' };
    if (!permits({ roles }, 'programs')) await this.apiKeyTerminator.end(tx, { companyId, accountId: userId }, actor);
    await this.sentInvitations.withdraw(tx, member, roles, actor);
    await this.outbox.event(tx, identityEvents.memberRolesChanged, { ...member, before, roles, by }, actor);
  }

  /** What an identity provider says changes no co-owner: only the owner gives and takes that role. @returns the present roles */
  async changeByProvider(
    tx: Tx,
    member: { companyId: string; userId: string },
    given: ProvidedRole[],
    by: Payload<typeof identityEvents.memberRolesChanged>['by'],
    actor: Actor,
  ): Promise<MemberRole[]> {
    const before = await this.repository.rolesOf(tx, member.companyId, member.userId);
    if (before?.includes('co-owner')) return before;
    await this.change(tx, member, given, by, actor);
    return given;
  }
}
