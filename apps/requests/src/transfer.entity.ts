import type { ArchiveStatus, LicenceTerms } from '@tradepost/contracts/requests';
import type { TransferGrants } from '@tradepost/contracts/sealed';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { safeInteger } from './bigint.column';
import { RequestRow } from './request.entity';

/** What an accepted request delivers. */
@Entity('transfer')
@Index('transfer_request', ['requestId'], { unique: true })
@Index('transfer_remind', ['remindAt'], { where: 'remind_at IS NOT NULL' })
@Index('transfer_uncollected', ['expiresAt'], { where: 'archive_removed_at IS NULL' })
export class TransferRow {
  /** Random, in base64url: it stands in the link, so it must not be guessable. */
  @PrimaryColumn('text') id: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  @Column('text', { name: 'revoke_reason', nullable: true }) revokeReason: string | null;
  /** The folders' terms as they stood at acceptance. */
  @Column('jsonb', { default: [] }) licences: LicenceTerms[];
  /** Of the sealed files, for the present expiry; null without any. */
  @Column('jsonb', { nullable: true }) grants: TransferGrants | null;
  /** Of the archive, and of each file. */
  @Column('int', { name: 'max_downloads', nullable: true }) maxDownloads: number | null;
  @Column('timestamptz', { name: 'first_download_at', nullable: true }) firstDownloadAt: Date | null;
  /** When its receiver is to hear that nothing was downloaded; null once it has, or need not. */
  @Column('timestamptz', { name: 'remind_at', nullable: true }) remindAt: Date | null;
  @Column('timestamptz', { name: 'link_mailed_at', nullable: true }) linkMailedAt: Date | null;
  /** Which build of the archive counts. */
  @Column('int', { default: 1 }) generation: number;
  @Column('text', { name: 'archive_key' }) archiveKey: string;
  @Column('text', { name: 'archive_status', default: 'building' }) archiveStatus: ArchiveStatus;
  @Column('bigint', { name: 'archive_size', nullable: true, transformer: safeInteger }) archiveSize: number | null;
  @Column('timestamptz', { name: 'archive_ready_at', nullable: true }) archiveReadyAt: Date | null;
  /** The transfer ended and its archive is gone from the store. */
  @Column('timestamptz', { name: 'archive_removed_at', nullable: true }) archiveRemovedAt: Date | null;

  @ManyToOne(() => RequestRow)
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'transfer_request_id' })
  request: RequestRow;
}
