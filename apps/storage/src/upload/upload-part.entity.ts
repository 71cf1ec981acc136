import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UploadRow } from './upload.entity';

/** A stored part of an upload in numbered parts. */
@Entity('upload_part')
@Check('upload_part_numbers', 'number > 0 AND size > 0')
export class UploadPartRow {
  @ForeignKey(() => UploadRow, { name: 'upload_part_upload', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId: string;
  @PrimaryColumn('integer') number: number;
  @Column('text', { name: 'object_key' }) objectKey: string;
  /** Bytes. */
  @Column('bigint', { transformer: safeInteger }) size: number;
  @Column('text') sha256: string;
}
