import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { DocumentRow } from '../case/kyc.entity';
import { mayRead } from '../case/kyc.policy';
import { KycRepository } from '../case/kyc.repository';
import { Registrations } from '../case/registrations';
import { DocumentUploads } from './document-uploads';

/** The documents of a registration. */
@Controller()
export class DocumentsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: KycRepository,
    private readonly registrations: Registrations,
    private readonly uploads: DocumentUploads,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {}

  @Handle(kyc.attachDocument)
  async attachDocument(upload: In<typeof kyc.attachDocument>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    await this.db.transaction((tx) => this.uploads.add(tx, companyId, [upload]));
    return this.registrations.of(actor);
  }

  @Handle(kyc.checkDocumentRoom)
  async checkDocumentRoom({ bytes }: In<typeof kyc.checkDocumentRoom>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    this.governor.assertFits('documentBytes', companyId, (await this.repository.storedBytes(companyId)) + bytes);
    return { ok: true as const };
  }

  @Handle(kyc.rejectInfectedDocument)
  async rejectInfectedDocument(
    { documentId: document, filename, signature }: In<typeof kyc.rejectInfectedDocument>,
    actor: UserActor,
  ) {
    const { companyId } = companyOf(actor);
    await this.db.transaction((tx) =>
      this.outbox.event(tx, kycEvents.infectedDocumentRejected, { companyId, document, filename, signature }, actor),
    );
    return { ok: true as const };
  }

  @Handle(kyc.clearDocument)
  async clearDocument({ documentId }: In<typeof kyc.clearDocument>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    await this.db.transaction((tx) => this.repository.clear(tx, companyId, documentId));
    return this.registrations.of(actor);
  }

  /** Opens an upload by its id, or the caller's newest upload by the id of the document. Access by an admin is logged. */
  @Handle(kyc.openDocument)
  async openDocument({ documentId }: In<typeof kyc.openDocument>, actor: UserActor) {
    const found = await this.upload(documentId, actor);
    if (!found || !mayRead(actor, found)) throw new AppError('NOT_FOUND');
    const { companyId, kind, objectKey, filename, contentType, size } = found;
    if (actor.userType === 'admin') {
      await this.db.transaction((tx) =>
        this.outbox.event(tx, kycEvents.documentRead, { companyId, document: kind, filename }, actor),
      );
    }
    return { objectKey, filename, contentType, size };
  }

  private async upload(documentId: string, { companyId }: UserActor): Promise<DocumentRow | null> {
    const kind = kycDocuments.find(([id]) => id === documentId)?.[0];
    if (!kind) return this.repository.document(documentId);
    return companyId ? this.repository.newestDocument(companyId, kind) : null;
  }
}
