import { Injectable } from '@nestjs/common';
import type { ContactKeys, PublicBundle, StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { Db } from '@tradepost/service-kit/database/database';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { PasskeyRow } from '../passkey/passkey.entity';
import { RecoverySetRow } from '../recovery/recovery.entity';
import { KeyBundleRow, VaultRow } from './keys.entity';

/** A person's stored keys. Lock the account before changing them. */
@Injectable()
export class KeysRepository {
  constructor(private readonly db: Db) {}

  vaultOf(accountId: string, from: Tx = this.db.read): Promise<VaultRow | null> {
    return sql(from).findOneBy(VaultRow, { accountId });
  }

  /** Whether the password of the account opens keys: its vault, or the person's key. */
  async holdsAny(accountId: string): Promise<boolean> {
    const rows = await sql(this.db.read).query<unknown[]>(
      'SELECT 1 FROM vault WHERE account_id = $1 UNION ALL SELECT 1 FROM person_key WHERE account_id = $1',
      [accountId],
    );
    return rows.length > 0;
  }

  /** 0 without a vault. */
  async epochOf(accountId: string, from?: Tx): Promise<number> {
    return (await this.vaultOf(accountId, from))?.epoch ?? 0;
  }

  async storedOf(accountId: string, from: Tx = this.db.read): Promise<StoredKeys | null> {
    const [stored] = (await sql(from).query(
      `SELECT b.bundle, v.sealed AS vault, v.pins, v.recovery_saved AS "recoverySaved"
       FROM vault v JOIN key_bundle b USING (account_id, epoch) WHERE v.account_id = $1`,
      [accountId],
    )) as StoredKeys[];
    return stored ?? null;
  }

  /** Stores a new epoch; its vault replaces the previous one, and neither passkeys nor shares of members open it. @param carriedFrom see `VaultRow` */
  async insertEpoch(
    tx: Tx,
    accountId: string,
    { bundle, vault, pins, recoverySaved }: StoredKeys,
    carriedFrom: number | null = null,
  ): Promise<void> {
    const { epoch } = bundle;
    await sql(tx).insert(KeyBundleRow, { accountId, epoch, bundle });
    await sql(tx).upsert(VaultRow, { accountId, epoch, sealed: vault, pins, recoverySaved, carriedFrom }, [
      'accountId',
    ]);
    await sql(tx).update(PasskeyRow, { accountId }, { wrap: null, wrapEpoch: null });
    await sql(tx).delete(RecoverySetRow, { accountId });
  }

  async restate(tx: Tx, accountId: string, bundle: PublicBundle): Promise<void> {
    await sql(tx).update(KeyBundleRow, { accountId, epoch: bundle.epoch }, { bundle });
  }

  async updateVault(tx: Tx, accountId: string, changed: Partial<Omit<VaultRow, 'accountId' | 'epoch'>>): Promise<void> {
    await sql(tx).update(VaultRow, accountId, changed);
  }

  /** A person's public keys, and those of the earlier epochs that the vault carries. */
  async bundleOf(
    userId: string,
    from: Tx = this.db.read,
  ): Promise<{ email: string; bundle: PublicBundle | null; former: PublicBundle[] } | null> {
    const [found] = (await sql(from).query(
      `SELECT a.email, b.bundle,
              (SELECT coalesce(jsonb_agg(f.bundle ORDER BY f.epoch), '[]') FROM key_bundle f
               WHERE f.account_id = a.id AND f.epoch >= v.carried_from AND f.epoch < v.epoch) AS former
       FROM account a LEFT JOIN vault v ON v.account_id = a.id LEFT JOIN key_bundle b ON b.account_id = a.id AND b.epoch = v.epoch
       WHERE a.id = $1`,
      [userId],
    )) as { email: string; bundle: PublicBundle | null; former: PublicBundle[] }[];
    return found ?? null;
  }

  /** Keys of the partners: the other side of accepted invitations, in both directions. */
  contactsOf({ userId, companyId }: { userId: string; companyId: string | null }): Promise<ContactKeys[]> {
    return sql(this.db.read).query(
      `SELECT a.id AS "userId", a.email, c.company_name AS "companyName", b.bundle
       FROM account a LEFT JOIN company c ON c.owner_id = a.id LEFT JOIN vault v ON v.account_id = a.id
       LEFT JOIN key_bundle b ON b.account_id = a.id AND b.epoch = v.epoch
       WHERE a.id <> $1 AND a.id IN (
         SELECT inviter.owner_id FROM invitation i JOIN company inviter ON inviter.id = i.company_id WHERE i.accepted_by = $1 AND i.status = 'accepted'
         UNION SELECT i.accepted_by FROM invitation i WHERE i.company_id = $2 AND i.status = 'accepted')
       ORDER BY a.address_key, a.id LIMIT ${mostListed}`,
      [userId, companyId],
    );
  }
}
