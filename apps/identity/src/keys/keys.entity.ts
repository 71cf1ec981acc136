import type { PublicBundle, SealedVault } from '@tradepost/contracts/encryption/sealed';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Public keys of every epoch, because files may still be sealed for earlier ones. */
@Entity('key_bundle')
export class KeyBundleRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @PrimaryColumn('int') epoch: number;
  @Column('jsonb') bundle: PublicBundle;
}

/** The private keys of the newest epoch, wrapped by keys that the server never receives. */
@Entity('vault')
export class VaultRow {
  @PrimaryColumn('uuid', { name: 'account_id' }) accountId: string;
  @Column('int') epoch: number;
  @Column('jsonb') sealed: SealedVault;
  /** As stored before there was a ledger. */
  @Column('text', { nullable: true }) pins: string | null;
  @Column('boolean', { name: 'recovery_saved' }) recoverySaved: boolean;
  /** The earliest epoch of the keys that the vault carries; null if it carries none. */
  @Column('int', { name: 'carried_from', nullable: true }) carriedFrom: number | null;
}
