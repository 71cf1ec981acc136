import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An object that a transfer needs until then, even if its file is replaced or deleted. */
@Entity('hold')
@Index('hold_object', ['objectKey'])
@Index('hold_until', ['until'])
export class HoldRow {
  @PrimaryColumn('text', { name: 'transfer_id' }) transferId: string;
  @PrimaryColumn('text', { name: 'object_key' }) objectKey: string;
  @Column('uuid', { name: 'company_id' }) companyId: string;
  @Column('timestamptz') until: Date;
}
