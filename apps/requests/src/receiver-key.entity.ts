import { Column, Entity, PrimaryColumn } from 'typeorm';
import { safeInteger } from './bigint.column';

/** The key that sealed files for this person must be given to. */
@Entity('receiver_key')
export class ReceiverKeyRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId: string;
  /** Grows with every change of keys. */
  @Column('bigint', { transformer: safeInteger }) epoch: number;
  /** SHA-256, base64url. */
  @Column('text', { name: 'key_id' }) keyId: string;
}
