import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { auditEvents } from '@tradepost/contracts/audit';
import type { In, Payload } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { kyc, kycDocuments, kycEvents, statusAfter, submissionErrors } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle, On, type EventMeta } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { v7 as uuidv7 } from 'uuid';
import { CaseRow, DocumentRow } from './kyc.entity';
import { prefilled } from './kyc.policy';
import { KycRepository } from './kyc.repository';

type Given = In<typeof kyc.submit>['kycData'];

@Injectable()
export class KycHandler {
  constructor(
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly repository: KycRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(kyc.get)
  get(_input: In<typeof kyc.get>, actor: UserActor) {
    return this.answer(actor);
  }

  /** Keeps what is there; neither the status nor an uploaded document changes. */
  @Handle(kyc.saveProgress)
  async saveProgress({ kycData }: In<typeof kyc.saveProgress>, actor: UserActor) {
    await this.db.transaction((tx) => this.keep(tx, kycData, actor));
    return this.answer(actor);
  }

  @Handle(kyc.submit)
  async submit({ kycData }: In<typeof kyc.submit>, actor: UserActor) {
    const errors = submissionErrors(kycData);
    if (errors[0]) throw new AppError('INVALID', { message: errors[0].message, errors });
    await this.db.transaction(async (tx) => {
      const found = await this.keep(tx, kycData, actor);
      const version = found.version + 1;
      await tx.update(CaseRow, found.id, { status: 'Processing', version, submittedAt: new Date() });
      const { companyId, userId } = found;
      await this.outbox.event(tx, kycEvents.submitted, { caseId: found.id, companyId, companyName: actor.companyName ?? '', email: actor.email, userId }, actor);
      await this.outbox.event(tx, kycEvents.statusChanged, { companyId, userId, status: 'Processing', version, reason: null }, actor);
    });
    return this.answer(actor);
  }

  @Handle(kyc.attachDocument)
  attachDocument({ documentId, ...upload }: In<typeof kyc.attachDocument>, actor: UserActor) {
    const companyId = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const id = uuidv7();
      await tx.insert(DocumentRow, { id, companyId, kind: documentId, ...upload, uploadedAt: new Date() });
      return { id };
    });
  }

  /** By the id of an upload, or by the kind for one's own newest; an admin's look is recorded. */
  @Handle(kyc.openDocument)
  async openDocument({ documentId }: In<typeof kyc.openDocument>, actor: UserActor) {
    const isKind = kycDocuments.some(([kind]) => kind === documentId);
    const found = isKind
      ? (await this.repository.newestDocuments(companyOf(actor))).find(({ kind }) => kind === documentId)
      : await this.repository.document(documentId);
    if (!found || (actor.userType !== 'admin' && found.companyId !== actor.companyId)) throw new AppError('NOT_FOUND');
    const { companyId, kind, objectKey, filename, contentType, size } = found;
    if (actor.userType === 'admin') {
      await this.db.transaction((tx) => this.outbox.event(tx, kycEvents.documentRead, { companyId, document: kind, filename }, actor));
    }
    return { objectKey, filename, contentType, size };
  }

  @Handle(kyc.caseData)
  async caseData({ companyId }: In<typeof kyc.caseData>) {
    const found = await this.repository.find(companyId);
    if (!found) throw new AppError('NOT_FOUND');
    return { data: await this.repository.form(companyId, found) };
  }

  @On(auditEvents.kycDecided)
  async decided({ companyId, decision, reason }: Payload<typeof auditEvents.kycDecided>, _meta: EventMeta, tx: Tx) {
    const found = await this.repository.lock(tx, companyId);
    if (found?.status !== 'Processing') return;
    const status = statusAfter[decision];
    const version = found.version + 1;
    await tx.update(CaseRow, found.id, { status, version, updatedAt: new Date() });
    await this.outbox.event(tx, kycEvents.statusChanged, { companyId, userId: found.userId, status, version, reason }, { kind: 'system', service: 'kyc' });
  }

  private async keep(tx: Tx, { companyDetails, commercialInfo }: Given, actor: UserActor): Promise<CaseRow> {
    const found = await this.repository.lockOrOpen(tx, { companyId: companyOf(actor), userId: actor.userId });
    const changed = {
      companyDetails: { ...found.companyDetails, ...companyDetails } as CaseRow['companyDetails'],
      commercialInfo: { ...found.commercialInfo, ...commercialInfo } as CaseRow['commercialInfo'],
      updatedAt: new Date(),
    };
    await tx.update(CaseRow, found.id, changed as object);
    return { ...found, ...changed };
  }

  private async answer(actor: UserActor) {
    const companyId = companyOf(actor);
    const { user, company } = await this.rpc.call(identity.userOf, { userId: actor.userId }, actor);
    const found = (await this.repository.find(companyId)) ?? { companyDetails: prefilled(company), commercialInfo: {} };
    return { data: await this.repository.form(companyId, found), user };
  }
}

/** @throws AppError COMPANY_MISSING */
function companyOf({ companyId }: UserActor): string {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return companyId;
}
