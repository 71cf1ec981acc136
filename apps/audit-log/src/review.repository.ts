import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import type { KycCase, kycEvents } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { DecisionRow, ReviewRow } from './audit.entity';

export const toCase = ({ id, companyId, companyName, email, status, submittedAt, updatedAt }: ReviewRow): KycCase => ({
  id,
  companyId,
  companyName,
  email,
  status,
  submittedAt: submittedAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

@Injectable()
export class ReviewRepository {
  constructor(private readonly db: Db) {}

  async submitted(tx: Tx, { caseId, companyId, companyName, email }: Payload<typeof kycEvents.submitted>, at: string): Promise<void> {
    await tx.upsert(ReviewRow, { id: caseId, companyId, companyName, email, status: 'Processing', submittedAt: new Date(at), updatedAt: new Date(at) }, ['id']);
  }

  async statusChanged(tx: Tx, { companyId, status }: Payload<typeof kycEvents.statusChanged>): Promise<void> {
    await tx.update(ReviewRow, { companyId }, { status, updatedAt: new Date() });
  }

  async page({ page, pageSize, q, status }: { page: number; pageSize: number; q?: string | undefined; status?: string | undefined }) {
    const query = this.db.read.createQueryBuilder(ReviewRow, 'r').where('true');
    if (status) query.andWhere('r.status = :status', { status });
    if (q) query.andWhere('(r.companyName ILIKE :q OR r.email ILIKE :q)', { q: `%${q.replace(/[\\%_]/g, '\\$&')}%` });
    const [rows, total] = await query.orderBy('r.submittedAt', 'DESC').addOrderBy('r.id', 'DESC').offset((page - 1) * pageSize).limit(pageSize).getManyAndCount();
    return { items: rows.map(toCase), total, page, pageSize };
  }

  find(id: string, from: Tx = this.db.read): Promise<ReviewRow | null> {
    return from.findOneBy(ReviewRow, { id });
  }

  /** @returns false when somebody else was first */
  async decide(tx: Tx, id: string, status: ReviewRow['status']): Promise<boolean> {
    const { affected } = await tx.update(ReviewRow, { id, status: 'Processing' }, { status, updatedAt: new Date() });
    return affected === 1;
  }

  decisions(caseId: string): Promise<DecisionRow[]> {
    return this.db.read.find(DecisionRow, { where: { caseId }, order: { at: 'ASC' } });
  }
}
