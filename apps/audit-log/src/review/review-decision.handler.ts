import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { statusAfterDecision, type DocumentDecision } from '@tradepost/contracts/kyc';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type AuditConfig } from '../config';
import { ReviewCaseService } from './review-case.service';
import type { ReviewRow } from './review.entity';
import {
  assertMayApprove,
  currentDecisions,
  decisionOn,
  isFirstOfTwo,
  nameOf,
  reverifyAfter,
  verifiedBy,
} from './review.policy';
import { ReviewRepository } from './review.repository';

type Decided = Payload<typeof auditEvents.kycDecided>;

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
      const claimed = await this.caseService.claimIfFree(tx, found, actor);
      if (claimed.version !== (seen ?? opened.version)) throw new AppError('CASE_REPLACED');
      const review = await this.saveChecks(
        tx,
        claimed,
        documents.map((check) => decisionOn(form, check)),
      );
      const checks = currentDecisions(form, await this.repository.checks(id, tx));
      const fields = await this.repository.remarks(id, tx);
      if (decision === 'approve') assertMayApprove(form, checks, fields);
      const isFirst = isFirstOfTwo(decision, review, actor, this.config.KYC_FOUR_EYES);

      const at = new Date();
      const made = { caseId: id, decision, reason: reason || null, documents: checks, by: actor.email };
      await this.repository.addDecision(tx, { ...made, at });
      const released = await this.caseService.release(tx, review);
      if (isFirst) return this.approveOnce(tx, released, actor);
      return this.close(tx, released, { ...made, fields, at }, actor);
    });
  }

  private async approveOnce(tx: Tx, review: ReviewRow, actor: UserActor): Promise<void> {
    const approvedOnce = { approvedById: actor.userId, approvedBy: actor.email };
    await this.caseService.publish(tx, await this.repository.change(tx, review, approvedOnce), actor, 'approved-once');
  }

  private async close(
    tx: Tx,
    review: ReviewRow,
    { at, ...made }: Omit<Decided, 'companyId' | 'version' | 'verified' | 'reverifyAt'> & { at: Date },
    actor: UserActor,
  ): Promise<void> {
    const isApproval = made.decision === 'approve';
    const reverifyAt = isApproval ? reverifyAfter(at, this.config.KYC_REVERIFY_DAYS) : null;
    const verified = isApproval ? verifiedBy(made.documents, at) : null;
    await this.repository.change(tx, review, { status: statusAfterDecision[made.decision], updatedAt: at, reverifyAt });
    const { companyId, version } = review;
    await this.outbox.event(
      tx,
      auditEvents.kycDecided,
      { ...made, companyId, version, verified, reverifyAt: reverifyAt?.toISOString() ?? null },
      actor,
    );
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
