import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { RequestRow } from '../request/request.entity';

/** A code mailed to a signed-in sender, or a passkey in place of it. Once verified, it lets one session accept one request. */
@Entity('step_up')
@Index('step_up_of_request', ['requestId', 'userId', 'createdAt'])
@Index('step_up_of_user', ['userId', 'createdAt'])
export class StepUpRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('uuid', { name: 'user_id' }) userId: string;
  @Column('text', { name: 'session_id' }) sessionId: string;
  /** Empty for a passkey: no code has this hash. */
  @Column('text', { name: 'code_hash' }) codeHash: string;
  @Column('int', { default: 0 }) tries: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt: Date | null;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;

  @ManyToOne(() => RequestRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'step_up_request' })
  request: RequestRow;
}
