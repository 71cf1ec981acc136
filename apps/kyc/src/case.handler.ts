import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { auditEvents } from '@tradepost/contracts/audit';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { kyc, kycEvents, statusAfter, submissionErrors, type CompanyDetails } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { CaseRow } from './kyc.entity';
import { companyOf, prefilled } from './kyc.policy';
import { KycRepository } from './kyc.repository';
import { Registrations } from './registrations';

/** What a submission makes of an earlier decision. */
const undecided = { decided: null, verified: null, reverifyAt: null, reminders: 0 };
const nothingFound = { documents: [], fields: [], verified: null };

type Given = In<typeof kyc.submit>['kycData'];

/** A company's registration: its progress, its submission, and what became of it. */
@Injectable()
export class CaseHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly repository: KycRepository,
    private readonly registrations: Registrations,
    private readonly outbox: Outbox,
  ) {}

  @Handle(kyc.get)
  get(_input: In<typeof kyc.get>, actor: UserActor) {
    return this.registrations.of(actor);
  }

  /** Keeps what is there; neither the status nor an uploaded document changes. */
  @Handle(kyc.saveProgress)
  async saveProgress({ kycData }: In<typeof kyc.saveProgress>, actor: UserActor) {
    const opening = await this.opening(actor);
    await this.db.transaction((tx) => this.keep(tx, kycData, opening, actor));
    return this.registrations.of(actor);
  }

  @Handle(kyc.submit)
  async submit({ kycData }: In<typeof kyc.submit>, actor: UserActor) {
    const errors = submissionErrors(kycData);
    if (errors[0]) throw new AppError('INVALID', { message: errors[0].message, errors });
    const opening = await this.opening(actor);
    await this.db.transaction(async (tx) => {
      const {
        id: caseId,
        companyId,
        userId,
        version: before,
        companyDetails,
        commercialInfo,
      } = await this.keep(tx, kycData, opening, actor);
      const version = before + 1;
      await tx.update(CaseRow, caseId, {
        status: 'Processing',
        version,
        submitted: { companyDetails, commercialInfo },
        submittedAt: new Date(),
        ...undecided,
      });
      const submitted = {
        caseId,
        companyId,
        companyName: actor.companyName ?? '',
        email: actor.email,
        userId,
        version,
      };
      await this.outbox.event(tx, kycEvents.submitted, submitted, actor);
      await this.outbox.event(
        tx,
        kycEvents.statusChanged,
        { companyId, userId, status: 'Processing', version, reason: null, ...nothingFound },
        actor,
      );
    });
    return this.registrations.of(actor);
  }

  @Handle(kyc.caseData)
  async caseData({ companyId }: In<typeof kyc.caseData>) {
    const found = await this.repository.find(companyId);
    if (!found) throw new AppError('NOT_FOUND');
    return { data: await this.registrations.form({ ...found, ...found.submitted }) };
  }

  /** A decision on a submission that has been replaced since decides nothing: the newer one is back in the queue. */
  @On(auditEvents.kycDecided)
  async decided(
    {
      companyId,
      version: submitted,
      decision,
      reason,
      documents,
      fields,
      verified,
      reverifyAt,
    }: Payload<typeof auditEvents.kycDecided>,
    meta: EventMeta,
    tx: Tx,
  ) {
    const found = await this.repository.lock(tx, companyId);
    if (found?.status !== 'Processing' || found.version !== submitted) return;
    const status = statusAfter[decision];
    const version = submitted + 1;
    const decided = { at: meta.at, reason, documents, fields };
    await tx.update(CaseRow, found.id, {
      status,
      version,
      decided,
      verified,
      reverifyAt: reverifyAt ? new Date(reverifyAt) : null,
      reminders: 0,
      updatedAt: new Date(),
    });
    const changed = { companyId, userId: found.userId, status, version, reason, documents, fields, verified };
    await this.outbox.event(tx, kycEvents.statusChanged, changed, { kind: 'system', service: 'kyc' });
  }

  /** What the details of a case begin with, should there be none yet. */
  private async opening(actor: UserActor): Promise<CompanyDetails> {
    if (await this.repository.find(companyOf(actor))) return {};
    const { company } = await this.rpc.call(identity.userOf, { userId: actor.userId }, actor);
    return prefilled(company);
  }

  private async keep(tx: Tx, given: Given, opening: CompanyDetails, actor: UserActor): Promise<CaseRow> {
    const found = await this.repository.lockOrOpen(tx, {
      companyId: companyOf(actor),
      userId: actor.userId,
      companyDetails: opening,
    });
    const changed = {
      companyDetails: { ...found.companyDetails, ...given.companyDetails },
      commercialInfo: { ...found.commercialInfo, ...given.commercialInfo },
      updatedAt: new Date(),
    };
    await tx.update(CaseRow, found.id, changed);
    return { ...found, ...changed };
  }
}
