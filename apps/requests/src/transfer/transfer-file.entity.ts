import type { Mode, OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { FileTerms } from '@tradepost/contracts/storage';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { TransferRow } from './transfer.entity';

/** One file of a transfer, as it was when the request was accepted. */
@Entity('transfer_file')
@Index('transfer_file_file', ['fileId'])
export class TransferFileRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  /** From 0, in the order of the request. */
  @PrimaryColumn('int') position: number;
  @Column('uuid', { name: 'file_id' }) fileId: string;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text') name: string;
  @Column('text', { name: 'content_type' }) contentType: string;
  /** Bytes of content. */
  @Column('bigint', { transformer: safeInteger }) size: number;
  /** Of the stored object, like the CRC; lower-case hex. */
  @Column('text') sha256: string;
  /** Unsigned 32 bit. */
  @Column('bigint', { transformer: safeInteger }) crc32: number;
  @Column('timestamptz', { name: 'modified_at' }) modifiedAt: Date;
  @Column('text', { default: 'managed' }) mode: Mode;
  /** Null for a managed file. */
  @Column('jsonb', { nullable: true }) sealed: OwnSealedFile | null;
  /** At the time of the acceptance. */
  @Column('jsonb', { nullable: true }) terms: FileTerms | null;

  @ManyToOne(() => TransferRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'transfer_id', foreignKeyConstraintName: 'transfer_file_transfer' })
  transfer: TransferRow;
}
