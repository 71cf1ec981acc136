import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An authenticator app. A secret becomes active when a code of it is confirmed. */
@Entity('totp')
export class TotpRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  /** Encrypted. */
  @Column('text', { nullable: true }) secret: string | null;
  /** Encrypted; not active yet. */
  @Column('text', { nullable: true }) pending: string | null;
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt: Date | null;
  /** Time step of the newest code that was used; codes up to it are rejected. */
  @Column('int', { name: 'last_step', default: 0 }) lastStep: number;
}

@Entity('recovery_code')
@Index('recovery_code_of_account', ['accountId'])
export class RecoveryCodeRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  /** HMAC(pepper, code); the code is too random to be guessed. */
  @Column('text', { name: 'code_hash' }) codeHash: string;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt: Date | null;
}
