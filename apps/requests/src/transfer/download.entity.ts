import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TransferRow } from './transfer.entity';

/** Used for the archive in place of a file's id. */
export const archiveObject = 'archive';

/** How often the receiver started to download one object of a transfer. */
@Entity('download')
export class DownloadRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  /** A file's id, or `archiveObject`. */
  @PrimaryColumn('text') object: string;
  @Column('int') count: number;
  @Column('timestamptz', { name: 'first_at' }) firstAt: Date;
  @Column('timestamptz', { name: 'last_at' }) lastAt: Date;
  /** Bytes that resumed since the last counted start. */
  @Column('bigint', { name: 'resumed_bytes', default: 0, transformer: safeInteger }) resumedBytes: number;

  @ManyToOne(() => TransferRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'transfer_id', foreignKeyConstraintName: 'download_transfer' })
  transfer: TransferRow;
}
