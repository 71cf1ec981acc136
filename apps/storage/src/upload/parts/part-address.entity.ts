import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UploadRow } from '../upload.entity';

/**
 * The only content for which a part of a multipart upload has an address. Some stores, such as OpenStack Swift, take a part even after they have joined it: then it
 * must be the same.
 */
@Entity('upload_part_address')
export class PartAddressRow {
  @ForeignKey(() => UploadRow, { name: 'upload_part_address_upload', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'upload_id' })
  uploadId: string;
  @PrimaryColumn('integer') number: number;
  @Column('text') md5: string;
}
