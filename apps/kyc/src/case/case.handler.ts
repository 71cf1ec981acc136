import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import { auditEvents } from '@tradepost/contracts/audit';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { kyc, kycEvents, statusAfterDecision, submissionErrors, type CompanyDetails } from '@tradepost/contracts/kyc';
import { accountOf } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { DocumentUploads } from '../document/document-uploads';
import type { CaseRow } from './kyc.entity';
import { prefilled } from './kyc.policy';
import { KycRepository } from './kyc.repository';
import { Registrations } from './registrations';

/** A new submission clears the earlier decision. */
const undecided = { decided: null, verified: null, reverifyAt: null, reminders: 0 };
const nothingFound = { documents: [], fields: [], verified: null };

type Given = In<typeof kyc.submit>['kycData'];

/** The registration of a company: saved progress, submission and decision. */
@Controller()
export class CaseHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly repository: KycRepository,
    private readonly registrations: Registrations,
    private readonly outbox: Outbox,
    private readonly uploads: DocumentUploads,
  ) {}

  @Handle(kyc.get)
  get(_input: In<typeof kyc.get>, actor: UserActor) {
    return this.registrations.of(actor);
  }

  /** Saves the given fields; neither the status nor an uploaded document changes. */
  @Handle(kyc.saveProgress)
  async saveProgress({ kycData }: In<typeof kyc.saveProgress>, actor: UserActor) {
    const opening = await this.opening(actor);
    await this.db.transaction((tx) => this.save(tx, kycData, opening, actor));
    return this.registrations.of(actor);
  }

  @Handle(kyc.submit)
  async submit({ kycData, uploads }: In<typeof kyc.submit>, actor: UserActor) {
    const errors = submissionErrors(kycData);
    if (errors[0]) throw new AppError('INVALID', { message: errors[0].message, errors });
    const opening = await this.opening(actor);
    await this.db.transaction(async (tx) => {
      if (uploads.length > 0) await this.uploads.add(tx, companyOf(actor).companyId, uploads);
      const saved = await this.save(tx, kycData, opening, actor);
      const { id: caseId, companyId, userId, version: before, companyDetails, commercialInfo } = saved;
      const version = before + 1;
      await this.repository.change(tx, saved, {
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
        email: accountOf(actor).email,
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
    return { data: await this.registrations.reviewed({ ...found, ...found.submitted }) };
  }

  /** A decision on a replaced submission is ignored: the newer submission is in the queue again. */
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
    const status = statusAfterDecision[decision];
    const version = submitted + 1;
    const decided = { at: meta.at, reason, documents, fields };
    await this.repository.change(tx, found, {
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

  /** The initial details of a case that does not exist yet. */
  private async opening(actor: UserActor): Promise<CompanyDetails> {
    if (await this.repository.find(companyOf(actor).companyId)) return {};
    const { company } = await this.rpc.call(identity.userOf, { userId: accountOf(actor).userId }, actor);
    return prefilled(company);
  }

  private async save(tx: Tx, given: Given, opening: CompanyDetails, actor: UserActor): Promise<CaseRow> {
    const found = await this.repository.lockOrOpen(tx, {
      companyId: companyOf(actor).companyId,
      userId: accountOf(actor).userId,
      companyDetails: opening,
    });
    const changed = {
      companyDetails: { ...found.companyDetails, ...given.companyDetails },
      commercialInfo: { ...found.commercialInfo, ...given.commercialInfo },
      updatedAt: new Date(),
    };
    return this.repository.change(tx, found, changed);
  }
}
