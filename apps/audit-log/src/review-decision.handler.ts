import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { statusAfter, type DocumentDecision } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type AuditConfig } from './config';
import { ReviewDesk } from './review.desk';
import { DecisionRow, type ReviewRow } from './review.entity';
import { barriersTo, counting, decisionOn, nameOf, reverifyAfter, verifiedBy } from './review.policy';
import { ReviewRepository } from './review.repository';

/** The admins decide here, the kyc service hears of it. */
@Injectable()
export class ReviewDecisionHandler {
  constructor(
    private readonly desk: ReviewDesk,
    private readonly repository: ReviewRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: AuditConfig,
  ) {}

  @Handle(audit.checkDocument)
  async checkDocument({ caseId, ...check }: In<typeof audit.checkDocument>, actor: UserActor) {
    const { form } = await this.desk.open(caseId, actor);
    return this.desk.change(caseId, actor, async (tx, found) => {
      const review = await this.desk.take(tx, found, actor);
      const decision = decisionOn(form, check);
      await this.keep(tx, review, [decision]);
      await this.desk.tell(
        tx,
        review,
        actor,
        decision.decision === 'approve' ? 'document-approved' : 'document-rejected',
        nameOf(check.id),
      );
    });
  }

  /** Decides about the submission that was looked at, the newest unless told; where two approvals are asked for, the first only notes who approved. */
  @Handle(audit.decide)
  async decide({ id, decision, reason, documents = [], version: seen }: In<typeof audit.decide>, actor: UserActor) {
    const { form, review: opened } = await this.desk.open(id, actor);
    return this.desk.change(id, actor, async (tx, found) => {
      const taken = await this.desk.take(tx, found, actor);
      if (taken.version !== (seen ?? opened.version)) throw new AppError('CASE_REPLACED');
      const review = await this.keep(
        tx,
        taken,
        documents.map((check) => decisionOn(form, check)),
      );
      const [checks, fields] = [
        counting(form, await this.repository.checks(id, tx)),
        await this.repository.remarks(id, tx),
      ];
      const barriers = decision === 'approve' ? barriersTo(form, checks, fields) : [];
      if (barriers.length > 0)
        throw new AppError('CASE_INCOMPLETE', {
          message: barriers.map(({ message }) => `${message}.`).join(' '),
          errors: barriers,
        });

      const at = new Date();
      const isFirstOfTwo = decision === 'approve' && this.config.KYC_FOUR_EYES && review.approvedById === null;
      if (decision === 'approve' && this.config.KYC_FOUR_EYES && review.approvedById === actor.userId)
        throw new AppError('CASE_NEEDS_ANOTHER');
      await tx.insert(DecisionRow, {
        id: uuidv7(),
        caseId: id,
        decision,
        reason: reason || null,
        documents: checks,
        by: actor.email,
        at,
      });
      const released = await this.desk.release(tx, review);
      if (isFirstOfTwo) {
        await this.desk.tell(
          tx,
          await this.repository.change(tx, released, { approvedById: actor.userId, approvedBy: actor.email }),
          actor,
          'approved-once',
        );
        return;
      }
      const reverifyAt = decision === 'approve' ? reverifyAfter(at, this.config.KYC_REVERIFY_DAYS) : null;
      await this.repository.change(tx, released, { status: statusAfter[decision], updatedAt: at, reverifyAt });
      const verified = decision === 'approve' ? verifiedBy(checks, at) : null;
      const { companyId, version } = review;
      const decided = {
        caseId: id,
        companyId,
        version,
        decision,
        reason: reason || null,
        by: actor.email,
        documents: checks,
        fields,
        verified,
      };
      await this.outbox.event(
        tx,
        auditEvents.kycDecided,
        { ...decided, reverifyAt: reverifyAt?.toISOString() ?? null },
        actor,
      );
    });
  }

  /** Keeps what was found. A first approval was of what had been found before: something else undoes it. */
  private async keep(tx: Tx, review: ReviewRow, decisions: DocumentDecision[]): Promise<ReviewRow> {
    const before = await this.repository.checks(review.id, tx);
    const isNew = ({ uploadId, decision }: DocumentDecision) =>
      before.find((one) => one.uploadId === uploadId)?.decision !== decision;
    for (const decision of decisions) await this.repository.keepCheck(tx, review.id, decision);
    return decisions.some(isNew) && review.approvedById
      ? this.repository.change(tx, review, { approvedById: null, approvedBy: null })
      : review;
  }
}
