import type { MemberRole } from '@tradepost/contracts/roles';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A member of a company, from the events of identity. One who has left has no roles, so that an event that comes late does not bring them back. */
@Entity('member')
@Index('member_of_user', ['userId'])
export class MemberRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  /** Null after the account was deleted. */
  @Column('text', { nullable: true }) email: string | null;
  /** `addressKey` of the address. */
  @Column('text', { name: 'address_key', nullable: true }) addressKey: string | null;
  @Column('text', { array: true }) roles: MemberRole[];
  /** When the event of these roles was committed. */
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
  @Column('boolean', { default: false }) suspended: boolean;
  /** When the event of the suspension or its end was committed. */
  @Column('timestamptz', { name: 'suspension_at', nullable: true }) suspensionAt: Date | null;
}
