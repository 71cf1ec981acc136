import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UploadRow } from '../upload.entity';

/** A stored part of an upload in numbered parts. */
@Entity('upload_part')
@Check('upload_part_numbers', 'number > 0 AND size > 0')
@Check('upload_part_place', 'object_key IS NOT NULL OR (md5 IS NOT NULL AND crc32 IS NOT NULL)')
export class UploadPartRow {
  @ForeignKey(() => UploadRow, { name: 'upload_part_upload', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId: string;
  @PrimaryColumn('integer') number: number;
  /** Null: in the multipart upload. */
  @Column('text', { name: 'object_key', nullable: true }) objectKey: string | null;
  /** Bytes. */
  @Column('bigint', { transformer: safeInteger }) size: number;
  @Column('text') sha256: string;
  /** Of a part in the multipart upload. */
  @Column('text', { nullable: true }) md5: string | null;
  /** Null for a part from a gateway of the release before, and for an object that its client sent straight to the store. */
  @Column('bigint', { nullable: true, transformer: safeInteger }) crc32: number | null;
}
