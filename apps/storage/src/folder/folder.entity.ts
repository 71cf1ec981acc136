import type { FileGroup } from '@tradepost/reference/file-types';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('folder')
@Index('folder_name', { synchronize: false })
@Index('folder_listed', { synchronize: false })
export class FolderRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('text', { default: '' }) licence: string;
  /** Live files. Triggers on `file` write it, the service only reads it. */
  @Column({ type: 'integer', name: 'file_count', default: 0, insert: false, update: false }) fileCount: number;
  /** Grows with every change of its live files. Triggers on `file` write it too. */
  @Column({
    type: 'bigint',
    name: 'files_version',
    default: 0,
    insert: false,
    update: false,
    select: false,
    transformer: safeInteger,
  })
  filesVersion: number;
  /** Live files of each type. Triggers on `file` write it too. */
  @Column({ type: 'jsonb', name: 'type_counts', default: {}, insert: false, update: false, select: false })
  typeCounts: Partial<Record<FileGroup, number>>;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** Of its details, or of the set of its files. */
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) updatedAt: Date;
  @Column('timestamptz', { name: 'pinned_at', nullable: true }) pinnedAt: Date | null;
  @Column('timestamptz', { name: 'deleted_at', nullable: true }) deletedAt: Date | null;
}
