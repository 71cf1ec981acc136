import { Injectable } from '@nestjs/common';
import type { Payload } from '@tradepost/contracts/define';
import type { KycCase, kycEvents } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { LessThan } from 'typeorm';
import { DecisionRow, ReviewRow } from './audit.entity';
import { containing } from './like';

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

  /** Puts a submission into the queue; one that comes late, after a newer one, changes nothing. */
  async submitted(tx: Tx, submission: Payload<typeof kycEvents.submitted>, at: Date): Promise<void> {
    const { caseId, companyId, companyName, email, version } = submission;
    const under = { companyName, email, version, status: 'Processing', submittedAt: at, updatedAt: at } as const;
    await tx.createQueryBuilder().insert().into(ReviewRow).values({ id: caseId, companyId, ...under }).orIgnore().execute();
    await tx.update(ReviewRow, { id: caseId, version: LessThan(version) }, under);
  }

  async page({ page, pageSize, q, status }: { page: number; pageSize: number; q?: string | undefined; status?: string | undefined }) {
    const query = this.db.read.createQueryBuilder(ReviewRow, 'r').where('true');
    if (status) query.andWhere('r.status = :status', { status });
    if (q) query.andWhere('(r.companyName ILIKE :q OR r.email ILIKE :q)', { q: containing(q) });
    const [rows, total] = await query
      .orderBy('r.submittedAt', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items: rows.map(toCase), total, page, pageSize };
  }

  find(id: string, from: Tx = this.db.read): Promise<ReviewRow | null> {
    return from.findOneBy(ReviewRow, { id });
  }

  /** @returns false when somebody else was first, or the company has submitted anew */
  async decide(tx: Tx, { id, version }: ReviewRow, status: ReviewRow['status']): Promise<boolean> {
    const { affected } = await tx.update(ReviewRow, { id, version, status: 'Processing' }, { status, updatedAt: new Date() });
    return affected === 1;
  }

  decisions(caseId: string): Promise<DecisionRow[]> {
    return this.db.read.find(DecisionRow, { where: { caseId }, order: { at: 'ASC' } });
  }
}
