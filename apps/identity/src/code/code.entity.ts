import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type CodePurpose = 'signup' | 'password-reset' | 'handover';

@Entity('code')
@Index('code_of_account', ['accountId', 'createdAt'])
export class CodeRow {
  @PrimaryColumn('uuid') id: string;
  /** The account, or the signup attempt that the code proves. */
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('text') purpose: CodePurpose;
  /** Argon2id(HMAC(pepper, code)). */
  @Column('text', { name: 'code_hash' }) codeHash: string;
  @Column('int', { default: 0 }) tries: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
}
