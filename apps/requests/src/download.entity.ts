import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TransferRow } from './transfer.entity';

/** What stands for the archive where a file's id would stand. */
export const archiveObject = 'archive';

/** How often the receiver of a transfer began to download one object of it. */
@Entity('download')
export class DownloadRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  /** A file's id, or `archiveObject`. */
  @PrimaryColumn('text') object: string;
  @Column('int') count: number;
  @Column('timestamptz', { name: 'first_at' }) firstAt: Date;
  @Column('timestamptz', { name: 'last_at' }) lastAt: Date;

  @ManyToOne(() => TransferRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'transfer_id', foreignKeyConstraintName: 'download_transfer' })
  transfer: TransferRow;
}
