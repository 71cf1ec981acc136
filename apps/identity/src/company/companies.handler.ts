import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { accountOf, isOwner } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountsRepository } from '../account/accounts.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { browserOf } from '../session/session.policy';
import { SessionsRepository } from '../session/sessions.repository';
import { Tokens } from '../session/tokens';
import { CompaniesRepository } from './companies.repository';
import { assertMayOwnCompany, assertTelephone } from './company.policy';
import { toCompany } from './company.view';

@Controller()
export class CompaniesHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: CompaniesRepository,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** In onboarding, creates the company and opens a session. From the profile, changes the company within the current session. */
  @Handle(identity.saveCompany)
  saveCompany({ company, binding }: In<typeof identity.saveCompany>, actor: UserActor) {
    assertMayOwnCompany(actor.userType);
    assertTelephone(company.telephoneNumber, company.country);
    return this.db.transaction(async (tx) => {
      const { userId: ownerId } = accountOf(actor);
      await this.repository.lockOwner(tx, ownerId);
      const owner = await this.accounts.byId(ownerId, tx);
      const account = ownerId === actor.userId ? owner : await this.accounts.byId(actor.userId, tx);
      if (!owner || !account) throw new AppError('NOT_FOUND');
      const known = await this.repository.byOwner(ownerId, tx);
      const row = {
        ...company,
        companyRegistrationNumber: company.companyRegistrationNumber || known?.companyRegistrationNumber || null,
        taxId: company.taxId || null,
        addressLine2: company.addressLine2 || null,
      };
      const id = known?.id ?? uuidv7();
      if (known) await this.repository.update(tx, id, row);
      else
        await this.repository.insert(tx, {
          id,
          ownerId,
          ...row,
          kycStatus: actor.userType === 'sender' ? 'Pending' : 'NotRequired',
          kycVersion: 0,
          totalStorage: this.config.STORAGE_BYTES_PER_COMPANY,
          requireE2E: false,
          usualExpiry: 'ask',
        });
      await this.outbox.event(
        tx,
        identityEvents.companySaved,
        {
          companyId: id,
          companyName: row.companyName,
          userId: owner.id,
          email: owner.email,
          firstName: owner.firstName,
          userType: owner.userType,
          created: !known,
        },
        { ...actor, companyId: id, companyName: row.companyName },
      );
      // the browser used for onboarding is the owner's: no mail about a new device
      if (actor.scope === 'onboarding') this.sessions.recordBrowser(tx, account.id, browserOf(actor));
      const { token } =
        actor.scope === 'session'
          ? await this.tokens.reissue(tx, account, actor.sessionId)
          : this.tokens.issue(tx, account, 'session', { actor, binding });
      const saved = await this.repository.byId(id, tx);
      const { userType, roles = ['owner'] } = actor;
      const user = this.accounts.viewOf(account, saved, isOwner(actor) ? undefined : { userType, roles });
      return { message: 'Company Created Successfully', user, token };
    });
  }

  /** A repeated call changes nothing. */
  @Handle(identity.requireSealing)
  requireSealing({ required }: In<typeof identity.requireSealing>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { userId, email } = accountOf(actor);
      await this.repository.lockOwner(tx, userId);
      const company = await this.repository.byOwner(userId, tx);
      if (!company) throw new AppError('COMPANY_MISSING');
      if (company.requireE2E !== required) {
        await this.repository.update(tx, company.id, { requireE2E: required });
        const { id: companyId, companyName } = company;
        await this.outbox.event(
          tx,
          identityEvents.sealingRequired,
          { userId, email, companyId, companyName, required },
          actor,
        );
      }
      return { company: toCompany({ ...company, requireE2E: required }) };
    });
  }

  /** A repeated call changes nothing. */
  @Handle(identity.setUsualExpiry)
  setUsualExpiry({ usualExpiry }: In<typeof identity.setUsualExpiry>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { userId } = accountOf(actor);
      await this.repository.lockOwner(tx, userId);
      const company = await this.repository.byOwner(userId, tx);
      if (!company) throw new AppError('COMPANY_MISSING');
      if (company.usualExpiry !== usualExpiry) {
        await this.repository.update(tx, company.id, { usualExpiry });
        await this.outbox.event(tx, identityEvents.usualExpiryChanged, { companyId: company.id, usualExpiry }, actor);
      }
      return { message: 'The usual expiry was saved', company: toCompany({ ...company, usualExpiry }) };
    });
  }

  /** Stores the status that the kyc service decided. An event that arrives out of order changes nothing. */
  @On(kycEvents.statusChanged)
  async statusChanged(
    { companyId, status, version, verified }: Payload<typeof kycEvents.statusChanged>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.repository.updateKycStatus(tx, companyId, {
      kycStatus: status,
      verified: status === 'Approved' ? verified : null,
      version,
    });
  }
}
