import type { KycStatus } from '@tradepost/contracts/actor';
import type { CommercialInfo, CompanyDetails, KycDocumentId } from '@tradepost/contracts/kyc';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One company's registration. */
@Entity('kyc_case')
@Index('kyc_case_company', ['companyId'], { unique: true })
export class CaseRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') status: KycStatus;
  /** Grows with every change of the status. */
  @Column('int', { default: 0 }) version: number;
  @Column('jsonb', { name: 'company_details' }) companyDetails: CompanyDetails;
  @Column('jsonb', { name: 'commercial_info' }) commercialInfo: CommercialInfo;
  @Column('timestamptz', { name: 'submitted_at', nullable: true }) submittedAt: Date | null;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

/** One upload of a document; the newest of its kind counts, older ones are kept. */
@Entity('kyc_document')
@Index('kyc_document_newest', ['companyId', 'kind', 'id'])
export class DocumentRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') kind: KycDocumentId;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text') filename: string;
  @Column('text', { name: 'content_type' }) contentType: string;
  @Column('bigint', { transformer: { to: (value: number) => value, from: (value: string) => Number(value) } }) size: number;
  @Column('text') sha256: string;
  @Column('timestamptz', { name: 'uploaded_at' }) uploadedAt: Date;
}
