import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The end of one company's (or, before there is a company, one user's) chain of entries. */
@Entity('chain')
export class ChainRow {
  /** The company's id, or the user's. */
  @PrimaryColumn('uuid') id: string;
  @Column('int', { default: 0 }) length: number;
  @Column('text') head: string;
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

export const auditEntities = [ChainRow, EntryRow];
