import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TransferRow } from './transfer.entity';

/** One change of a transfer's expiry. */
@Entity('transfer_extension')
export class TransferExtensionRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  @PrimaryColumn('timestamptz', { name: 'extended_at' }) extendedAt: Date;
  /** The expiry until then. */
  @Column('timestamptz', { name: 'before' }) before: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;

  @ManyToOne(() => TransferRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'transfer_id', foreignKeyConstraintName: 'transfer_extension_transfer' })
  transfer: TransferRow;
}
