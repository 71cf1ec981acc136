import type { LimitName } from '@tradepost/contracts/limits/table';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One use of a limited resource. Uses of several limits by one call have the same id. */
@Entity('limit_use')
@Index('limit_use_of_key', ['limit', 'key', 'at'])
@Index('limit_use_at', ['at'])
export class LimitUseRow {
  @PrimaryColumn('uuid') id: string;
  @PrimaryColumn('text', { name: 'limit_name' }) limit: LimitName;
  /** The account, address or network that used it. */
  @PrimaryColumn('text') key: string;
  @Column('int', { default: 1 }) amount: number;
  @Column('timestamptz') at: Date;
}
