import type { ArchiveStatus, LicenceTerms } from '@tradepost/contracts/requests';
import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { RequestRow } from '../request/request.entity';

/** The delivery of an accepted request. */
@Entity('transfer')
@Index('transfer_request', ['requestId'], { unique: true })
@Index('transfer_remind', ['remindAt'], { where: 'remind_at IS NOT NULL' })
@Index('transfer_uncollected', ['expiresAt'], { where: 'archive_removed_at IS NULL' })
export class TransferRow {
  /** Random, base64url. It is part of the link, so it must not be guessable. */
  @PrimaryColumn('text') id: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  @Column('text', { name: 'revoke_reason', nullable: true }) revokeReason: string | null;
  /** The folders' terms at the time of acceptance. */
  @Column('jsonb', { default: [] }) licences: LicenceTerms[];
  /** For the sealed files and the current expiry; null without sealed files. */
  @Column('jsonb', { nullable: true }) grants: TransferGrants | null;
  /** Limit for the archive and for each file; null: unlimited. */
  @Column('int', { name: 'max_downloads', nullable: true }) maxDownloads: number | null;
  @Column('timestamptz', { name: 'first_download_at', nullable: true }) firstDownloadAt: Date | null;
  /** When to remind the receiver that nothing was downloaded; null once reminded or not needed. */
  @Column('timestamptz', { name: 'remind_at', nullable: true }) remindAt: Date | null;
  @Column('timestamptz', { name: 'link_mailed_at', nullable: true }) linkMailedAt: Date | null;
  /** Number of the current archive build; results of earlier builds are ignored. */
  @Column('int', { default: 1 }) generation: number;
  @Column('text', { name: 'archive_key' }) archiveKey: string;
  @Column('text', { name: 'archive_status', default: 'building' }) archiveStatus: ArchiveStatus;
  /** Of the archive to be built; it counts until `archiveRemovedAt`. */
  @Column('bigint', { name: 'archive_bytes', default: 0, transformer: safeInteger }) archiveBytes: number;
  @Column('bigint', { name: 'archive_size', nullable: true, transformer: safeInteger }) archiveSize: number | null;
  @Column('timestamptz', { name: 'archive_ready_at', nullable: true }) archiveReadyAt: Date | null;
  /** When the archive was removed from the store after the transfer ended. */
  @Column('timestamptz', { name: 'archive_removed_at', nullable: true }) archiveRemovedAt: Date | null;

  @ManyToOne(() => RequestRow)
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'transfer_request_id' })
  request: RequestRow;
}
