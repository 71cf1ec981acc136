import type { PublicBundle, SealedVault } from '@tradepost/contracts/sealed';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Public keys of every epoch: what was sealed for earlier ones can still be told apart. */
@Entity('key_bundle')
export class KeyBundleRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @PrimaryColumn('int') epoch: number;
  @Column('jsonb') bundle: PublicBundle;
}

/** The private keys of the newest epoch, wrapped by keys that the server never has. */
@Entity('vault')
export class VaultRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('int') epoch: number;
  @Column('jsonb') sealed: SealedVault;
  @Column('text') pins: string;
  @Column('int') revision: number;
  @Column('boolean', { name: 'recovery_saved' }) recoverySaved: boolean;
}

/** One row: what the salts of addresses without an account are made of. Kept here, so that it is every replica's and outlives every rotation. */
@Entity('salt_key')
export class SaltKeyRow {
  @PrimaryColumn('int') id: number;
  @Column('bytea') key: Buffer;
}
