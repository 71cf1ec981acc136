import { Injectable } from '@nestjs/common';
import { kycDocuments, type CompanyDetails, type DataOfForm, type KycDocumentId } from '@tradepost/contracts/kyc';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { v7 as uuidv7 } from 'uuid';
import { CaseRow, DocumentRow } from './kyc.entity';

@Injectable()
export class KycRepository {
  constructor(private readonly db: Db) {}

  find(companyId: string): Promise<CaseRow | null> {
    return this.db.read.findOneBy(CaseRow, { companyId });
  }

  lock(tx: Tx, companyId: string): Promise<CaseRow | null> {
    return tx.findOne(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** The company's case, locked; made on first use with these details. */
  async lockOrOpen(tx: Tx, { companyId, userId, companyDetails }: { companyId: string; userId: string; companyDetails: CompanyDetails }): Promise<CaseRow> {
    await tx
      .createQueryBuilder()
      .insert()
      .into(CaseRow)
      .values({ id: uuidv7(), companyId, userId, status: 'Pending', companyDetails, commercialInfo: {}, updatedAt: new Date() })
      .orIgnore()
      .execute();
    return tx.findOneOrFail(CaseRow, { where: { companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** A document by the id of its upload. */
  document(id: string): Promise<DocumentRow | null> {
    return this.db.read.findOneBy(DocumentRow, { id });
  }

  newestDocument(companyId: string, kind: KycDocumentId): Promise<DocumentRow | null> {
    return this.db.read.findOne(DocumentRow, { where: { companyId, kind }, order: { id: 'DESC' } });
  }

  /** The newest upload of each kind. */
  private newestDocuments(companyId: string): Promise<DocumentRow[]> {
    return this.db.read
      .createQueryBuilder(DocumentRow, 'd')
      .distinctOn(['d.kind'])
      .where('d.companyId = :companyId', { companyId })
      .orderBy('d.kind')
      .addOrderBy('d.id', 'DESC')
      .getMany();
  }

  async form(companyId: string, { companyDetails, commercialInfo }: Pick<CaseRow, 'companyDetails' | 'commercialInfo'>): Promise<DataOfForm> {
    const uploads = new Map((await this.newestDocuments(companyId)).map((upload) => [upload.kind, upload]));
    return {
      companyDetails,
      commercialInfo,
      documents: {
        documents: kycDocuments.map(([id, name]) => {
          const upload = uploads.get(id);
          return {
            id,
            name,
            required: true,
            filename: upload?.filename ?? null,
            fileUrl: upload ? `/api/kyc/documents/${upload.id}` : null,
            contentType: upload?.contentType ?? null,
            size: upload?.size ?? null,
            uploadedAt: upload?.uploadedAt.toISOString() ?? null,
          };
        }),
      },
    };
  }
}
