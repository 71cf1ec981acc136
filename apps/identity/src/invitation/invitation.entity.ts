import type { InvitationStatus } from '@tradepost/contracts/identity';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('invitation')
@Index('invitation_address', ['companyId', 'addressKey'], { unique: true })
@Index('invitation_of_address', ['addressKey'])
@Index('invitation_of_company', ['companyId', 'createdAt'])
@Index('invitation_accepted_by', ['acceptedBy'], { where: 'accepted_by IS NOT NULL' })
export class InvitationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'inviter_id' }) inviterId: string;
  /** As entered. */
  @Column('text') email: string;
  /** `addressKey` of the address; unique per company. */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('text') status: InvitationStatus;
  /** Grows by one with each change of `status`. */
  @Column('int', { default: 0 }) version: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'accepted_at', nullable: true }) acceptedAt: Date | null;
  @Column('uuid', { name: 'accepted_by', nullable: true }) acceptedBy: string | null;
}
