import type { KycStatus, Scope, UserType } from '@tradepost/contracts/actor';
import type { InvitationStatus } from '@tradepost/contracts/identity';
import type { Verified } from '@tradepost/contracts/kyc';
import type { Kdf } from '@tradepost/contracts/sealed';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { KeyBundleRow, SaltKeyRow, VaultRow } from './keys.entity';

/** bigint as a number: bytes stay far below 2^53. */
const bytes = { to: (value: number) => value, from: (value: string) => Number(value) };

@Entity('company')
@Index('company_owner', ['ownerId'], { unique: true })
export class CompanyRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('text', { name: 'company_name' }) companyName: string;
  @Column('text', { name: 'company_registration_number', nullable: true }) companyRegistrationNumber: string | null;
  @Column('text', { name: 'tax_id', nullable: true }) taxId: string | null;
  @Column('text') country: string;
  @Column('text', { name: 'address_line1' }) addressLine1: string;
  @Column('text', { name: 'address_line2', nullable: true }) addressLine2: string | null;
  @Column('text') city: string;
  @Column('text', { name: 'post_code' }) postCode: string;
  @Column('text', { name: 'trading_currency' }) tradingCurrency: string;
  @Column('text', { name: 'telephone_number' }) telephoneNumber: string;
  @Column('text', { name: 'contract_email' }) contractEmail: string;
  @Column('text', { name: 'billing_email' }) billingEmail: string;
  @Column('text', { name: 'kyc_status' }) kycStatus: KycStatus;
  /** Of the newest status heard: an older one that comes late changes nothing. */
  @Column('int', { name: 'kyc_version', default: 0 }) kycVersion: number;
  /** What partners see; null unless approved. */
  @Column('jsonb', { nullable: true }) verified: Verified | null;
  @Column('bigint', { name: 'total_storage', transformer: bytes }) totalStorage: number;
  @Column('boolean', { name: 'require_e2e', default: false }) requireE2E: boolean;
}

@Entity('account')
@Index('account_email', { synchronize: false })
@Index('account_deletion', ['deletionAt'], { where: 'deletion_at IS NOT NULL' })
export class AccountRow {
  @PrimaryColumn('uuid') id: string;
  /** As given; unique without case. */
  @Column('text') email: string;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text', { name: 'user_type' }) userType: UserType;
  /** Of the key made of the password; of the password itself where `kdf` is null. Argon2id, PHC string. */
  @Column('text', { name: 'password_hash' }) passwordHash: string;
  /** How the key is made of the password; null until an account of an earlier version is next signed in to with it. */
  @Column('jsonb', { nullable: true }) kdf: Kdf | null;
  @Column('timestamptz', { name: 'verified_at', nullable: true }) verifiedAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** Since when, and why, an admin keeps it from signing in. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true }) suspendedAt: Date | null;
  @Column('text', { name: 'suspended_for', nullable: true }) suspendedFor: string | null;
  /** When it will be deleted, as its owner asked. */
  @Column('timestamptz', { name: 'deletion_at', nullable: true }) deletionAt: Date | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

@Entity('session')
@Index('session_of_account', ['accountId'])
export class SessionRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('text') scope: Scope;
  /** What the client called itself. */
  @Column('text') agent: string;
  @Column('text') ip: string;
  /** SHA-256 of the browser's cookie, without which the token opens nothing. */
  @Column('text', { nullable: true }) binding: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

export type CodePurpose = 'signup' | 'password-reset';

/** What a signup said: it counts once its own code is entered, so that a later signup by a stranger changes nothing. */
export type PendingSignup = Pick<AccountRow, 'firstName' | 'lastName' | 'userType' | 'passwordHash' | 'kdf'>;

@Entity('code')
@Index('code_of_account', ['accountId', 'createdAt'])
export class CodeRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('text') purpose: CodePurpose;
  /** Argon2id(HMAC(pepper, code)). */
  @Column('text', { name: 'code_hash' }) codeHash: string;
  @Column('jsonb', { nullable: true }) pending: PendingSignup | null;
  @Column('int', { default: 0 }) tries: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
}

/** An authenticator app; a secret comes into force once a code of it was confirmed. */
@Entity('totp')
export class TotpRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  /** Encrypted. */
  @Column('text', { nullable: true }) secret: string | null;
  /** Encrypted; not yet in force. */
  @Column('text', { nullable: true }) pending: string | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt: Date | null;
  /** Of the newest code that was used: it and older ones are used up. */
  @Column('int', { name: 'last_step', default: 0 }) lastStep: number;
}

@Entity('recovery_code')
@Index('recovery_code_of_account', ['accountId'])
export class RecoveryCodeRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  /** HMAC(pepper, code): the code itself is too random to be guessed. */
  @Column('text', { name: 'code_hash' }) codeHash: string;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
}

/** A kind of browser an account has signed in with. */
@Entity('device')
export class DeviceRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @PrimaryColumn('text') mark: string;
  @Column('timestamptz', { name: 'seen_at' }) seenAt: Date;
}

/** A login that failed; only failures count. */
@Entity('login_failure')
@Index('login_failure_of_email', ['email', 'at'])
@Index('login_failure_of_address', ['address', 'at'])
export class LoginFailureRow {
  @PrimaryColumn('uuid') id: string;
  /** Lower case; known or not. */
  @Column('text') email: string;
  @Column('text') address: string;
  @Column('timestamptz') at: Date;
}

@Entity('invitation')
@Index('invitation_once', { synchronize: false })
@Index('invitation_of_email', { synchronize: false })
@Index('invitation_of_company', ['companyId', 'createdAt'])
export class InvitationRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'inviter_id' }) inviterId: string;
  /** As given; unique a company without case. */
  @Column('text') email: string;
  @Column('text') status: InvitationStatus;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'accepted_at', nullable: true }) acceptedAt: Date | null;
  @Column('uuid', { name: 'accepted_by', nullable: true }) acceptedBy: string | null;
  /** The mails of the last day. */
  @Column('timestamptz', { name: 'mailed_at', array: true, default: '{}' }) mailedAt: Date[];
}

export const identityEntities = [
  CompanyRow,
  AccountRow,
  SessionRow,
  CodeRow,
  LoginFailureRow,
  InvitationRow,
  TotpRow,
  RecoveryCodeRow,
  DeviceRow,
  KeyBundleRow,
  VaultRow,
  SaltKeyRow,
];
