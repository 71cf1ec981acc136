import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An address that a folder is delivered to. */
@Entity('share')
@Index('share_address', ['folderId', 'addressKey'], { unique: true })
@Index('share_of_address', ['addressKey'])
export class ShareRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'folder_id' }) folderId: string;
  /** As the sender entered it. */
  @Column('text') email: string;
  @Column('text', { name: 'address_key' }) addressKey: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  /** Access ends then; null when it does not end. */
  @Column('timestamptz', { nullable: true }) until: Date | null;
  /** The state of the partnership when the folder was last delivered; an end of an earlier state does not touch it. */
  @Column('int', { name: 'partnership_version', default: 0 }) partnershipVersion: number;
}

/** A partnership from identity: until it ends, the address sees the folders that `companyId` delivers to it. */
@Entity('partner')
export class PartnerRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text', { name: 'address_key' }) addressKey: string;
  /** The row of an ended partnership stays for a while, so that a late acceptance event does not undo the end. */
  @Column('boolean', { default: false }) ended: boolean;
  /** Of the newest event from identity; older ones change nothing. */
  @Column('int', { default: 0 }) version: number;
  /** When that event arrived. */
  @Column('timestamptz', { name: 'changed_at', default: () => "'-infinity'" }) changedAt: Date;
}
