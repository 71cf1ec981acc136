import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type PersonItem } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CompanyKeyTerminator } from '../company-key/company-key-terminator';
import { CompaniesRepository } from '../company/companies.repository';
import { CompanyMembersRepository } from '../member/company-members.repository';
import type { AccountRow } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import { PeopleRepository } from './people.repository';
import { RecoveryRepository } from '../recovery/recovery.repository';
import { SessionRevoker } from '../session/session-revoker';
import { validate as isUuid } from 'uuid';

/** The admins' management of people and their companies. */
@Controller()
export class PeopleHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: PeopleRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: CompanyMembersRepository,
    private readonly sessionRevoker: SessionRevoker,
    private readonly recovery: RecoveryRepository,
    private readonly companyKeyTerminator: CompanyKeyTerminator,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.people)
  people(input: In<typeof identity.people>) {
    return this.repository.page(input);
  }

  @Handle(identity.companyMembers)
  async companyMembers({ companyId, ...query }: In<typeof identity.companyMembers>) {
    const company = isUuid(companyId) ? await this.companies.byId(companyId, this.db.read) : null;
    if (!company) throw new AppError('NOT_FOUND');
    return { companyName: company.companyName, ...(await this.members.page(companyId, query)) };
  }

  @Handle(identity.suspend)
  suspend({ id, reason }: In<typeof identity.suspend>, actor: UserActor) {
    return this.change(id, async (tx, account, { company }) => {
      if (account.userType === 'admin')
        throw new AppError('NOT_ALLOWED', { message: 'An administrator cannot be suspended here' });
      if (account.suspendedAt) return;
      await this.accounts.setSuspension(tx, id, reason);
      await this.sessionRevoker.revoke(tx, actor, id);
      await this.companyKeyTerminator.end(tx, { accountId: id }, actor);
      await this.recovery.endSharesOf(tx, id);
      if (company) await this.sessionRevoker.revokeOfCompany(tx, actor, company.id);
      await this.outbox.event(
        tx,
        identityEvents.suspended,
        { userId: id, email: account.email, companyId: company?.id ?? null, reason },
        actor,
      );
    });
  }

  @Handle(identity.restore)
  restore({ id }: In<typeof identity.restore>, actor: UserActor) {
    return this.change(id, async (tx, account, { company }) => {
      if (!account.suspendedAt) return;
      await this.accounts.setSuspension(tx, id, null);
      await this.outbox.event(
        tx,
        identityEvents.restored,
        { userId: id, email: account.email, companyId: company?.id ?? null },
        actor,
      );
    });
  }

  @Handle(identity.endSessionsOf)
  endSessionsOf({ id }: In<typeof identity.endSessionsOf>, actor: UserActor) {
    return this.change(
      id,
      async (tx) =>
        void (await this.sessionRevoker.revoke(tx, actor, id, id === actor.userId ? { except: actor.sessionId } : {})),
    );
  }

  @Handle(identity.setQuota)
  setQuota({ id, totalStorage }: In<typeof identity.setQuota>, actor: UserActor) {
    return this.change(id, async (tx, _account, { company }) => {
      if (!company) throw new AppError('COMPANY_MISSING');
      await this.companies.update(tx, company.id, { totalStorage });
      await this.outbox.event(
        tx,
        identityEvents.quotaChanged,
        { companyId: company.id, companyName: company.companyName, userId: id, totalStorage },
        actor,
      );
    });
  }

  /** @throws AppError NOT_FOUND */
  private change(
    id: string,
    work: (tx: Tx, account: AccountRow, person: PersonItem) => Promise<void>,
  ): Promise<PersonItem> {
    return this.db.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, id);
      const before = await this.repository.one(tx, id);
      if (!before) throw new AppError('NOT_FOUND');
      await work(tx, account, before);
      return (await this.repository.one(tx, id)) ?? before;
    });
  }
}
