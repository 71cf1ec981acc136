import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MembershipRow } from '../member/member.entity';

/** The co-owner that an owner has named to take the company over. It ends with the membership. */
@Entity('handover')
@Index('handover_of_account', ['toId'])
@ForeignKey(() => MembershipRow, ['companyId', 'toId'], ['companyId', 'accountId'], {
  name: 'handover_to_member',
  onDelete: 'CASCADE',
})
export class HandoverRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'to_id' }) toId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** The own account of the person who has taken an account over: mail for the account goes to its address. */
@Entity('account_holder')
@Index('account_holder_person', ['holderId'])
export class AccountHolderRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'holder_id' }) holderId: string;
}
