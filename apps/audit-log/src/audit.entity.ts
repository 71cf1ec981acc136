import type { KycStatus } from '@tradepost/contracts/actor';
import type { KycDecision } from '@tradepost/contracts/kyc';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The end of one company's (or, before there is a company, one user's) chain of entries. */
@Entity('chain')
export class ChainRow {
  /** The company's id, or the user's. */
  @PrimaryColumn('uuid') id: string;
  @Column('int', { default: 0 }) length: number;
  @Column('text') head: string;
}

/** One thing that happened; only ever inserted. */
@Entity('entry')
@Index('entry_of_chain', ['chainId', 'sequence'], { unique: true })
@Index('entry_newest', ['chainId', 'at', 'id'])
@Index('entry_at', ['at', 'id'])
export class EntryRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'chain_id' }) chainId: string;
  @Column('int') sequence: number;
  @Column('timestamptz') at: Date;
  @Column('text') action: string;
  @Column('text', { nullable: true }) actor: string | null;
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { nullable: true }) ip: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('text') message: string;
  @Column('text') hash: string;
}

/** A registration as the admins' queue has it. */
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
}

@Entity('decision')
@Index('decision_of_case', ['caseId', 'at'])
export class DecisionRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'case_id' }) caseId: string;
  @Column('text') decision: KycDecision;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('jsonb') documents: { id: string; decision: string; reason?: string | undefined }[];
  @Column('text', { name: 'by_user' }) by: string;
  @Column('timestamptz') at: Date;
}

export const auditEntities = [ChainRow, EntryRow, ReviewRow, DecisionRow];
