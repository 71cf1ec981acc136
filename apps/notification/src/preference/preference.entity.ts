import type { MailKind } from '@tradepost/contracts/notification';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Kinds of mail that an address is unsubscribed from, with or without an account. */
@Entity('preference')
export class PreferenceRow {
  @PrimaryColumn('text', { name: 'address_key' }) addressKey: string;
  @Column('text', { array: true }) unwanted: MailKind[];
}
