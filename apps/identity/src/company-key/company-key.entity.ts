import type { CompanyKey, PublicPersonKey } from '@tradepost/contracts/encryption/sealed';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MembershipRow } from '../member/member.entity';

/** A person's key, to which companies seal their keys. Independent of the person's vault, which may be that of a company with members. */
@Entity('person_key')
export class PersonKeyRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('jsonb') key: PublicPersonKey;
  /** The private part under the key of the password or, for an account without one, of a recovery key. */
  @Column('text') wrap: string;
  @Column('text', { name: 'wrap_kind', default: 'password' }) wrapKind: 'password' | 'recovery';
  /** The private part under the keys of passkeys that open it; nothing signs in with these. */
  @Column('jsonb', { default: [] }) passkeys: { id: string; wrap: string }[];
}

/** The vault key of a company, sealed to a member. It ends with the membership. */
@Entity('company_key')
@Index('company_key_of_account', ['accountId'])
@ForeignKey(() => MembershipRow, ['companyId', 'accountId'], ['companyId', 'accountId'], {
  name: 'company_key_of_member',
  onDelete: 'CASCADE',
})
export class CompanyKeyRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  /** Of the owner's vault. */
  @Column('int') epoch: number;
  @Column('jsonb') access: CompanyKey;
}
