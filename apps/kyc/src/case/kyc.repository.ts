import { Injectable } from '@nestjs/common';
import type { CompanyDetails, KycDocumentId } from '@tradepost/contracts/kyc';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { IsNull } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CaseRow, DeletedCompanyRow, DocumentRow } from './kyc.entity';
import { reminderDays } from './kyc.policy';

type UploadField = 'objectKey' | 'filename' | 'contentType' | 'size' | 'sha256' | 'scan';

@Injectable()
export class KycRepository {
  constructor(private readonly db: Db) {}

  find(companyId: string): Promise<CaseRow | null> {
    return sql(this.db.read).findOneBy(CaseRow, { companyId });
  }

  lock(tx: Tx, companyId: string): Promise<CaseRow | null> {
    return sql(tx).findOne(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Locks the company's case. Creates it with these details if it does not exist. */
  async lockOrOpen(
    tx: Tx,
    { companyId, userId, companyDetails }: { companyId: string; userId: string; companyDetails: CompanyDetails },
  ): Promise<CaseRow> {
    await sql(tx)
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
    return sql(tx).findOneOrFail(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  async change(tx: Tx, found: CaseRow, changes: Partial<CaseRow>): Promise<CaseRow> {
    await sql(tx).update(CaseRow, found.id, changes);
    return { ...found, ...changes };
  }

  async addUpload(tx: Tx, upload: Pick<DocumentRow, 'companyId' | 'kind' | UploadField>): Promise<void> {
    await sql(tx).insert(DocumentRow, { id: uuidv7(), ...upload, uploadedAt: new Date() });
  }

  /** The bytes of all uploads of a company, which no other upload of it changes until the transaction ends. */
  async lockStoredBytes(tx: Tx, companyId: string): Promise<number> {
    await lockName(tx, `documents of ${companyId}`);
    return this.storedBytes(companyId, tx);
  }

  async storedBytes(companyId: string, tx: Tx = this.db.read): Promise<number> {
    // the driver gives a sum of bigint as text
    return Number((await sql(tx).sum(DocumentRow, 'size', { companyId })) ?? 0);
  }

  /** A document by the id of its upload. */
  document(id: string): Promise<DocumentRow | null> {
    return sql(this.db.read).findOneBy(DocumentRow, { id });
  }

  newestDocument(companyId: string, kind: KycDocumentId): Promise<DocumentRow | null> {
    return sql(this.db.read).findOne(DocumentRow, {
      where: { companyId, kind, clearedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  async clear(tx: Tx, companyId: string, kind: KycDocumentId): Promise<void> {
    await sql(tx).update(DocumentRow, { companyId, kind, clearedAt: IsNull() }, { clearedAt: new Date() });
  }

  /** All uploads of a company, newest first. */
  uploads(companyId: string): Promise<DocumentRow[]> {
    return sql(this.db.read).find(DocumentRow, { where: { companyId }, order: { id: 'DESC' } });
  }

  /** Stops the reminders and schedules the erasure at `forgetAt`. */
  async retire(tx: Tx, companyId: string, forgetAt: Date): Promise<void> {
    await sql(tx).update(CaseRow, { companyId }, { reverifyAt: null });
    await sql(tx).insert(DeletedCompanyRow, { companyId, forgetAt });
  }

  lockDueForErasure(tx: Tx, now: Date): Promise<DeletedCompanyRow | null> {
    return sql(tx)
      .createQueryBuilder(DeletedCompanyRow, 'd')
      .where('d.forgetAt <= :now', { now })
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async erase(tx: Tx, companyId: string): Promise<void> {
    for (const row of [DocumentRow, CaseRow, DeletedCompanyRow]) await sql(tx).delete(row, { companyId });
  }

  /** Locks an approved registration with a reminder due. */
  lockDueForReminder(tx: Tx, now: Date): Promise<CaseRow | null> {
    const due = reminderDays.map((days, sent) => `(c.reminders <= ${sent} AND c.reverifyAt <= :day${days})`);
    return sql(tx)
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
