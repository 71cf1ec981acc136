import type { MemberRole } from '@tradepost/contracts/roles';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person who acts for a company that belongs to another account. */
@Entity('membership')
@Index('membership_of_account', ['accountId', 'joinedAt'])
@Index('membership_listed', ['companyId', 'joinedAt', 'accountId'])
export class MembershipRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('text', { array: true }) roles: MemberRole[];
  /** The invitation that was accepted, so that a repeated acceptance is recognised; an id of its own for who joined by single sign-on. */
  @Column('uuid', { name: 'invitation_id' }) invitationId: string;
  @Column('timestamptz', { name: 'joined_at' }) joinedAt: Date;
}

/** An open invitation of a member. One that is accepted, declined or withdrawn is deleted. */
@Entity('member_invitation')
@Index('member_invitation_address', ['companyId', 'addressKey'], { unique: true })
@Index('member_invitation_of_address', ['addressKey'])
export class MemberInvitationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'inviter_id' }) inviterId: string;
  /** As entered. */
  @Column('text') email: string;
  /** `addressKey` of the address; unique per company. */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('text', { array: true }) roles: MemberRole[];
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
