import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** An entry of a user's ledger, sealed by the user. The constraints make each follow the one before it. */
@Entity('ledger_entry')
@Check('ledger_entry_follows', 'previous IS NOT DISTINCT FROM nullif(seq - 1, 0)')
@ForeignKey(() => LedgerEntryRow, ['accountId', 'epoch', 'previous'], ['accountId', 'epoch', 'seq'], {
  name: 'ledger_entry_previous',
})
export class LedgerEntryRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @PrimaryColumn('int') epoch: number;
  @PrimaryColumn('int') seq: number;
  /** Number of the entry before it; null for the first. */
  @Column('int', { nullable: true }) previous: number | null;
  @Column('text') sealed: string;
}
