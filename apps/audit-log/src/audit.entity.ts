import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { genesis } from '@tradepost/proofs/chain';

/** The end of one company's (or, before there is a company, one user's) chain of entries. */
@Entity('chain')
export class ChainRow {
  /** The company's id, or the user's. */
  @PrimaryColumn('uuid') id: string;
  @Column('int', { default: 0 }) length: number;
  @Column('text') head: string;
  /** Entries up to this one were let go; a checkpoint stands for them. */
  @Column('int', { name: 'kept_from', default: 0 }) keptFrom: number;
  /** Hash of the last of them. */
  @Column('text', { name: 'kept_head', default: genesis }) keptHead: string;
}

/** The end a chain had then, signed; only ever inserted. */
@Entity('checkpoint')
export class CheckpointRow {
  @PrimaryColumn('uuid', { name: 'chain_id' }) chainId: string;
  @PrimaryColumn('int') sequence: number;
  @Column('text') head: string;
  @Column('timestamptz') at: Date;
  @Column('text') signature: string;
  /** Thumbprint of the key that signed; null from before keys had names. */
  @Column('text', { name: 'key_id', nullable: true }) keyId: string | null;
}

/** One thing that happened; only ever inserted. */
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
