import type { RequestStatus } from '@tradepost/contracts/requests';
import type { SignedRequest } from '@tradepost/contracts/encryption/sealed';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A receiver's request for files of one company. Names are stored as they were at the time of the request. */
@Entity('access_request')
@Index('access_request_of_company', ['senderCompanyId', 'createdAt'])
@Index('access_request_of_assignee', ['senderCompanyId', 'assigneeId', 'createdAt'])
@Index('access_request_assigned_by', ['assignedBy'], { where: 'assigned_by IS NOT NULL' })
@Index('access_request_of_receiver', ['receiverUserId', 'createdAt'])
export class RequestRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'sender_company_id' }) senderCompanyId: string;
  @Column('text', { name: 'sender_company_name' }) senderCompanyName: string;
  @Column('uuid', { name: 'receiver_user_id' }) receiverUserId: string;
  @Column('text', { name: 'receiver_email' }) receiverEmail: string;
  @Column('uuid', { name: 'receiver_company_id', nullable: true }) receiverCompanyId: string | null;
  @Column('text', { name: 'receiver_company_name', nullable: true }) receiverCompanyName: string | null;
  @Column('text', { nullable: true }) note: string | null;
  @Column('text', { name: 'intended_use', nullable: true }) intendedUse: string | null;
  @Column('text', { default: 'pending' }) status: RequestStatus;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt: Date | null;
  /** Why it was rejected. */
  @Column('text', { nullable: true }) reason: string | null;
  /** The state of the partnership in which it was made. */
  @Column('int', { name: 'partnership_version', default: 0 }) partnershipVersion: number;
  /** The person who made it for the receiver. Null for one that was made before members could. */
  @Column('uuid', { name: 'requested_by', nullable: true }) requestedBy: string | null;
  /** By the rule that the company had when it was made. */
  @Column('int', { name: 'approvals_needed', default: 0 }) approvalsNeeded: number;
  /** As the receiver signed it. Large: read it with `signatureOf`. */
  @Column('jsonb', { nullable: true, select: false }) signed?: SignedRequest | null;
  /** Null while the receiver has not signed the present versions of sealed files. */
  @Column('timestamptz', { name: 'signed_at', nullable: true }) signedAt: Date | null;
  /** Digest of what the receiver has signed last: files, their versions and texts. It stays when the signature is forgotten. */
  @Column('text', { name: 'signed_content', nullable: true }) signedContent: string | null;
  /** When a signature of something else has last removed approvals. */
  @Column('timestamptz', { name: 'approvals_removed_at', nullable: true }) approvalsRemovedAt: Date | null;
  /** The person of the company who takes care of it. All five are null while it is assigned to nobody. */
  @Column('uuid', { name: 'assignee_id', nullable: true }) assigneeId: string | null;
  @Column('text', { name: 'assignee_email', nullable: true }) assigneeEmail: string | null;
  @Column('timestamptz', { name: 'assigned_at', nullable: true }) assignedAt: Date | null;
  @Column('uuid', { name: 'assigned_by', nullable: true }) assignedBy: string | null;
  /** Also null after the account of the person who assigned it was deleted. */
  @Column('text', { name: 'assigned_by_email', nullable: true }) assignedByEmail: string | null;
}
