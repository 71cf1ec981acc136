import type { FileProfile } from '@tradepost/contracts/storage';
import type { Scan } from '@tradepost/contracts/values/scan';
import type { FileGroup } from '@tradepost/reference/file-types';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { FolderRow } from '../folder/folder.entity';

/**
 * A file's identity, name and terms. Without a current version it is an upload that has not been committed,
 * or, once deleted, the owner of earlier versions that a transfer still holds.
 */
@Entity('file')
@ForeignKey(() => FileVersionRow, ['id', 'currentVersion'], ['fileId', 'version'], {
  name: 'file_current_version',
  deferrable: 'INITIALLY IMMEDIATE',
})
@Check('file_amounts', 'size >= 0 AND price >= 0 AND number_of_records >= 0 AND total_amount >= 0')
@Check('file_purge_deleted', 'purge_at IS NULL OR deleted_at IS NOT NULL')
@Index('file_name', { synchronize: false })
@Index('file_company', ['companyId'])
@Index('file_newest', { synchronize: false })
@Index('file_updated', { synchronize: false })
@Index('file_size', { synchronize: false })
@Index('file_type', { synchronize: false })
@Index('file_of_type', { synchronize: false })
@Index('file_sorted', { synchronize: false })
@Index('file_level', { synchronize: false })
@Index('file_bin', ['companyId', 'deletedAt'], { where: 'current_version IS NOT NULL AND deleted_at IS NOT NULL' })
@Index('file_purge', ['purgeAt'], { where: 'purge_at IS NOT NULL' })
export class FileRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @ForeignKey(() => FolderRow, { name: 'file_folder' })
  @Column('uuid', { name: 'folder_id' })
  folderId: string;
  /** With the directory inside the folder: `2026/orders/jan.csv`. */
  @Column('text') name: string;
  @Column('integer', { name: 'current_version', nullable: true }) currentVersion: number | null;
  /** Size, type and group repeat those of the current version: the indexes of sorted lists need them here. */
  @Column('bigint', { default: 0, transformer: safeInteger }) size: number;
  @Column('text', { name: 'mime_type', default: '' }) mimeType: string;
  @Column('text', { name: 'file_group', default: 'other' }) fileGroup: FileGroup;
  @Column('text') category: string;
  @Column('text') currency: string;
  @Column('numeric', { precision: 24, scale: 6 }) price: string;
  @Column('bigint', { name: 'number_of_records', transformer: safeInteger }) numberOfRecords: number;
  @Column('numeric', { name: 'total_amount', precision: 40, scale: 2 }) totalAmount: string;
  /** Receivers may read the whole file before they have access to it. */
  @Column('boolean', { default: false }) sample: boolean;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  /** When the current version of a deleted file is purged, unless a transfer holds it. */
  @Column('timestamptz', { name: 'purge_at', nullable: true }) purgeAt: Date | null;
}

/** A file's bytes and their hashes at one time. */
@Entity('file_version')
@Check(
  'file_version_seal',
  '(wrapped_key IS NULL) = (sealed_meta IS NULL) AND (wrapped_key IS NULL) = (owner_id IS NULL) AND (wrapped_key IS NULL) = (sealed_size IS NULL)',
)
@Check('file_version_numbers', 'version >= 1 AND size >= 0')
@Index('file_version_company', ['companyId'])
@Index('file_version_object', ['objectKey'])
@Index('file_version_purge', ['purgeAt'], { where: 'purge_at IS NOT NULL' })
export class FileVersionRow {
  @ForeignKey(() => FileRow, { name: 'file_version_file', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'file_id' })
  fileId: string;
  @PrimaryColumn('integer') version: number;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text', { name: 'mime_type' }) mimeType: string;
  /** Bytes of content. */
  @Column('bigint', { transformer: safeInteger }) size: number;
  /** Lower-case hex, of the object, as is the CRC. */
  @Column('text', { default: '' }) sha256: string;
  @Column('bigint', { default: 0, transformer: safeInteger }) crc32: number;
  @Column('text', { default: 'none' }) scan: Scan;
  /** Bytes of the object; this and the next three are null for a managed version. */
  @Column('bigint', { name: 'sealed_size', nullable: true, transformer: safeInteger }) sealedSize: number | null;
  /** The user with the vault key that wraps `wrapped_key`. */
  @Column('uuid', { name: 'owner_id', nullable: true }) ownerId: string | null;
  @Column('text', { name: 'wrapped_key', nullable: true }) wrappedKey: string | null;
  @Column('text', { name: 'sealed_meta', nullable: true }) sealedMeta: string | null;
  @Column('boolean', { name: 'has_preview', default: false }) hasPreview: boolean;
  @Column('text', { nullable: true, select: false }) preview: string | null;
  @Column('jsonb', { nullable: true, select: false }) profile: FileProfile | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** When a replaced version is purged, unless a transfer holds it. Null for the current version. */
  @Column('timestamptz', { name: 'purge_at', nullable: true }) purgeAt: Date | null;
}

/** A file with the version it has now. */
export type CurrentFile = FileRow & { current: FileVersionRow };
