import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AccountRow } from '../account/account.entity';

/** The input of a signup; the account gets it when the address is verified. */
export type PendingSignup = Pick<
  AccountRow,
  'firstName' | 'lastName' | 'userType' | 'language' | 'passwordHash' | 'kdf'
>;

/** One signup; it changes no account. Stored for a day, because codes and tries are counted. */
@Entity('signup_attempt')
@Index('signup_attempt_of_address', ['addressKey', 'createdAt'])
@Index('signup_attempt_created', ['createdAt'])
export class SignupAttemptRow {
  /** The account takes it over. It is in the mailed link and nowhere else. */
  @PrimaryColumn('uuid') id: string;
  @Column('text') email: string;
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('jsonb') pending: PendingSignup;
  /** SHA-256 of the secret that only the browser or program that asked has; null for attempts of an earlier version. */
  @Column('text', { name: 'ticket_hash', nullable: true }) ticketHash: string | null;
  /** Where it came from; the mail names both. */
  @Column('text') ip: string;
  @Column('text') agent: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
