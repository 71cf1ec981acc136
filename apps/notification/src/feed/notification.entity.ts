import type { NotificationData, NotificationType } from '@tradepost/contracts/live-updates';
import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** One notification of a user, of a member of a company, of a company's owner, or of an address that has no account yet. */
@Entity('notice')
@Index('notice_user', ['userId', 'id'], { where: 'user_id IS NOT NULL' })
@Index('notice_company', ['companyId', 'id'], { where: 'company_id IS NOT NULL' })
@Index('notice_email', ['email', 'id'], { where: 'email IS NOT NULL' })
@Index('notice_member_of', ['memberOf'], { where: 'member_of IS NOT NULL' })
@Index('notice_created_at', ['createdAt'])
export class NotificationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'user_id', nullable: true }) userId: string | null;
  @Column('text', { name: 'company_id', nullable: true }) companyId: string | null;
  /** The company that the user is a member of: only sessions for it show the notification. */
  @Column('text', { name: 'member_of', nullable: true }) memberOf: string | null;
  /** `addressKey` of the address. */
  @Column('text', { nullable: true }) email: string | null;
  @Column('text') type: NotificationType;
  @Column('jsonb') data: NotificationData;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) createdAt: Date;
  @Column('timestamptz', { name: 'read_at', nullable: true }) readAt: Date | null;
}
