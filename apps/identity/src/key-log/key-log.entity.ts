import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A leaf of the key log. Never changed and never deleted, not even with its account. */
@Entity('key_log_entry')
@Unique('key_log_entry_account_id_key_id_key', ['accountId', 'keyId'])
export class KeyLogEntryRow {
  @PrimaryColumn('int') index: number;
  @Column('uuid', { name: 'account_id' }) accountId: string;
  @Column('bytea', { name: 'key_id' }) keyId: Buffer;
  @Column('bytea') entry: Buffer;
}

/** When the log was restarted after a restore from backup: clients that have seen entries which are missing from the backup ask their owner. */
@Entity('key_log_restart')
export class KeyLogRestartRow {
  /** Seconds since 1970. */
  @PrimaryColumn('bigint') began: string;
}

/** The hash of a complete subtree of the key log; `index` counts those of the same level. */
@Entity('key_log_node')
export class KeyLogNodeRow {
  @PrimaryColumn('int') level: number;
  @PrimaryColumn('int') index: number;
  @Column('bytea') hash: Buffer;
}
