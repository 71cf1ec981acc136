import type { FileProfile } from '@tradepost/contracts/storage';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { FileRow } from '../file/file.entity';

export interface Part {
  objectKey: string;
  size: number;
}

/**
 * Bytes that become a version of a file. A new file's row is inserted with its upload and reserves id and name.
 * A committed upload stays for a while, to answer a repeated call.
 */
@Entity('upload')
@Check('upload_lease', '(lease_until IS NULL) = (committed_at IS NOT NULL)')
@Check('upload_numbers', 'size >= 0 AND received_bytes >= 0 AND version >= 1')
@Check(
  'upload_seal',
  '(wrapped_key IS NULL) = (sealed_meta IS NULL) AND (wrapped_key IS NULL) = (owner_id IS NULL) AND (wrapped_key IS NULL) = (sealed_size IS NULL) AND (wrapped_key IS NULL OR version IS NOT NULL)',
)
@Check('upload_copied', 'copied_bytes >= 0 AND (copied_bytes = 0 OR (version > 1 AND sealed_size > copied_bytes))')
@Check('upload_in_place', 'NOT in_place OR (wrapped_key IS NOT NULL AND version > 1)')
@Index('upload_key', ['companyId', 'uploadKey'], { unique: true, where: 'upload_key IS NOT NULL' })
@Index('upload_new_file', ['fileId'], { unique: true, where: 'version = 1' })
@Index('upload_of_file', ['fileId'])
@Index('upload_expiry', ['leaseUntil'], { where: 'lease_until IS NOT NULL' })
@Index('upload_committed', ['committedAt'], { where: 'committed_at IS NOT NULL' })
@Index('upload_company', ['companyId'], { where: 'lease_until IS NOT NULL' })
export class UploadRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @ForeignKey(() => FileRow, { name: 'upload_file', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'file_id' })
  fileId: string;
  /** The version it becomes: 1 for a new file, that of the header for a sealed one. Null: the next at the commit. */
  @Column('integer', { nullable: true }) version: number | null;
  @Column('text', { name: 'object_key' }) objectKey: string;
  /** The file's name on the sender's machine. */
  @Column('text', { name: 'original_name' }) originalName: string;
  /** User and idempotency key of the call: identifies a repeat within a day. */
  @Column('text', { name: 'upload_key', nullable: true }) uploadKey: string | null;
  /** The upload ends then unless it is committed; null once it is. */
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil: Date | null;
  @Column('timestamptz', { name: 'committed_at', nullable: true }) committedAt: Date | null;
  /** Bytes of content that the quota reserves. */
  @Column('bigint', { transformer: safeInteger }) size: number;
  /** Of an upload in parts: how many bytes are stored, and their objects in order. */
  @Column('bigint', { name: 'received_bytes', default: 0, transformer: safeInteger }) receivedBytes: number;
  @Column('jsonb', { default: [] }) parts: Part[];
  /** The multipart upload of the store that has its numbered parts, from the first one that is sent straight to the store. */
  @Column('text', { name: 'multipart_id', nullable: true }) multipartId: string | null;
  /** As the sender declares it for a sealed file. Empty for a managed file: it is detected from the bytes. */
  @Column('text', { name: 'mime_type', default: '' }) mimeType: string;
  /** Bytes of the sealed file; this, the owner, the key and the metadata are null for a managed one. */
  @Column('bigint', { name: 'sealed_size', nullable: true, transformer: safeInteger }) sealedSize: number | null;
  /** How many of them are not sent, but copied from the version that is replaced. */
  @Column('bigint', { name: 'copied_bytes', default: 0, transformer: safeInteger }) copiedBytes: number;
  @Column('uuid', { name: 'owner_id', nullable: true }) ownerId: string | null;
  @Column('text', { name: 'wrapped_key', nullable: true }) wrappedKey: string | null;
  @Column('text', { name: 'sealed_meta', nullable: true }) sealedMeta: string | null;
  /** The commit makes the managed versions before it due at once. */
  @Column('boolean', { name: 'in_place', default: false }) inPlace: boolean;
  /** Terms of the file from the commit on. */
  @Column('text') category: string;
  @Column('text') currency: string;
  @Column('numeric', { precision: 24, scale: 6 }) price: string;
  @Column('bigint', { name: 'number_of_records', transformer: safeInteger }) numberOfRecords: number;
  @Column('numeric', { name: 'total_amount', precision: 40, scale: 2 }) totalAmount: string;
  @Column('text', { nullable: true, select: false }) preview: string | null;
  @Column('jsonb', { nullable: true, select: false }) profile: FileProfile | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}
