import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A passkey (WebAuthn credential) of an account. */
@Entity('passkey')
@Index('passkey_credential', ['credentialId'], { unique: true })
@Index('passkey_of_account', ['accountId'])
@Check('passkey_wrap_of_epoch', '(wrap IS NULL) = (wrap_epoch IS NULL)')
export class PasskeyRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  /** base64url. */
  @Column('text', { name: 'credential_id' }) credentialId: string;
  /** COSE. */
  @Column('bytea', { name: 'public_key' }) publicKey: Buffer;
  /** Of the newest signature; 0 for an authenticator that does not count. */
  @Column('bigint', { transformer: safeInteger }) counter: number;
  @Column('text') name: string;
  /** The vault key of `wrapEpoch` under the output of the PRF extension; null for a passkey that only signs in. */
  @Column('text', { nullable: true }) wrap: string | null;
  @Column('int', { name: 'wrap_epoch', nullable: true }) wrapEpoch: number | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt: Date | null;
}

export type PasskeyPurpose = 'add' | 'sign-in' | 'second-step' | 'step-up';

/** A challenge that was issued and not used yet. */
@Entity('passkey_challenge')
@Index('passkey_challenge_expiry', ['expiresAt'])
@Index('passkey_challenge_of_account', ['accountId'])
export class PasskeyChallengeRow {
  /** base64url. */
  @PrimaryColumn('text') challenge: string;
  @Column('text') purpose: PasskeyPurpose;
  /** Null before sign-in. */
  @Column('uuid', { name: 'account_id', nullable: true }) accountId: string | null;
  @Column('uuid', { name: 'session_id', nullable: true }) sessionId: string | null;
  /** What it confirms, e.g. a request; null for the other purposes. */
  @Column('text', { nullable: true }) subject: string | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
