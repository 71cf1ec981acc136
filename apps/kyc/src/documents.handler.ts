import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { kyc, kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { DocumentRow } from './kyc.entity';
import { companyOf, mayRead } from './kyc.policy';
import { KycRepository } from './kyc.repository';
import { Registrations } from './registrations';

/** What a company uploads to prove itself. */
@Injectable()
export class DocumentsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: KycRepository,
    private readonly registrations: Registrations,
    private readonly outbox: Outbox,
  ) {}

  /** A newer upload replaces none: the older stay as they were. */
  @Handle(kyc.attachDocument)
  async attachDocument({ documentId, ...upload }: In<typeof kyc.attachDocument>, actor: UserActor) {
    const companyId = companyOf(actor);
    await this.db.transaction((tx) =>
      tx.insert(DocumentRow, { id: uuidv7(), companyId, kind: documentId, ...upload, uploadedAt: new Date() }),
    );
    return this.registrations.of(actor);
  }

  @Handle(kyc.refuseDocument)
  async refuseDocument({ documentId: document, filename, signature }: In<typeof kyc.refuseDocument>, actor: UserActor) {
    const companyId = companyOf(actor);
    await this.db.transaction((tx) =>
      this.outbox.event(tx, kycEvents.documentRefused, { companyId, document, filename, signature }, actor),
    );
    return { ok: true as const };
  }

  @Handle(kyc.clearDocument)
  async clearDocument({ documentId }: In<typeof kyc.clearDocument>, actor: UserActor) {
    const companyId = companyOf(actor);
    await this.db.transaction((tx) => this.repository.clear(tx, companyId, documentId));
    return this.registrations.of(actor);
  }

  /** By the id of an upload, or by the kind for one's own newest; an admin's look is recorded. */
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
