import type { LimitName } from '@tradepost/contracts/limits/table';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A limit that a key has reached in the last days, in any service. */
@Entity('reached_limit')
@Index('reached_limit_last', ['lastAt'])
export class ReachedLimitRow {
  @PrimaryColumn('text', { name: 'limit_name' }) limit: LimitName;
  @PrimaryColumn('text') key: string;
  /** Refused calls. */
  @Column('int') times: number;
  @Column('timestamptz', { name: 'first_at' }) firstAt: Date;
  @Column('timestamptz', { name: 'last_at' }) lastAt: Date;
}
