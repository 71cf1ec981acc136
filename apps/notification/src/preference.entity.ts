import type { MailKind } from '@tradepost/contracts/notification';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Mails an address does without, whether or not it has an account. */
@Entity('preference')
export class PreferenceRow {
  /** Lower case. */
  @PrimaryColumn('text') email: string;
  @Column('text', { array: true }) unwanted: MailKind[];
}
