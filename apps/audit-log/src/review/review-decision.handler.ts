import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { statusAfterDecision, type DocumentDecision } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type AuditConfig } from '../config';
import { ReviewCaseService } from './review-case.service';
import type { ReviewRow } from './review.entity';
import { approvalBlockers, currentDecisions, decisionOn, nameOf, reverifyAfter, verifiedBy } from './review.policy';
import { ReviewRepository } from './review.repository';

/** Decisions of admins on documents and cases. The kyc service receives them as events. */
@Controller()
export class ReviewDecisionHandler {
  constructor(
    private readonly caseService: ReviewCaseService,
    private readonly repository: ReviewRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: AuditConfig,
  ) {}

  @Handle(audit.checkDocument)
  async checkDocument({ caseId, ...check }: In<typeof audit.checkDocument>, actor: UserActor) {
    const { form } = await this.caseService.open(caseId, actor);
    return this.caseService.change(caseId, actor, async (tx, found) => {
      const review = await this.caseService.claimIfFree(tx, found, actor);
      const decision = decisionOn(form, check);
      await this.saveChecks(tx, review, [decision]);
      await this.caseService.publish(
        tx,
        review,
        actor,
        decision.decision === 'approve' ? 'document-approved' : 'document-rejected',
        nameOf(check.id),
      );
    });
  }

  /** Decides on the submission that the admin saw, by default the newest. Where two admins must approve, the first approval is only recorded. */
  @Handle(audit.decide)
  async decide({ id, decision, reason, documents = [], version: seen }: In<typeof audit.decide>, actor: UserActor) {
    const { form, review: opened } = await this.caseService.open(id, actor);
    return this.caseService.change(id, actor, async (tx, found) => {
      const taken = await this.caseService.claimIfFree(tx, found, actor);
      if (taken.version !== (seen ?? opened.version)) throw new AppError('CASE_REPLACED');
      const review = await this.saveChecks(
        tx,
        taken,
        documents.map((check) => decisionOn(form, check)),
      );
      const [checks, fields] = [
        currentDecisions(form, await this.repository.checks(id, tx)),
        await this.repository.remarks(id, tx),
      ];
      const blockers = decision === 'approve' ? approvalBlockers(form, checks, fields) : [];
      if (blockers.length > 0)
        throw new AppError('CASE_INCOMPLETE', {
          message: blockers.map(({ message }) => `${message}.`).join(' '),
          errors: blockers,
        });

      const at = new Date();
      const isFirstOfTwo = decision === 'approve' && this.config.KYC_FOUR_EYES && review.approvedById === null;
      if (decision === 'approve' && this.config.KYC_FOUR_EYES && review.approvedById === actor.userId)
        throw new AppError('CASE_NEEDS_ANOTHER');
      await this.repository.addDecision(tx, {
        caseId: id,
        decision,
        reason: reason || null,
        documents: checks,
        by: actor.email,
        at,
      });
      const released = await this.caseService.release(tx, review);
      if (isFirstOfTwo) {
        await this.caseService.publish(
          tx,
          await this.repository.change(tx, released, { approvedById: actor.userId, approvedBy: actor.email }),
          actor,
          'approved-once',
        );
        return;
      }
      const reverifyAt = decision === 'approve' ? reverifyAfter(at, this.config.KYC_REVERIFY_DAYS) : null;
      await this.repository.change(tx, released, { status: statusAfterDecision[decision], updatedAt: at, reverifyAt });
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

  /** Saves the checks. A changed check removes the first approval, which was given on the earlier checks. */
  private async saveChecks(tx: Tx, review: ReviewRow, decisions: DocumentDecision[]): Promise<ReviewRow> {
    const before = await this.repository.checks(review.id, tx);
    const isNew = ({ uploadId, decision }: DocumentDecision) =>
      before.find((one) => one.uploadId === uploadId)?.decision !== decision;
    for (const decision of decisions) await this.repository.saveCheck(tx, review.id, decision);
    return decisions.some(isNew) && review.approvedById
      ? this.repository.change(tx, review, { approvedById: null, approvedBy: null })
      : review;
  }
}
