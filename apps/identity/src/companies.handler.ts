import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { defaultTotalStorage, identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CompanyRow } from './accounts.entity';
import { assertMayOwnCompany, checkTelephone, markOf } from './accounts.policy';
import { AccountsRepository, toCompany } from './accounts.repository';
import { Tokens } from './tokens';

@Injectable()
export class CompaniesHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
  ) {}

  /** Onboarding makes the company and opens the session; the profile changes it and goes on with its session. */
  @Handle(identity.saveCompany)
  saveCompany({ company, binding }: In<typeof identity.saveCompany>, actor: UserActor) {
    assertMayOwnCompany(actor.userType);
    checkTelephone(company.telephoneNumber, company.country);
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `company of ${actor.userId}`);
      const account = await this.repository.byId(actor.userId, tx);
      if (!account) throw new AppError('NOT_FOUND');
      const known = await this.repository.companyOf(actor.userId, tx);
      const row = {
        ...company,
        companyRegistrationNumber: company.companyRegistrationNumber || known?.companyRegistrationNumber || null,
        taxId: company.taxId || null,
        addressLine2: company.addressLine2 || null,
      };
      const id = known?.id ?? uuidv7();
      if (known) await tx.update(CompanyRow, id, row);
      else
        await tx.insert(CompanyRow, {
          id,
          ownerId: actor.userId,
          ...row,
          kycStatus: actor.userType === 'sender' ? 'Pending' : 'NotRequired',
          kycVersion: 0,
          totalStorage: defaultTotalStorage,
          requireE2E: false,
        });
      await this.outbox.event(
        tx,
        identityEvents.companySaved,
        {
          companyId: id,
          companyName: row.companyName,
          userId: account.id,
          email: account.email,
          firstName: account.firstName,
          userType: account.userType,
          created: !known,
        },
        { ...actor, companyId: id, companyName: row.companyName },
      );
      // the browser of the onboarding is its owner's
      if (actor.scope === 'onboarding') await this.repository.noteDevice(tx, account.id, markOf(actor.agent ?? ''));
      const { token } =
        actor.scope === 'session'
          ? await this.tokens.again(tx, account, actor.sessionId)
          : await this.tokens.issue(tx, account, 'session', { actor, binding });
      return { message: 'Company Created Successfully', user: await this.repository.userOf(account, tx), token };
    });
  }

  /** A repeat changes nothing. */
  @Handle(identity.requireSealing)
  requireSealing({ required }: In<typeof identity.requireSealing>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `company of ${actor.userId}`);
      const company = await this.repository.companyOf(actor.userId, tx);
      if (!company) throw new AppError('COMPANY_MISSING');
      if (company.requireE2E !== required) {
        await tx.update(CompanyRow, company.id, { requireE2E: required });
        const { id: companyId, companyName } = company;
        await this.outbox.event(
          tx,
          identityEvents.sealingRequired,
          { userId: actor.userId, email: actor.email, companyId, companyName, required },
          actor,
        );
      }
      return { company: toCompany({ ...company, requireE2E: required }) };
    });
  }

  /** The registration's status as the kyc service has it; one that comes late changes nothing. */
  @On(kycEvents.statusChanged)
  async statusChanged(
    { companyId, status, version, verified }: Payload<typeof kycEvents.statusChanged>,
    _meta: EventMeta,
    tx: Tx,
  ) {
    await this.repository.keepStatus(tx, companyId, {
      kycStatus: status,
      verified: status === 'Approved' ? verified : null,
      version,
    });
  }
}
