import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person that a company's identity provider has added by SCIM. */
@Entity('scim_user')
@Index('scim_user_of_company', ['companyId', 'id'])
@Index('scim_user_account', ['companyId', 'accountId'], { unique: true })
@Index('scim_user_of_account', ['accountId'])
export class ScimUserRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  /** As the identity provider gave it. */
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
}

/** A group that a company's identity provider has added by SCIM. */
@Entity('scim_group')
@Index('scim_group_of_company', ['companyId', 'id'])
@Index('scim_group_name', { synchronize: false })
export class ScimGroupRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  /** Unique per company, whatever the case. */
  @Column('text', { name: 'display_name' }) displayName: string;
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'changed_at' }) changedAt: Date;
}

/** A person in a group of the same company. */
@Entity('scim_group_member')
@Index('scim_group_member_of_account', ['accountId'])
@Index('scim_group_member_of_company', ['companyId', 'accountId'])
export class ScimGroupMemberRow {
  @PrimaryColumn('uuid', { name: 'group_id' }) groupId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
}
