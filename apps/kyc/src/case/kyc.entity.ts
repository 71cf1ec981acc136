import type { KycStatus } from '@tradepost/contracts/actor';
import type {
  CommercialInfo,
  CompanyDetails,
  DocumentDecision,
  FieldRemark,
  KycDocumentId,
} from '@tradepost/contracts/kyc';
import type { Verification } from '@tradepost/contracts/values/verification';
import type { Scan } from '@tradepost/contracts/values/scan';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export interface Answers {
  companyDetails: CompanyDetails;
  commercialInfo: CommercialInfo;
}

/** The last decision of an admin. */
export interface Decided {
  at: string;
  reason: string | null;
  documents: DocumentDecision[];
  fields: FieldRemark[];
}

/** One company's registration. */
@Entity('kyc_case')
@Index('kyc_case_company', ['companyId'], { unique: true })
@Index('kyc_case_reverify', ['reverifyAt'])
export class CaseRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text') status: KycStatus;
  /** Increases with every change of the status. */
  @Column('int', { default: 0 }) version: number;
  @Column('jsonb', { name: 'company_details' }) companyDetails: CompanyDetails;
  @Column('jsonb', { name: 'commercial_info' }) commercialInfo: CommercialInfo;
  @Column('timestamptz', { name: 'submitted_at', nullable: true }) submittedAt: Date | null;
  /** The answers under review; later changes become part of the next submission. */
  @Column('jsonb', { nullable: true }) submitted: Answers | null;
  /** Null until the newest submission is decided. */
  @Column('jsonb', { nullable: true }) decided: Decided | null;
  /** Null unless approved. */
  @Column('jsonb', { nullable: true }) verified: Verification | null;
  @Column('timestamptz', { name: 'reverify_at', nullable: true }) reverifyAt: Date | null;
  /** Number of reminders sent before `reverifyAt`. */
  @Column('int', { default: 0 }) reminders: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

/** One upload of a document. The newest of its kind is current unless it was cleared; older and cleared ones stay for the review. */
@Entity('kyc_document')
@Index('kyc_document_newest', ['companyId', 'kind', 'id'])
export class DocumentRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') kind: KycDocumentId;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text') filename: string;
  @Column('text', { name: 'content_type' }) contentType: string;
  @Column('bigint', { transformer: safeInteger }) size: number;
  @Column('text') sha256: string;
  @Column('text', { default: 'none' }) scan: Scan;
  @Column('timestamptz', { name: 'uploaded_at' }) uploadedAt: Date;
  @Column('timestamptz', { name: 'cleared_at', nullable: true }) clearedAt: Date | null;
}

/** A company with a deleted account, and when its registration is erased. */
@Entity('deleted_company')
export class DeletedCompanyRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('timestamptz', { name: 'forget_at' }) forgetAt: Date;
}
