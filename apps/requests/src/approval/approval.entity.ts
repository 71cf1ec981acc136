import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { RequestRow } from '../request/request.entity';

/** That a person of the company agrees to a request being accepted. */
@Entity('approval')
@Index('approval_of_person', ['userId'])
export class ApprovalRow {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  /** Null after the account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;

  @ManyToOne(() => RequestRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'approval_request' })
  request: RequestRow;
}
