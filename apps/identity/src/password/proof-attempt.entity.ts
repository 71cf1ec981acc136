import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A proof of a password that was started and not used yet. Its login failure has the same id. */
@Entity('proof_attempt')
@Index('proof_attempt_expiry', ['expiresAt'])
export class ProofAttemptRow {
  @PrimaryColumn('uuid') id: string;
  /** The second start, by what an earlier version stored, was used too. */
  @Column('boolean', { default: false }) restarted: boolean;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
