import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LessThan } from 'typeorm';
import { CompanyRow } from './company.entity';

@Injectable()
export class CompaniesRepository {
  constructor(private readonly db: Db) {}

  /** Serializes changes of one owner's company until the transaction ends. */
  lockOwner(tx: Tx, ownerId: string): Promise<void> {
    return lockName(tx, `company of ${ownerId}`);
  }

  byOwner(ownerId: string, from: Tx = this.db.read): Promise<CompanyRow | null> {
    return sql(from).findOneBy(CompanyRow, { ownerId });
  }

  byId(id: string, from: Tx): Promise<CompanyRow | null> {
    return sql(from).findOneBy(CompanyRow, { id });
  }

  async insert(tx: Tx, company: Omit<CompanyRow, 'verified'>): Promise<void> {
    await sql(tx).insert(CompanyRow, company);
  }

  async update(tx: Tx, id: string, changed: Partial<CompanyRow>): Promise<void> {
    await sql(tx).update(CompanyRow, id, changed);
  }

  /** @param version of the status; nothing changes when the stored one is the same or newer */
  async updateKycStatus(
    tx: Tx,
    id: string,
    { version, ...status }: Pick<CompanyRow, 'kycStatus' | 'verified'> & { version: number },
  ): Promise<void> {
    await sql(tx).update(CompanyRow, { id, kycVersion: LessThan(version) }, { ...status, kycVersion: version });
  }
}
