import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, statusAfter, type KycCaseDetail } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { v7 as uuidv7 } from 'uuid';
import { DecisionRow } from './audit.entity';
import { ReviewRepository, toCase } from './review.repository';

/** The admins' queue: they decide here, the kyc service hears of it. */
@Injectable()
export class ReviewHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly repository: ReviewRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(audit.cases)
  cases(input: In<typeof audit.cases>) {
    return this.repository.page(input);
  }

  @Handle(audit.case)
  async case({ id }: In<typeof audit.case>, actor: UserActor): Promise<KycCaseDetail> {
    const review = await this.repository.find(id);
    if (!review) throw new AppError('NOT_FOUND');
    const { data } = await this.rpc.call(kyc.caseData, { companyId: review.companyId }, actor);
    const decisions = (await this.repository.decisions(id)).map(({ decision, reason, by, at }) => ({ decision, reason, by, at: at.toISOString() }));
    return { ...toCase(review), data, decisions };
  }

  @Handle(audit.decide)
  async decide({ id, decision, reason, documents }: In<typeof audit.decide>, actor: UserActor) {
    await this.db.transaction(async (tx) => {
      const review = await this.repository.find(id, tx);
      if (!review) throw new AppError('NOT_FOUND');
      if (!(await this.repository.decide(tx, review, statusAfter[decision]))) throw new AppError('CASE_NOT_PROCESSING');
      const decided = { caseId: id, companyId: review.companyId, version: review.version, decision, reason: reason ?? null, by: actor.email };
      await tx.insert(DecisionRow, { id: uuidv7(), caseId: id, decision, reason: decided.reason, documents: documents ?? [], by: decided.by, at: new Date() });
      await this.outbox.event(tx, auditEvents.kycDecided, decided, actor);
    });
    return this.case({ id }, actor);
  }
}
