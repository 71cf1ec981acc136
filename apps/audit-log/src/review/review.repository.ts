import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { audit } from '@tradepost/contracts/audit';
import type { In, Payload } from '@tradepost/contracts/define';
import type { DocumentDecision, FieldRemark, KycCase, kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { v7 as uuidv7 } from 'uuid';
import { CaseNoteRow, DecisionRow, DocumentCheckRow, FieldRemarkRow, ReviewRow } from './review.entity';

export const toCase = ({
  id,
  companyId,
  companyName,
  email,
  status,
  version,
  submittedAt,
  updatedAt,
  claimedBy,
  claimedAt,
  approvedBy,
  reverifyAt,
}: ReviewRow): KycCase => ({
  id,
  companyId,
  companyName,
  email,
  status,
  version,
  submittedAt: submittedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  claimedBy,
  claimedAt: claimedAt?.toISOString() ?? null,
  approvedBy,
  reverifyAt: reverifyAt?.toISOString() ?? null,
});

@Injectable()
export class ReviewRepository {
  constructor(private readonly db: Db) {}

  /** Adds a submission to the queue. A submission that arrives after a newer one changes nothing. */
  async enqueue(tx: Tx, submission: Payload<typeof kycEvents.submitted>, at: Date): Promise<void> {
    const { caseId, companyId, companyName, email, version } = submission;
    const under = { companyName, email, version, status: 'Processing', submittedAt: at, updatedAt: at } as const;
    await sql(tx)
      .createQueryBuilder()
      .insert()
      .into(ReviewRow)
      .values({ id: caseId, companyId, ...under })
      .orIgnore()
      .execute();
    const before = await this.lock(tx, caseId);
    if (!before || before.version >= version) return;
    if (before.status !== 'Processing') await sql(tx).delete(FieldRemarkRow, { caseId });
    await this.change(tx, before, { ...under, approvedById: null, approvedBy: null, reverifyAt: null });
  }

  /** Deletes the case with its checks, remarks, notes and decisions. @param only delete it only while it is undecided */
  async remove(tx: Tx, companyId: string, only?: 'undecided'): Promise<void> {
    const found = await sql(tx).findOneBy(ReviewRow, { companyId, ...(only && { status: 'Processing' }) });
    if (!found) return;
    for (const row of [DocumentCheckRow, FieldRemarkRow, CaseNoteRow, DecisionRow])
      await sql(tx).delete(row, { caseId: found.id });
    await sql(tx).delete(ReviewRow, found.id);
  }

  async page({ page, pageSize, q, status, assignee, sort }: In<typeof audit.cases>, { userId }: UserActor) {
    const query = sql(this.db.read).createQueryBuilder(ReviewRow, 'r').where('true');
    if (status) query.andWhere('r.status = :status', { status });
    if (q) query.andWhere(`(${matches('r.companyName', ':q')} OR ${matches('r.email', ':q')})`, { q: containing(q) });
    if (assignee === 'me') query.andWhere('r.claimedById = :userId', { userId });
    if (assignee === 'none') query.andWhere('r.claimedById IS NULL');
    const order = sort === 'oldest' ? 'ASC' : 'DESC';
    const [rows, total] = await query
      .orderBy('r.submittedAt', order)
      .addOrderBy('r.id', order)
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items: rows.map(toCase), total, page, pageSize };
  }

  find(id: string): Promise<ReviewRow | null> {
    return sql(this.db.read).findOneBy(ReviewRow, { id });
  }

  /** Locks the case until `tx` ends, so that admins change it one at a time. */
  lock(tx: Tx, id: string): Promise<ReviewRow | null> {
    return sql(tx).findOne(ReviewRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async change(tx: Tx, review: ReviewRow, changes: Partial<ReviewRow>): Promise<ReviewRow> {
    await sql(tx).update(ReviewRow, { id: review.id }, changes);
    return { ...review, ...changes };
  }

  async checks(caseId: string, from: Tx = this.db.read): Promise<DocumentDecision[]> {
    const rows = await sql(from).findBy(DocumentCheckRow, { caseId });
    return rows.map(({ document, uploadId, decision, fault, reason }) => ({
      id: document,
      uploadId,
      decision,
      fault,
      reason,
    }));
  }

  async saveCheck(tx: Tx, caseId: string, { id, uploadId, decision, fault, reason }: DocumentDecision): Promise<void> {
    await sql(tx).upsert(DocumentCheckRow, { caseId, uploadId, document: id, decision, fault, reason }, [
      'caseId',
      'uploadId',
    ]);
  }

  async remarks(caseId: string, from: Tx = this.db.read): Promise<FieldRemark[]> {
    const rows = await sql(from).find(FieldRemarkRow, { where: { caseId }, order: { field: 'ASC' } });
    return rows.map(({ field, reason }) => ({ field, reason }));
  }

  async saveRemark(tx: Tx, caseId: string, { field, reason }: FieldRemark): Promise<void> {
    await sql(tx).upsert(FieldRemarkRow, { caseId, field, reason }, ['caseId', 'field']);
  }

  async removeRemark(tx: Tx, caseId: string, field: string): Promise<void> {
    await sql(tx).delete(FieldRemarkRow, { caseId, field });
  }

  async addNote(tx: Tx, caseId: string, text: string, by: string): Promise<void> {
    await sql(tx).insert(CaseNoteRow, { id: uuidv7(), caseId, text, by, at: new Date() });
  }

  async addDecision(tx: Tx, decision: Omit<DecisionRow, 'id'>): Promise<void> {
    await sql(tx).insert(DecisionRow, { id: uuidv7(), ...decision });
  }

  notes(caseId: string): Promise<CaseNoteRow[]> {
    return sql(this.db.read).find(CaseNoteRow, { where: { caseId }, order: { at: 'ASC', id: 'ASC' } });
  }

  decisions(caseId: string): Promise<DecisionRow[]> {
    return sql(this.db.read).find(DecisionRow, { where: { caseId }, order: { at: 'ASC', id: 'ASC' } });
  }
}
