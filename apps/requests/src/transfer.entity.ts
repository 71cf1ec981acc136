import type { ArchiveStatus } from '@tradepost/contracts/requests';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { safeInteger } from './bigint.column';
import { RequestRow } from './request.entity';

/** What an accepted request delivers. */
@Entity('transfer')
@Index('transfer_request', ['requestId'], { unique: true })
export class TransferRow {
  /** 32 random bytes in base64url: it stands in the link, so it must not be guessable. */
  @PrimaryColumn('text') id: string;
  @Column('uuid', { name: 'request_id' }) requestId: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null;
  /** Which build of the archive counts. */
  @Column('int', { default: 1 }) generation: number;
  @Column('text', { name: 'archive_key' }) archiveKey: string;
  @Column('text', { name: 'archive_status', default: 'building' }) archiveStatus: ArchiveStatus;
  @Column('bigint', { name: 'archive_size', nullable: true, transformer: safeInteger }) archiveSize: number | null;
  @Column('timestamptz', { name: 'archive_ready_at', nullable: true }) archiveReadyAt: Date | null;

  @ManyToOne(() => RequestRow)
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'transfer_request_id' })
  request: RequestRow;
}
