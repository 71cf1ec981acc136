import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
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
export class EntryRow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'chain_id' }) chainId: string;
  @Column('int') sequence: number;
  @Column('timestamptz') at: Date;
  @Column('text') action: string;
  @Column('text', { nullable: true }) actor: string | null;
  @Column('uuid', { name: 'actor_id', nullable: true }) actorId: string | null;
  @Column('text', { nullable: true }) ip: string | null;
  @Column('text', { name: 'request_id', nullable: true }) requestId: string | null;
  @Column('text') message: string;
  @Column('text') hash: string;
}

export const auditEntities = [ChainRow, CheckpointRow, EntryRow];
