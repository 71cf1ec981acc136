import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { PersonKeyRow } from '../company-key/company-key.entity';

/** A device asks for the key of its person. It ends with the session of the device, and with the key. */
@Entity('key_handover')
@Index('key_handover_expiry', ['expiresAt'])
@ForeignKey(() => PersonKeyRow, ['accountId'], ['accountId'], {
  name: 'key_handover_account_id_fkey',
  onDelete: 'CASCADE',
})
export class KeyHandoverRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  /** Of the device that asks. */
  @Column('uuid', { name: 'session_id' }) sessionId: string;
  @Column('text') agent: string;
  @Column('text') ip: string;
  /** The fresh public key under its number, which no server has. */
  @Column('text', { name: 'sealed_public' }) sealedPublic: string;
  /** The person's private key, sealed to the fresh one; null before another device has given it. */
  @Column('text', { nullable: true }) sealed: string | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}
