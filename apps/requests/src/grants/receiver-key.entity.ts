import { Column, Entity, PrimaryColumn } from 'typeorm';
import { safeInteger } from '@tradepost/service-kit/database/bigint.column';

/** The public key to which files for this person must be sealed. */
@Entity('receiver_key')
export class ReceiverKeyRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  /** Grows with every change of keys. */
  @Column('bigint', { transformer: safeInteger }) epoch: number;
  /** SHA-256, base64url. */
  @Column('text', { name: 'key_id' }) keyId: string;
  /** Identifies the same keys in grants from before addresses were part of them; SHA-256, base64url. Null until the keys were read. */
  @Column('text', { name: 'pair_id', nullable: true }) pairId: string | null;
  /** Ids of keys of earlier epochs, by which grants may name them: their owner still opens what was sealed to them. */
  @Column('text', { array: true, default: [] }) former: string[];
}
