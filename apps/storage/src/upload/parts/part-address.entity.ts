import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UploadRow } from '../upload.entity';

/**
 * The only content that a part of a multipart upload may have, from its first address, or from the first time that an object is joined as this part. Some stores, such as
 * OpenStack Swift, take a part even after they have joined it: then it must be the same.
 */
@Entity('upload_part_address')
@Check('upload_part_address_content', '(md5 IS NULL) <> (sha256 IS NULL)')
export class PartAddressRow {
  @ForeignKey(() => UploadRow, { name: 'upload_part_address_upload', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId: string;
  @PrimaryColumn('integer') number: number;
  /** Of the content that has an address. */
  @Column('text', { nullable: true }) md5: string | null;
  /** Of an object; its part has no address. */
  @Column('text', { nullable: true }) sha256: string | null;
}
