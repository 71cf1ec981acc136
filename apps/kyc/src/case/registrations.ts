import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import type { DataOfForm, Registration } from '@tradepost/contracts/kyc';
import { accountOf } from '@tradepost/contracts/roles';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import type { CaseRow } from './kyc.entity';
import { documentsOf, prefilled, reviewOf } from './kyc.policy';
import { KycRepository } from './kyc.repository';

/** Views of a registration. */
@Injectable()
export class Registrations {
  constructor(
    private readonly rpc: Rpc,
    private readonly repository: KycRepository,
  ) {}

  /** The registration as its company sees it. */
  async of(actor: UserActor): Promise<Registration> {
    const { companyId } = companyOf(actor);
    const { user: owner, company } = await this.rpc.call(identity.userOf, { userId: accountOf(actor).userId }, actor);
    const found = await this.repository.find(companyId);
    const { companyDetails, commercialInfo } = found ?? { companyDetails: prefilled(company), commercialInfo: {} };
    const uploads = await this.repository.uploads(companyId);
    const documents = documentsOf(uploads.filter(({ clearedAt }) => !clearedAt));
    const data = { companyDetails, commercialInfo, documents: { documents } };
    const { userId: id, email, firstName, lastName, roles = ['owner'] } = actor;
    const user = { ...owner, id, email, firstName, lastName, roles };
    return { data, user, review: reviewOf(found, documents) };
  }

  /** The form as a review sees it: cleared documents stay as versions. */
  async reviewed({
    companyId,
    companyDetails,
    commercialInfo,
  }: Pick<CaseRow, 'companyId' | 'companyDetails' | 'commercialInfo'>): Promise<DataOfForm> {
    return {
      companyDetails,
      commercialInfo,
      documents: { documents: documentsOf(await this.repository.uploads(companyId)) },
    };
  }
}
