import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { auditEvents, type CaseWork } from '@tradepost/contracts/audit';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, type DataOfForm, type KycCaseDetail } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import type { ReviewRow } from './review.entity';
import { approvalBlockers, assertNotClaimedByOther, assertUnderReview, currentDecisions } from './review.policy';
import { ReviewRepository, toCase } from './review.repository';

/** Reads and changes one case for an admin. */
@Injectable()
export class ReviewCaseService {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly repository: ReviewRepository,
    private readonly outbox: Outbox,
  ) {}

  /** The case with the current form. @throws NOT_FOUND */
  async open(id: string, actor: UserActor): Promise<{ review: ReviewRow; form: DataOfForm }> {
    const review = await this.repository.find(id);
    if (!review) throw new AppError('NOT_FOUND');
    const { data } = await this.rpc.call(kyc.caseData, { companyId: review.companyId }, actor);
    return { review, form: data };
  }

  async show(id: string, actor: UserActor): Promise<KycCaseDetail> {
    const { review, form } = await this.open(id, actor);
    const [checks, fields, notes, decisions] = await Promise.all([
      this.repository.checks(id),
      this.repository.remarks(id),
      this.repository.notes(id),
      this.repository.decisions(id),
    ]);
    return {
      ...toCase(review),
      data: form,
      documents: currentDecisions(form, checks),
      fields,
      notes: notes.map(({ id: noteId, text, by, at }) => ({ id: noteId, text, by, at: at.toISOString() })),
      decisions: decisions.map(({ decision, reason, by, at }) => ({ decision, reason, by, at: at.toISOString() })),
      barriers: approvalBlockers(form, checks, fields).map(({ message }) => message),
    };
  }

  /** Changes the locked case and returns it. @throws NOT_FOUND */
  async change(
    id: string,
    actor: UserActor,
    work: (tx: Tx, review: ReviewRow) => Promise<unknown>,
  ): Promise<KycCaseDetail> {
    await this.db.transaction(async (tx) => {
      const review = await this.repository.lock(tx, id);
      if (!review) throw new AppError('NOT_FOUND');
      await work(tx, review);
    });
    return this.show(id, actor);
  }

  /** Claims the case for the actor if it is unclaimed. @throws CASE_NOT_PROCESSING, CASE_CLAIMED */
  async claimIfFree(tx: Tx, review: ReviewRow, actor: UserActor): Promise<ReviewRow> {
    assertUnderReview(review);
    assertNotClaimedByOther(review, actor);
    return review.claimedById ? review : this.claim(tx, review, actor);
  }

  claim(tx: Tx, review: ReviewRow, { userId, email }: UserActor): Promise<ReviewRow> {
    return this.repository.change(tx, review, { claimedById: userId, claimedBy: email, claimedAt: new Date() });
  }

  release(tx: Tx, review: ReviewRow): Promise<ReviewRow> {
    return this.repository.change(tx, review, { claimedById: null, claimedBy: null, claimedAt: null });
  }

  /** Publishes the change for the log and the screens of other admins. */
  async publish(
    tx: Tx,
    { id, companyId, companyName, claimedBy }: ReviewRow,
    actor: UserActor,
    what: CaseWork,
    about: string | null = null,
  ): Promise<void> {
    await this.outbox.event(
      tx,
      auditEvents.caseChanged,
      { caseId: id, companyId, companyName, claimedBy, what, about },
      actor,
    );
  }
}
