import type { AccountRow } from '../account/account.entity';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type CodePurpose = 'signup' | 'password-reset';

/** The data of a signup. It takes effect only when the code mailed for it is entered, so that a later signup with the same address changes nothing. */
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
