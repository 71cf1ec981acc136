import type { KycStatus } from '@tradepost/contracts/actor';
import type { DocumentDecision, DocumentFault, KycDecision, KycDocumentId } from '@tradepost/contracts/kyc';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A registration in the review queue. */
@Entity('review')
@Index('review_status', ['status', 'submittedAt'])
export class ReviewRow {
  /** The case's id in the kyc service. */
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text', { name: 'company_name' }) companyName: string;
  @Column('text') email: string;
  @Column('text') status: KycStatus;
  /** The submission under review. */
  @Column('int', { default: 0 }) version: number;
  @Column('timestamptz', { name: 'submitted_at' }) submittedAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  /** The admin who claimed it; rules use the id, screens show the address. */
  @Column('uuid', { name: 'claimed_by_id', nullable: true }) claimedById: string | null;
  @Column('text', { name: 'claimed_by', nullable: true }) claimedBy: string | null;
  @Column('timestamptz', { name: 'claimed_at', nullable: true }) claimedAt: Date | null;
  /** The first approver, until the second admin decides. */
  @Column('uuid', { name: 'approved_by_id', nullable: true }) approvedById: string | null;
  @Column('text', { name: 'approved_by', nullable: true }) approvedBy: string | null;
  @Column('timestamptz', { name: 'reverify_at', nullable: true }) reverifyAt: Date | null;
}

/** An admin's check of one upload. */
@Entity('document_check')
export class DocumentCheckRow {
  @PrimaryColumn('uuid', { name: 'case_id' }) caseId: string;
  @PrimaryColumn('uuid', { name: 'upload_id' }) uploadId: string;
  @Column('text') document: KycDocumentId;
  @Column('text') decision: DocumentDecision['decision'];
  @Column('text', { nullable: true }) fault: DocumentFault | null;
  @Column('text', { nullable: true }) reason: string | null;
}

/** A field that the applicant must correct. */
@Entity('field_remark')
export class FieldRemarkRow {
  @PrimaryColumn('uuid', { name: 'case_id' }) caseId: string;
  @PrimaryColumn('text') field: string;
  @Column('text') reason: string;
}

/** A note of an admin for other admins. */
@Entity('case_note')
@Index('note_of_case', ['caseId', 'at'])
export class CaseNoteRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'case_id' }) caseId: string;
  @Column('text') text: string;
  @Column('text', { name: 'by_user' }) by: string;
  @Column('timestamptz') at: Date;
}

@Entity('decision')
@Index('decision_of_case', ['caseId', 'at'])
export class DecisionRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'case_id' }) caseId: string;
  @Column('text') decision: KycDecision;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('jsonb') documents: DocumentDecision[];
  @Column('text', { name: 'by_user' }) by: string;
  @Column('timestamptz') at: Date;
}

export const reviewEntities = [ReviewRow, DocumentCheckRow, FieldRemarkRow, CaseNoteRow, DecisionRow];
