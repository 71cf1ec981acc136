import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { addressKey, domainOf } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { ProvidedAccounts } from '../account/provided-accounts';
import { MembershipTerminator } from '../member/membership-terminator';
import { MembersRepository } from '../member/members.repository';
import { SsoSettingsRepository } from '../sso/sso-settings.repository';
import { SsoSignInsRepository } from '../sso/sso-sign-ins.repository';
import type { ScimCompany } from './scim-calls';
import { ScimRoles } from './scim-roles';
import { ScimUsersRepository, type FoundUser } from './scim-users.repository';

interface NewPerson {
  userName: string;
  externalId: string | null;
  givenName: string;
  familyName: string;
  active: boolean;
}

const refused = (message: string) => new AppError('INVALID', { message });

/** The accounts and memberships of people that an identity provider adds by SCIM. */
@Injectable()
export class ScimPeople {
  constructor(
    private readonly users: ScimUsersRepository,
    private readonly roles: ScimRoles,
    private readonly settings: SsoSettingsRepository,
    private readonly signIns: SsoSignInsRepository,
    private readonly accounts: AccountsRepository,
    private readonly providedAccounts: ProvidedAccounts,
    private readonly members: MembersRepository,
    private readonly membershipTerminator: MembershipTerminator,
    private readonly outbox: Outbox,
  ) {}

  /** @returns the id of the resource @throws AppError INVALID, SCIM_EXISTS, SCIM_OWNER, SCIM_REMOVED, SSO_ACCOUNTS_FULL, TOO_MANY */
  async add(tx: Tx, company: ScimCompany, person: NewPerson, actor: UserActor): Promise<string> {
    const { companyId } = company;
    const { userName, externalId, active } = person;
    await this.signIns.lockAddress(tx, addressKey(userName));
    await this.members.lockCompany(tx, companyId);
    await this.assertOurs(tx, companyId, [userName]);
    const account = (await this.accounts.byEmail(userName, tx)) ?? (await this.create(tx, companyId, person, actor));
    if (account.userType === 'admin') throw refused('This person cannot be a member of a company');
    if (await this.users.exists(tx, companyId, account.id)) throw new AppError('SCIM_EXISTS');
    const now = new Date();
    const user = { id: uuidv7(), companyId, accountId: account.id, externalId, createdAt: now, changedAt: now };
    await this.users.insert(tx, user);
    const found = await this.users.find(companyId, user.id, tx);
    if (!found) throw new AppError('NOT_FOUND');
    if (active) await this.activate(tx, company, found, actor);
    else await this.keepInactive(tx, found, actor);
    return user.id;
  }

  /** Makes the person a member, unless the person is one. @throws AppError INVALID, SCIM_REMOVED */
  async activate(tx: Tx, { companyId, companyName }: ScimCompany, user: FoundUser, actor: UserActor): Promise<void> {
    if (user.isOwner || user.isMember) return;
    const { accountId: userId, email } = user;
    await this.assertOurs(tx, companyId, [email]);
    const invitation = await this.members.openInvitation(tx, companyId, email);
    const former = await this.signIns.formerMember(tx, { companyId, accountId: userId });
    if (former && !former.byProvider && !invitation) throw new AppError('SCIM_REMOVED');
    if (invitation) await this.members.take(tx, invitation.id, { companyId });
    const invitationId = invitation?.id ?? uuidv7();
    const roles = await this.roles.of(tx, companyId, userId);
    await this.members.join(tx, { id: invitationId, companyId, roles }, userId);
    const joined = { companyId, companyName, userId, email, invitationId, roles };
    const suspended = user.isSuspended ? { suspended: true as const } : {};
    await this.outbox.event(tx, identityEvents.memberJoined, { ...joined, ...suspended }, actor);
  }

  /** Ends the membership with all that depends on it. @throws AppError SCIM_OWNER */
  async deactivate(tx: Tx, { companyId, accountId: userId, isOwner, isMember }: FoundUser, actor: UserActor) {
    if (isOwner) throw new AppError('SCIM_OWNER');
    if (!isMember) return;
    const which = { companyId, userId };
    await this.membershipTerminator.terminate(tx, which, 'memberRemoved', actor, { byProvider: true });
  }

  /** @throws AppError INVALID for an address of a domain that the company has not verified */
  async assertOurs(tx: Tx, companyId: string, emails: readonly string[]): Promise<void> {
    for (const domain of new Set(emails.map(domainOf)))
      if (!(await this.isOurs(tx, companyId, domain)))
        throw refused('The address does not belong to a domain that this company has verified');
  }

  /** Whether the company has verified the domain. */
  async isOurs(tx: Tx, companyId: string, domain: string): Promise<boolean> {
    return (await this.settings.verified(domain, tx))?.companyId === companyId;
  }

  private async create(tx: Tx, companyId: string, person: NewPerson, actor: UserActor): Promise<AccountRow> {
    const { userName: email, givenName, familyName } = person;
    const firstName = givenName || email.slice(0, email.lastIndexOf('@'));
    return this.providedAccounts.create(tx, companyId, { email, firstName, lastName: familyName }, actor);
  }

  /** A person who was added as inactive can be activated later. */
  private async keepInactive(tx: Tx, user: FoundUser, actor: UserActor) {
    await this.deactivate(tx, user, actor);
    const { companyId, accountId } = user;
    if (await this.signIns.formerMember(tx, { companyId, accountId })) return;
    await this.signIns.noteFormerMember(tx, { companyId, accountId, byProvider: true });
  }
}
