import { Injectable } from '@nestjs/common';
import type { CompanyDetails, KycDocumentId } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { daysAfter } from '@tradepost/service-kit/days';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CaseRow, DeletedCompanyRow, DocumentRow } from './kyc.entity';
import { reminderDays } from './kyc.policy';

@Injectable()
export class KycRepository {
  constructor(private readonly db: Db) {}

  find(companyId: string): Promise<CaseRow | null> {
    return this.db.read.findOneBy(CaseRow, { companyId });
  }

  lock(tx: Tx, companyId: string): Promise<CaseRow | null> {
    return tx.findOne(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** The company's case, locked; made on first use with these details. */
  async lockOrOpen(
    tx: Tx,
    { companyId, userId, companyDetails }: { companyId: string; userId: string; companyDetails: CompanyDetails },
  ): Promise<CaseRow> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(CaseRow)
      .values({
        id: uuidv7(),
        companyId,
        userId,
        status: 'Pending',
        companyDetails,
        commercialInfo: {},
        updatedAt: new Date(),
      })
      .orIgnore()
      .execute();
    return tx.findOneOrFail(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** A document by the id of its upload. */
  document(id: string): Promise<DocumentRow | null> {
    return this.db.read.findOneBy(DocumentRow, { id });
  }

  newestDocument(companyId: string, kind: KycDocumentId): Promise<DocumentRow | null> {
    return this.db.read.findOne(DocumentRow, {
      where: { companyId, kind, clearedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  async clear(tx: Tx, companyId: string, kind: KycDocumentId): Promise<void> {
    await tx.update(DocumentRow, { companyId, kind, clearedAt: IsNull() }, { clearedAt: new Date() });
  }

  /** All uploads of a company, newest first. */
  uploads(companyId: string): Promise<DocumentRow[]> {
    return this.db.read.find(DocumentRow, { where: { companyId }, order: { id: 'DESC' } });
  }

  /** Kept for nobody but the law from now on: no reminders, and gone after `forgetAt`. */
  async retire(tx: Tx, companyId: string, forgetAt: Date): Promise<void> {
    await tx.update(CaseRow, { companyId }, { reverifyAt: null });
    await tx.insert(DeletedCompanyRow, { companyId, forgetAt });
  }

  lockDueToForget(tx: Tx, now: Date): Promise<DeletedCompanyRow | null> {
    return tx
      .createQueryBuilder(DeletedCompanyRow, 'd')
      .where('d.forgetAt <= :now', { now })
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async forget(tx: Tx, companyId: string): Promise<void> {
    for (const row of [DocumentRow, CaseRow, DeletedCompanyRow]) await tx.delete(row, { companyId });
  }

  /** An approved registration that has had fewer reminders than it should, locked. */
  lockDueForReminder(tx: Tx, now: Date): Promise<CaseRow | null> {
    const due = reminderDays.map((days, sent) => `(c.reminders <= ${sent} AND c.reverifyAt <= :day${days})`);
    return tx
      .createQueryBuilder(CaseRow, 'c')
      .where(
        `c.status = 'Approved' AND (${due.join(' OR ')})`,
        Object.fromEntries(reminderDays.map((days) => [`day${days}`, daysAfter(now, days)])),
      )
      .orderBy('c.reverifyAt')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }
}
