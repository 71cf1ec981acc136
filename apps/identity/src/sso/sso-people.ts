import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { addressKey, domainOf } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { hasPassword } from '../account/no-password';
import { ProvidedAccounts } from '../account/provided-accounts';
import { CompaniesRepository } from '../company/companies.repository';
import type { CompanyRow } from '../company/company.entity';
import { MemberRoles } from '../member/member-roles';
import { MembersRepository } from '../member/members.repository';
import { SessionsRepository } from '../session/sessions.repository';
import type { MembershipToSignIn } from '../sign-in/entry.policy';
import { SsoSettingsRepository } from './sso-settings.repository';
import { SsoSignInsRepository } from './sso-sign-ins.repository';
import type { SsoConnectionRow, SsoSignInRow } from './sso.entity';
import type { roleOf, SsoPerson } from './sso.policy';

type GivenRole = NonNullable<ReturnType<typeof roleOf>>;

interface Entering {
  connection: SsoConnectionRow;
  person: SsoPerson;
  role: GivenRole;
  started: Pick<SsoSignInRow, 'accountId' | 'sessionId'>;
  actor: Actor;
}

interface Found {
  account: AccountRow;
  /** A provider of the company has named the person for the first time. */
  isNew: boolean;
}

/** The accounts and memberships of the people that an identity provider names. */
@Injectable()
export class SsoPeople {
  constructor(
    private readonly settings: SsoSettingsRepository,
    private readonly signIns: SsoSignInsRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: MembersRepository,
    private readonly memberRoles: MemberRoles,
    private readonly sessions: SessionsRepository,
    private readonly providedAccounts: ProvidedAccounts,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The account and the membership that a sign-in acts for.
   * @throws AppError INVALID, SSO_DOMAIN_UNKNOWN, SSO_ACCOUNT_EXISTS, SSO_REFUSED, SSO_OWNER, SSO_NOT_MEMBER, SSO_ACCOUNTS_FULL, TOO_MANY
   */
  async admit(tx: Tx, entering: Entering): Promise<{ account: AccountRow; membership: MembershipToSignIn }> {
    const { connection, person } = entering;
    const { companyId } = connection;
    await this.signIns.lockAddress(tx, addressKey(person.email));
    await this.members.lockCompany(tx, companyId);
    const verified = await this.settings.verified(domainOf(person.email), tx);
    if (verified?.companyId !== companyId) throw new AppError('SSO_DOMAIN_UNKNOWN');
    const company = await this.companies.byId(companyId, tx);
    const owner = company && (await this.accounts.byId(company.ownerId, tx));
    if (!owner || owner.suspendedAt || owner.deletedAt) throw new AppError('SSO_NOT_MEMBER');
    const found = await this.accountOf(tx, entering, company);
    if (found.account.id === owner.id) throw new AppError('SSO_OWNER');
    if (found.account.userType === 'admin') throw new AppError('SSO_REFUSED');
    const roles = await this.join(tx, found, entering, company);
    return { account: found.account, membership: { company, userType: owner.userType, roles, mustUseSso: false } };
  }

  /** The account that the provider has named before, or a new one. An account that exists is linked only by its owner, who is signed in. */
  private async accountOf(
    tx: Tx,
    { connection, person, started, actor }: Entering,
    company: CompanyRow,
  ): Promise<Found> {
    const which = { companyId: connection.companyId, issuer: connection.issuer, sub: person.sub };
    const known = await this.signIns.identity(tx, which);
    if (known) {
      const account = await this.accounts.byId(known.accountId, tx);
      if (!account || (started.accountId && started.accountId !== account.id)) throw otherPerson();
      // another address at the provider must not open an account of a domain that belongs to another company by now
      const present = await this.settings.verified(domainOf(account.email), tx);
      if (present && present.companyId !== connection.companyId) throw new AppError('SSO_DOMAIN_UNKNOWN');
      return { account, isNew: false };
    }
    const existing = started.accountId
      ? await this.linking(tx, started, person)
      : await this.accounts.byEmail(person.email, tx);
    const isOurs = existing !== null && (await this.signIns.knows(tx, connection.companyId, existing.id));
    // the company's new provider names a person who has no other way to sign in
    const isMoved = isOurs && existing && !hasPassword(existing);
    if (existing && !started.accountId && !isMoved) throw new AppError('SSO_ACCOUNT_EXISTS');
    const account = existing ?? (await this.providedAccounts.create(tx, connection.companyId, person, actor));
    await this.signIns.link(tx, { ...which, accountId: account.id, createdAt: new Date() });
    if (existing) {
      const { id: companyId, companyName } = company;
      const linked = { companyId, companyName, userId: account.id, email: account.email };
      await this.outbox.event(tx, identityEvents.ssoLinked, linked, actor);
    }
    return { account, isNew: !isOurs };
  }

  /** The account of the person who has started to link it, and is still signed in. */
  private async linking(
    tx: Tx,
    { accountId, sessionId }: Entering['started'],
    { email }: SsoPerson,
  ): Promise<AccountRow> {
    const account = await this.accounts.byId(accountId!, tx);
    const isSignedIn = sessionId !== null && (await this.sessions.live(tx, sessionId)) !== null;
    if (!account || !isSignedIn) throw new AppError('SSO_EXPIRED');
    if (account.addressKey !== addressKey(email)) throw otherPerson();
    return account;
  }

  /** The membership, which a first sign-in creates. One that has ended stays so until the company invites the person again. */
  private async join(tx: Tx, { account, isNew }: Found, { role, actor }: Entering, company: CompanyRow) {
    const { id: companyId, companyName } = company;
    const { id: userId, email } = account;
    const present = (await this.members.companiesOf(userId, tx)).find((one) => one.companyId === companyId);
    if (present) {
      const isChanged = role.isByClaim && (present.roles.length !== 1 || present.roles[0] !== role.role);
      if (!isChanged) return present.roles;
      return this.memberRoles.changeByProvider(tx, { companyId, userId }, [role.role], 'sso', actor);
    }
    const invitation = await this.members.openInvitation(tx, companyId, email);
    const wasMember = !isNew || (await this.signIns.formerMember(tx, { companyId, accountId: userId })) !== null;
    if (wasMember && !invitation) throw new AppError('SSO_NOT_MEMBER');
    if (invitation) await this.members.take(tx, invitation.id, { companyId });
    const roles = [role.role];
    const invitationId = invitation?.id ?? uuidv7();
    await this.members.join(tx, { id: invitationId, companyId, roles }, userId);
    const joined = { companyId, companyName, userId, email, invitationId, roles };
    await this.outbox.event(tx, identityEvents.memberJoined, joined, actor);
    return roles;
  }
}

const otherPerson = () =>
  new AppError('SSO_REFUSED', {
    message: 'The sign-in service signed in another person than the owner of this account.',
  });
