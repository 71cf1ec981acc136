import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser that has signed in to the account. Strangers cannot use up its limits. */
@Entity('known_device')
@Index('known_device_device', ['device'])
export class KnownDeviceRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  /** SHA-256 of the browser's device cookie. */
  @PrimaryColumn('text') device: string;
  @Column('timestamptz', { name: 'signed_in_at' }) signedInAt: Date;
}
