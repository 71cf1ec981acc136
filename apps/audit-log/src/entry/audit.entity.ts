import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { genesis } from '@tradepost/proofs/chain';

/** The end of a chain of entries: one per company, and one per user without a company. */
@Entity('chain')
export class ChainRow {
  /** The company's id, or the user's. */
  @PrimaryColumn('uuid') id: string;
  @Column('int', { default: 0 }) length: number;
  @Column('text') head: string;
  /** Entries up to this one were pruned; a checkpoint replaces them. */
  @Column('int', { name: 'kept_from', default: 0 }) keptFrom: number;
  /** Hash of the last of them. */
  @Column('text', { name: 'kept_head', default: genesis }) keptHead: string;
}

/** The signed end of a chain at one time; insert only. */
@Entity('checkpoint')
export class CheckpointRow {
  @PrimaryColumn('uuid', { name: 'chain_id' }) chainId: string;
  @PrimaryColumn('int') sequence: number;
  @Column('text') head: string;
  @Column('timestamptz') at: Date;
  @Column('text') signature: string;
  /** Thumbprint of the signing key; null in checkpoints from before key ids existed. */
  @Column('text', { name: 'key_id', nullable: true }) keyId: string | null;
}

/** One event in one chain; insert only. */
@Entity('entry')
@Index('entry_of_chain', ['chainId', 'sequence'], { unique: true })
@Index('entry_newest', ['chainId', 'at', 'id'])
@Index('entry_at', ['at', 'id'])
@Index('entry_reference', ['reference'], { where: 'reference IS NOT NULL' })
export class EntryRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'chain_id' }) chainId: string;
  @Column('int') sequence: number;
  @Column('timestamptz') at: Date;
  @Column('text') action: string;
  /** E-mail address, IP address and message with references to `EntryTextRow`. */
  @Column('text', { nullable: true }) actor: string | null;
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { nullable: true }) ip: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('text') message: string;
  @Column('text') hash: string;
  /** One for each personal text, in the order of their places; hashed in their place. */
  @Column('text', { array: true }) commitments: string[];
  /** Id of the request that it is about. Only to find the entry: the hash does not cover it. */
  @Column('uuid', { nullable: true }) reference: string | null;
}

/** A personal text of an entry. Erasure empties it. */
@Entity('entry_text')
@Index('entry_text_subject', ['subject'])
export class EntryTextRow {
  @PrimaryColumn('uuid', { name: 'entry_id' }) entryId: string;
  @PrimaryColumn('smallint') place: number;
  /** What an erasure names: an address key, the id of a user or company, or one of a few words. */
  @Column('text', { nullable: true }) subject: string | null;
  @Column('bytea', { nullable: true }) salt: Buffer | null;
  @Column('text', { nullable: true }) text: string | null;
  /** The entry about the deleted account. */
  @Column('uuid', { name: 'erased_by', nullable: true }) erasedBy: string | null;

  @ManyToOne(() => EntryRow, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'entry_id', foreignKeyConstraintName: 'entry_text_entry' })
  entry?: EntryRow;
}

/** An erased subject: events from before its erasure that arrive later restore no text. */
@Entity('erasure')
export class ErasureRow {
  @PrimaryColumn('text') subject: string;
  /** Infinity for ids, which nobody gets again. An address can get a new account. */
  @Column('timestamptz') at: Date;
  @Column('uuid', { name: 'erased_by' }) erasedBy: string;
}

export const auditEntities = [ChainRow, CheckpointRow, EntryRow, EntryTextRow, ErasureRow];
