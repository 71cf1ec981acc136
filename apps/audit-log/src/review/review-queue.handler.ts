import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { ReviewCaseService } from './review-case.service';
import { labelOf, assertUnderReview, assertNotClaimedByOther } from './review.policy';
import { ReviewRepository } from './review.repository';

/** The review queue of the admins and the claims on its cases. */
@Controller()
export class ReviewQueueHandler {
  constructor(
    private readonly caseService: ReviewCaseService,
    private readonly repository: ReviewRepository,
  ) {}

  @Handle(audit.cases)
  cases(input: In<typeof audit.cases>, actor: UserActor) {
    return this.repository.page(input, actor);
  }

  @Handle(audit.case)
  case({ id }: In<typeof audit.case>, actor: UserActor) {
    return this.caseService.show(id, actor);
  }

  @Handle(audit.claim)
  claim({ id, takeOver }: In<typeof audit.claim>, actor: UserActor) {
    return this.caseService.change(id, actor, async (tx, review) => {
      assertUnderReview(review);
      if (review.claimedById === actor.userId) return;
      if (!takeOver) assertNotClaimedByOther(review, actor);
      await this.caseService.publish(
        tx,
        await this.caseService.claim(tx, review, actor),
        actor,
        review.claimedById ? 'taken-over' : 'claimed',
      );
    });
  }

  @Handle(audit.release)
  release({ id }: In<typeof audit.release>, actor: UserActor) {
    return this.caseService.change(id, actor, async (tx, review) => {
      assertNotClaimedByOther(review, actor);
      if (review.claimedById)
        await this.caseService.publish(tx, await this.caseService.release(tx, review), actor, 'released');
    });
  }

  @Handle(audit.note)
  note({ id, text }: In<typeof audit.note>, actor: UserActor) {
    return this.caseService.change(id, actor, async (tx, review) => {
      await this.repository.addNote(tx, id, text, actor.email);
      await this.caseService.publish(tx, review, actor, 'noted');
    });
  }

  @Handle(audit.remark)
  remark({ id, field, reason }: In<typeof audit.remark>, actor: UserActor) {
    const label = labelOf(field);
    if (!label) throw new AppError('INVALID', { errors: [{ field: 'field', message: 'There is no such field' }] });
    return this.caseService.change(id, actor, async (tx, found) => {
      const review = await this.caseService.claimIfFree(tx, found, actor);
      if (reason) await this.repository.saveRemark(tx, id, { field, reason });
      else await this.repository.removeRemark(tx, id, field);
      await this.caseService.publish(tx, review, actor, reason ? 'remarked' : 'remark-removed', label);
    });
  }
}
