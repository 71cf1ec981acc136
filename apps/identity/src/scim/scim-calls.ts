import { Injectable } from '@nestjs/common';
import { companyOf, scimScope, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';

export interface ScimCompany {
  companyId: string;
  companyName: string;
}

/** The calls of SCIM tokens. */
@Injectable()
export class ScimCalls {
  constructor(
    private readonly db: Db,
    private readonly governor: Governor,
  ) {}

  /** Counts the call, also if it fails later. @returns the company of the token @throws AppError NOT_ALLOWED, TOO_MANY */
  async enter(actor: UserActor): Promise<ScimCompany> {
    if (!actor.key?.scopes.includes(scimScope))
      throw new AppError('NOT_ALLOWED', { message: 'Only SCIM tokens can do this' });
    const company = companyOf(actor);
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'scimCalls', key: company.companyId }]));
    return company;
  }
}
