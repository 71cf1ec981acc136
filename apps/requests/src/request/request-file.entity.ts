import type { Mode } from '@tradepost/contracts/encryption/sealed';
import type { FileTerms } from '@tradepost/contracts/storage';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';
import { RequestRow } from './request.entity';

@Entity('request_file')
@Index('request_file_file', ['fileId'])
export class RequestFileRow {
  @PrimaryColumn('uuid', { name: 'request_id' }) requestId: string;
  /** From 0, in the order of the request. */
  @PrimaryColumn('int') position: number;
  @Column('uuid', { name: 'file_id' }) fileId: string;
  @Column('text') name: string;
  @Column('text') mimetype: string;
  @Column('bigint', { transformer: safeInteger }) size: number;
  @Column('text', { name: 'folder_name' }) folderName: string;
  @Column('text', { default: 'managed' }) mode: Mode;
  /** At the time of the request. */
  @Column('jsonb', { nullable: true }) terms: FileTerms | null;

  @ManyToOne(() => RequestRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'request_id', foreignKeyConstraintName: 'request_file_request' })
  request: RequestRow;
}
