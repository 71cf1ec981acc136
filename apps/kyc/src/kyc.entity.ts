import type { KycStatus } from '@tradepost/contracts/actor';
import type {
  CommercialInfo,
  CompanyDetails,
  DocumentDecision,
  FieldRemark,
  KycDocumentId,
  Verified,
} from '@tradepost/contracts/kyc';
import type { Scan } from '@tradepost/contracts/scan';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export interface Answers {
  companyDetails: CompanyDetails;
  commercialInfo: CommercialInfo;
}

/** What an admin said last. */
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
  /** Grows with every change of the status. */
  @Column('int', { default: 0 }) version: number;
  @Column('jsonb', { name: 'company_details' }) companyDetails: CompanyDetails;
  @Column('jsonb', { name: 'commercial_info' }) commercialInfo: CommercialInfo;
  @Column('timestamptz', { name: 'submitted_at', nullable: true }) submittedAt: Date | null;
  /** What admins look at: what is saved later waits for the next submission. */
  @Column('jsonb', { nullable: true }) submitted: Answers | null;
  /** Null while no decision is about what the company sent last. */
  @Column('jsonb', { nullable: true }) decided: Decided | null;
  /** Null unless approved. */
  @Column('jsonb', { nullable: true }) verified: Verified | null;
  @Column('timestamptz', { name: 'reverify_at', nullable: true }) reverifyAt: Date | null;
  /** How many of the reminders before `reverifyAt` have been sent. */
  @Column('int', { default: 0 }) reminders: number;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

/** One upload of a document; the newest of its kind counts unless it was cleared, older ones are kept. */
@Entity('kyc_document')
@Index('kyc_document_newest', ['companyId', 'kind', 'id'])
export class DocumentRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') kind: KycDocumentId;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text') filename: string;
  @Column('text', { name: 'content_type' }) contentType: string;
  @Column('bigint', { transformer: { to: (value: number) => value, from: (value: string) => Number(value) } })
  size: number;
  @Column('text') sha256: string;
  @Column('text', { default: 'none' }) scan: Scan;
  @Column('timestamptz', { name: 'uploaded_at' }) uploadedAt: Date;
  @Column('timestamptz', { name: 'cleared_at', nullable: true }) clearedAt: Date | null;
}

/** Whose account is no more: what is kept of it goes then. */
@Entity('deleted_company')
export class DeletedCompanyRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('timestamptz', { name: 'forget_at' }) forgetAt: Date;
}
