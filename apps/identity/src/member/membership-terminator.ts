import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AbsencesRepository } from '../absence/absences.repository';
import { AccountsRepository } from '../account/accounts.repository';
import { ApiKeyTerminator } from '../api-key/api-key-terminator';
import { CompanyKeyTerminator } from '../company-key/company-key-terminator';
import { CompaniesRepository } from '../company/companies.repository';
import { SessionRevoker } from '../session/session-revoker';
import { SsoSignInsRepository } from '../sso/sso-sign-ins.repository';
import { MembersRepository } from './members.repository';
import { SentInvitations } from './sent-invitations';

/** Ends a membership, with the sessions of the person for the company, and the API keys and open invitations that the person has created. */
@Injectable()
export class MembershipTerminator {
  constructor(
    private readonly repository: MembersRepository,
    private readonly absences: AbsencesRepository,
    private readonly ssoSignIns: SsoSignInsRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly sessionRevoker: SessionRevoker,
    private readonly companyKeyTerminator: CompanyKeyTerminator,
    private readonly apiKeyTerminator: ApiKeyTerminator,
    private readonly sentInvitations: SentInvitations,
    private readonly outbox: Outbox,
  ) {}

  /** The membership ends first: a session that is opened at the same time waits for it, or is ended. @throws AppError NOT_FOUND */
  async terminate(
    tx: Tx,
    { companyId, userId }: { companyId: string; userId: string },
    how: 'memberRemoved' | 'memberLeft',
    actor: Actor,
    { byProvider = false } = {},
  ): Promise<void> {
    await this.repository.lockCompany(tx, companyId);
    await this.companyKeyTerminator.end(tx, { companyId, accountId: userId }, actor);
    if (!(await this.repository.leave(tx, companyId, userId))) throw new AppError('NOT_FOUND');
    await this.absences.removePerson(tx, { companyId, accountId: userId });
    await this.ssoSignIns.noteFormerMember(tx, { companyId, accountId: userId, byProvider });
    const account = await this.accounts.byId(userId, tx);
    const company = await this.companies.byId(companyId, tx);
    await this.sessionRevoker.revoke(tx, actor, userId, { companyId });
    const ended = { companyId, companyName: company?.companyName ?? '', userId, email: account?.email ?? '' };
    await this.apiKeyTerminator.end(tx, { companyId, accountId: userId }, actor);
    await this.sentInvitations.withdraw(tx, ended, [], actor);
    await this.outbox.event(tx, identityEvents[how], ended, actor);
  }
}
