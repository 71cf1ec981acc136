import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A company's quota. `used_bytes` counts stored versions and the bytes reserved for uploads under way. */
@Entity('account')
export class StorageAccountRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @Column('text', { name: 'company_name' }) companyName: string;
  @Column('uuid', { name: 'owner_id' }) ownerId: string;
  @Column('bigint', { name: 'total_bytes', transformer: safeInteger }) totalBytes: number;
  @Column('bigint', { name: 'used_bytes', default: 0, transformer: safeInteger }) usedBytes: number;
  /** Time of the identity event that set name and owner; an older event changes nothing. */
  @Column('timestamptz', { name: 'saved_at', nullable: true }) savedAt: Date | null;
  /** The company accepts end-to-end encrypted files only. */
  @Column('boolean', { name: 'require_e2e', default: false }) requireE2E: boolean;
  /** Time of the identity event that set `require_e2e`; an older event changes nothing. */
  @Column('timestamptz', { name: 'sealing_said_at', nullable: true }) sealingChangedAt: Date | null;
}
