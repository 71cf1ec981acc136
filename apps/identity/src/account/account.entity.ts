import type { UserType } from '@tradepost/contracts/actor';
import type { Kdf } from '@tradepost/contracts/encryption/sealed';
import type { Language } from '@tradepost/contracts/values/language';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('account')
@Index('account_address', ['addressKey'], { unique: true })
@Index('account_deletion', ['deletionAt'], { where: 'deletion_at IS NOT NULL' })
export class AccountRow {
  @PrimaryColumn('uuid') id: string;
  /** As entered; mail is sent to it. */
  @Column('text') email: string;
  /** `addressKey` of the address; the account is found by nothing else. */
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text', { name: 'user_type' }) userType: UserType;
  /** Of screens and mails; null before it was chosen. */
  @Column('text', { nullable: true }) language: Language | null;
  /** Argon2id hash (PHC string) of the auth key, or of the password itself where `kdf` is null. */
  @Column('text', { name: 'password_hash' }) passwordHash: string;
  /** How the auth key is derived from the password; null for accounts of an earlier version until their next login with the password. */
  @Column('jsonb', { nullable: true }) kdf: Kdf | null;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** Since when an admin has suspended it. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true }) suspendedAt: Date | null;
  @Column('text', { name: 'suspended_for', nullable: true }) suspendedFor: string | null;
  /** When it will be deleted on the owner's request. */
  @Column('timestamptz', { name: 'deletion_at', nullable: true }) deletionAt: Date | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

/** A single row. Salts for addresses without an account are derived from it; the database holds it, so that all replicas share it and no key rotation changes it. */
@Entity('salt_key')
export class SaltKeyRow {
  @PrimaryColumn('int') id: number;
  @Column('bytea') key: Buffer;
}
