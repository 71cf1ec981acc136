import type { MailKind } from '@tradepost/contracts/notification';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Kinds of mail that an address is unsubscribed from, with or without an account. */
@Entity('preference')
export class PreferenceRow {
  @PrimaryColumn('text', { name: 'address_key' }) addressKey: string;
  @Column('text', { array: true }) unwanted: MailKind[];
  /** Links of earlier mails change nothing: another person read them. Null while all count. */
  @Column('timestamptz', { name: 'links_since', nullable: true }) linksSince: Date | null;
}
