import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** bigint as a number: sizes, counts and CRCs stay far below 2^53. */
const integer = { to: (value: number) => value, from: (value: string) => Number(value) };

/** A company's room. `used_bytes` counts what is stored and what is reserved for uploads under way. */
@Entity('account')
export class AccountRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('text', { name: 'company_name' }) companyName: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('bigint', { name: 'total_bytes', transformer: integer }) totalBytes: number;
  @Column('bigint', { name: 'used_bytes', default: 0, transformer: integer }) usedBytes: number;
  /** When identity said the name and the owner; an older word that comes later changes nothing. */
  @Column('timestamptz', { name: 'saved_at', nullable: true }) savedAt: Date | null;
}

@Entity('folder')
@Index('folder_name', { synchronize: false })
export class FolderRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') name: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

export type FileState = 'uploading' | 'ready';

@Entity('file')
@Index('file_name', { synchronize: false })
@Index('file_upload_key', ['companyId', 'uploadKey'], { unique: true, where: 'upload_key IS NOT NULL' })
@Index('file_company', ['companyId'])
@Index('file_size', ['folderId', 'size', 'id'], { where: "state = 'ready' AND deleted_at IS NULL" })
@Index('file_updated', ['folderId', 'updatedAt', 'id'], { where: "state = 'ready' AND deleted_at IS NULL" })
@Index('file_newest', ['folderId', 'createdAt', 'id'], { where: "state = 'ready' AND deleted_at IS NULL" })
@Index('file_lease', ['leaseUntil'], { where: "state = 'uploading'" })
@Index('file_deleted', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
export class FileRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('uuid', { name: 'folder_id' }) folderId: string;
  @Column('text') name: string;
  @Column('text', { name: 'object_key' }) objectKey: string;
  @Column('text') state: FileState;
  /** An upload not committed by then is over. */
  @Column('timestamptz', { name: 'lease_until', nullable: true }) leaseUntil: Date | null;
  /** User and idempotency key of the upload: a repeat within a day is told apart by it. */
  @Column('text', { name: 'upload_key', nullable: true }) uploadKey: string | null;
  @Column('text', { default: '' }) mimetype: string;
  /** Bytes; while uploading, what is reserved. */
  @Column('bigint', { transformer: integer }) size: number;
  @Column('text', { default: '' }) sha256: string;
  @Column('bigint', { default: 0, transformer: integer }) crc32: number;
  @Column('text') category: string;
  @Column('text') currency: string;
  @Column('numeric', { precision: 24, scale: 6 }) price: string;
  @Column('bigint', { name: 'number_of_records', transformer: integer }) numberOfRecords: number;
  @Column('numeric', { name: 'total_amount', precision: 40, scale: 2 }) totalAmount: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

/** An address that a folder is delivered to; as given, unique without case. */
@Entity('share')
@Index('share_once', { synchronize: false })
@Index('share_of_email', { synchronize: false })
export class ShareRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'folder_id' }) folderId: string;
  @Column('text') email: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
}

/** A partnership that was accepted, as identity said: `email` (lower case) may see what `companyId` delivers to it. */
@Entity('partner')
export class PartnerRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text') email: string;
}

export const storageEntities = [AccountRow, FolderRow, FileRow, ShareRow, PartnerRow];
