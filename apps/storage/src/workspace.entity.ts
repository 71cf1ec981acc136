import type { Scan } from '@tradepost/contracts/scan';
import type { FileProfile } from '@tradepost/contracts/storage';
import type { FileGroup } from '@tradepost/reference/file-types';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** bigint as a number: sizes, counts and CRCs stay far below 2^53. */
const integer = { to: (value: number) => value, from: (value: string) => Number(value) };
const optionalInteger = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

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
  /** The company takes end-to-end encrypted files alone, as identity says; likewise. */
  @Column('boolean', { name: 'require_e2e', default: false }) requireE2E: boolean;
  @Column('timestamptz', { name: 'sealing_said_at', nullable: true }) sealingSaidAt: Date | null;
}

@Entity('folder')
@Index('folder_name', { synchronize: false })
export class FolderRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: '' }) licence: string;
  /** Ready files that are not deleted; kept by the database itself, to be read only. */
  @Column({ type: 'integer', name: 'file_count', default: 0, insert: false, update: false }) fileCount: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** Its details, or which files it has. */
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}

/** `replaced` is an earlier version of the file that it `replaces`. */
export type FileState = 'uploading' | 'ready' | 'replaced';

export interface Part {
  objectKey: string;
  size: number;
}

@Entity('file')
@Index('file_name', { synchronize: false })
@Index('file_upload_key', ['companyId', 'uploadKey'], { unique: true, where: 'upload_key IS NOT NULL' })
@Index('file_company', ['companyId'])
@Index('file_newest', { synchronize: false })
@Index('file_updated', { synchronize: false })
@Index('file_size', { synchronize: false })
@Index('file_type', { synchronize: false })
@Index('file_sorted', { synchronize: false })
@Index('file_bin', ['companyId', 'deletedAt'], { where: "state = 'ready' AND deleted_at IS NOT NULL" })
@Index('file_purge', ['purgeAt'], { where: 'purge_at IS NOT NULL' })
@Index('file_upload', ['uploadId'], { unique: true, where: 'upload_id IS NOT NULL' })
@Index('file_replaces', ['replaces'], { where: 'replaces IS NOT NULL' })
@Index('file_lease', ['leaseUntil'], { where: "state = 'uploading'" })
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
  /** As it was called where it came from, which is what its type is told by. */
  @Column('text', { name: 'original_name', default: '' }) originalName: string;
  /** Of an upload in parts: how far it has come, and where the parts stand. */
  @Column('bigint', { name: 'received_bytes', default: 0, transformer: integer }) receivedBytes: number;
  @Column('jsonb', { default: [] }) parts: Part[];
  @Column('text', { default: '' }) mimetype: string;
  @Column('text', { name: 'file_group', default: 'other' }) fileGroup: FileGroup;
  /** Bytes of content; while uploading, what is reserved. */
  @Column('bigint', { transformer: integer }) size: number;
  /** Of the object, as is the CRC. */
  @Column('text', { default: '' }) sha256: string;
  @Column('bigint', { default: 0, transformer: integer }) crc32: number;
  @Column('text', { default: 'none' }) scan: Scan;
  @Column('text') category: string;
  @Column('text') currency: string;
  @Column('numeric', { precision: 24, scale: 6 }) price: string;
  @Column('bigint', { name: 'number_of_records', transformer: integer }) numberOfRecords: number;
  @Column('numeric', { name: 'total_amount', precision: 40, scale: 2 }) totalAmount: string;
  @Column('integer', { default: 1 }) version: number;
  /** The file whose earlier version this is, or whose next version is on its way. */
  @Column('uuid', { nullable: true }) replaces: string | null;
  /** The file id in the header of a sealed file, which is the file's own, and all that follows it here; null where the bytes are managed. */
  @Column('uuid', { name: 'sealed_id', nullable: true }) sealedId: string | null;
  /** The user whose vault key its key is wrapped under. */
  @Column('uuid', { name: 'owner_id', nullable: true }) ownerId: string | null;
  @Column('text', { name: 'wrapped_key', nullable: true }) wrappedKey: string | null;
  @Column('text', { name: 'sealed_meta', nullable: true }) sealedMeta: string | null;
  /** Bytes of the object; while uploading, what was announced. */
  @Column('bigint', { name: 'sealed_size', nullable: true, transformer: optionalInteger }) sealedSize: number | null;
  /** Of an upload: managed versions before it go with its commit. */
  @Column('boolean', { name: 'in_place', default: false }) inPlace: boolean;
  /** The upload that made it, where that has no row of its own any more. */
  @Column('uuid', { name: 'upload_id', nullable: true }) uploadId: string | null;
  /** The whole file may be read before access to it. */
  @Column('boolean', { default: false }) sample: boolean;
  @Column('boolean', { name: 'has_preview', default: false }) hasPreview: boolean;
  @Column('text', { nullable: true, select: false }) preview: string | null;
  @Column('jsonb', { nullable: true, select: false }) profile: FileProfile | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** When these bytes came. */
  @Column('timestamptz', { name: 'content_at', default: () => 'now()' }) contentAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
  /** Deleted or replaced, it goes then, unless a transfer holds its bytes. */
  @Column('timestamptz', { name: 'purge_at', nullable: true }) purgeAt: Date | null;
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
  /** Access ends then. */
  @Column('timestamptz', { nullable: true }) until: Date | null;
}

/** Bytes that a transfer needs until then, whatever becomes of their file. */
@Entity('hold')
@Index('hold_object', ['objectKey'])
@Index('hold_until', ['until'])
export class HoldRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  @PrimaryColumn('text', { name: 'object_key' }) objectKey: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('timestamptz') until: Date;
}

/** A partnership, as identity said last: unless it ended, `email` (lower case) may see what `companyId` delivers to it. */
@Entity('partner')
export class PartnerRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text') email: string;
  /** An end is kept for a while, so that an acceptance that comes late does not undo it. */
  @Column('boolean', { default: false }) ended: boolean;
  /** When identity said so. */
  @Column('timestamptz', { name: 'changed_at', default: () => "'-infinity'" }) changedAt: Date;
}

export const storageEntities = [AccountRow, FolderRow, FileRow, ShareRow, PartnerRow, HoldRow];
