import type { KeyScope } from '@tradepost/contracts/actor';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A key with which a program acts for a company. */
@Entity('api_key')
@Index('api_key_of_company', ['companyId', 'createdAt'])
@Index('api_key_of_account', ['accountId'])
@Index('api_key_to_remind', ['expiresAt'], { where: 'reminded_at IS NULL AND revoked_at IS NULL' })
export class ApiKeyRow {
  @PrimaryColumn('uuid') id: string;
  /** The owner or co-owner who has created it: programs act as this person, with the present roles. */
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') name: string;
  @Column('text', { array: true }) scopes: KeyScope[];
  /** Addresses and ranges it may be used from; empty: any. */
  @Column('text', { array: true }) addresses: string[];
  /** The sentence that the owner typed to let it accept without a code. */
  @Column('text', { nullable: true }) allowance: string | null;
  /** SHA-256 of the secret, hex; the secret is too random to be guessed. */
  @Column('text', { name: 'secret_hash' }) secretHash: string;
  /** The vault key of `wrapEpoch`, wrapped with a sealing key that the server never receives; null without one and after revocation. */
  @Column('text', { nullable: true }) wrap: string | null;
  @Column('int', { name: 'wrap_epoch', nullable: true }) wrapEpoch: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
  @Column('text', { name: 'last_used_ip', nullable: true }) lastUsedIp: string | null;
  /** When the owner was reminded of its expiry; only the reminder reads it. */
  @Column('timestamptz', { name: 'reminded_at', nullable: true, select: false }) remindedAt?: Date | null;
}
