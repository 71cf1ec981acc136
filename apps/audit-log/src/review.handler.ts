import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { Handle } from '@tradepost/service-kit/decorators';
import { v7 as uuidv7 } from 'uuid';
import { ReviewDesk } from './review.desk';
import { CaseNoteRow } from './review.entity';
import { labelOf, mustBeUnderReview, mustNotBeAnothers } from './review.policy';
import { ReviewRepository } from './review.repository';

/** The admins' queue, and who works on what. */
@Injectable()
export class ReviewHandler {
  constructor(
    private readonly desk: ReviewDesk,
    private readonly repository: ReviewRepository,
  ) {}

  @Handle(audit.cases)
  cases(input: In<typeof audit.cases>, actor: UserActor) {
    return this.repository.page(input, actor);
  }

  @Handle(audit.case)
  case({ id }: In<typeof audit.case>, actor: UserActor) {
    return this.desk.show(id, actor);
  }

  @Handle(audit.claim)
  claim({ id, takeOver }: In<typeof audit.claim>, actor: UserActor) {
    return this.desk.change(id, actor, async (tx, review) => {
      mustBeUnderReview(review);
      if (review.claimedById === actor.userId) return;
      if (!takeOver) mustNotBeAnothers(review, actor);
      await this.desk.tell(
        tx,
        await this.desk.claim(tx, review, actor),
        actor,
        review.claimedById ? 'taken-over' : 'claimed',
      );
    });
  }

  @Handle(audit.release)
  release({ id }: In<typeof audit.release>, actor: UserActor) {
    return this.desk.change(id, actor, async (tx, review) => {
      mustNotBeAnothers(review, actor);
      if (review.claimedById) await this.desk.tell(tx, await this.desk.release(tx, review), actor, 'released');
    });
  }

  @Handle(audit.note)
  note({ id, text }: In<typeof audit.note>, actor: UserActor) {
    return this.desk.change(id, actor, async (tx, review) => {
      await tx.insert(CaseNoteRow, { id: uuidv7(), caseId: id, text, by: actor.email, at: new Date() });
      await this.desk.tell(tx, review, actor, 'noted');
    });
  }

  @Handle(audit.remark)
  remark({ id, field, reason }: In<typeof audit.remark>, actor: UserActor) {
    const label = labelOf(field);
    if (!label) throw new AppError('INVALID', { errors: [{ field: 'field', message: 'There is no such field' }] });
    return this.desk.change(id, actor, async (tx, found) => {
      const review = await this.desk.take(tx, found, actor);
      if (reason) await this.repository.keepRemark(tx, id, { field, reason });
      else await this.repository.removeRemark(tx, id, field);
      await this.desk.tell(tx, review, actor, reason ? 'remarked' : 'remark-removed', label);
    });
  }
}
