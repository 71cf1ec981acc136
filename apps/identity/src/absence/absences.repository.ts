import { Injectable } from '@nestjs/common';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { AbsenceRow } from './absence.entity';

type Of = Pick<AbsenceRow, 'companyId' | 'accountId'>;

@Injectable()
export class AbsencesRepository {
  find(tx: Tx, { companyId, accountId }: Of): Promise<AbsenceRow | null> {
    return sql(tx).findOneBy(AbsenceRow, { companyId, accountId });
  }

  async save(tx: Tx, absence: AbsenceRow): Promise<void> {
    await sql(tx).upsert(AbsenceRow, absence, ['companyId', 'accountId']);
  }

  /** @returns whether there was one */
  async end(tx: Tx, { companyId, accountId }: Of): Promise<boolean> {
    return ((await sql(tx).delete(AbsenceRow, { companyId, accountId })).affected ?? 0) > 0;
  }

  /** The person can no longer act for the company: is not away from it, and stands in for nobody. */
  async removePerson(tx: Tx, { companyId, accountId }: Of): Promise<void> {
    await this.end(tx, { companyId, accountId });
    await sql(tx).update(AbsenceRow, { companyId, delegateId: accountId }, { delegateId: null });
  }
}
