import type { RecoverySet } from '@tradepost/contracts/encryption/recovery';
import type { PublicPersonKey } from '@tradepost/contracts/encryption/sealed';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { MembershipRow } from '../member/member.entity';

/** The set of shares of an owner's recovery secret, as the owner has signed it. The keys of its epoch are the present ones: it ends with them. */
@Entity('recovery_set')
@Index('recovery_set_of_company', ['companyId'], { unique: true })
export class RecoverySetRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('jsonb') stated: RecoverySet;
  /** The vault key under the recovery secret, which no server has. */
  @Column('text') wrap: string;
}

/** A share, sealed to the key of a member. It ends with the set and with the membership. */
@Entity('recovery_share')
@Index('recovery_share_of_account', ['accountId'])
@Index('recovery_share_of_membership', ['companyId', 'accountId'])
@ForeignKey(() => RecoverySetRow, ['ownerId'], ['accountId'], {
  name: 'recovery_share_owner_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => MembershipRow, ['companyId', 'accountId'], ['companyId', 'accountId'], {
  name: 'recovery_share_of_member',
  onDelete: 'CASCADE',
})
export class RecoveryShareRow {
  @PrimaryColumn('uuid', { name: 'owner_id' }) ownerId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') sealed: string;
}

/** An owner's request for the shares. `key` and `wrap`: the fresh key; the owner's password opens its private part. */
@Entity('recovery_request')
@ForeignKey(() => RecoverySetRow, ['ownerId'], ['accountId'], {
  name: 'recovery_request_owner_id_fkey',
  onDelete: 'CASCADE',
})
export class RecoveryRequestRow {
  @PrimaryColumn('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('jsonb') key: PublicPersonKey;
  @Column('text') wrap: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

/** A member's share, sealed to the fresh key. It ends with the share and with the request. */
@Entity('recovery_approval')
@ForeignKey(() => RecoveryRequestRow, ['ownerId'], ['ownerId'], {
  name: 'recovery_approval_owner_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey(() => RecoveryShareRow, ['ownerId', 'accountId'], ['ownerId', 'accountId'], {
  name: 'recovery_approval_of_share',
  onDelete: 'CASCADE',
})
export class RecoveryApprovalRow {
  @PrimaryColumn('uuid', { name: 'owner_id' }) ownerId: string;
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('text') sealed: string;
}
