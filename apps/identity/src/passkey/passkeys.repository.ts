import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { PasskeyRow } from './passkey.entity';

/** A passkey with what its use needs to know of its account. */
export interface FoundPasskey extends Pick<PasskeyRow, 'id' | 'accountId' | 'publicKey' | 'name'> {
  email: string;
  firstName: string;
  /** Of the current epoch only. */
  vault: { epoch: number; wrap: string } | null;
}

export interface ListedPasskey extends Pick<PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'> {
  opensVault: boolean;
}

const passkeyOfCredential = {
  name: 'passkey-of-credential',
  text: `SELECT p.id, p.account_id AS "accountId", p.public_key AS "publicKey", p.name, a.email, a.first_name AS "firstName",
                CASE WHEN v.epoch IS NOT NULL THEN json_build_object('epoch', p.wrap_epoch, 'wrap', p.wrap) END AS vault
         FROM passkey p JOIN account a ON a.id = p.account_id LEFT JOIN vault v ON v.account_id = p.account_id AND v.epoch = p.wrap_epoch
         WHERE p.credential_id = $1`,
};

const usedPasskey = {
  name: 'passkey-used',
  text: `UPDATE passkey SET counter = $2, last_used_at = now() WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
         RETURNING id`,
};

@Injectable()
export class PasskeysRepository {
  constructor(private readonly db: Db) {}

  async ofCredential(credentialId: string): Promise<FoundPasskey | null> {
    const [row] = await prepared<FoundPasskey>(this.db.read, passkeyOfCredential, [credentialId]);
    return row ?? null;
  }

  /** Stores its newest counter. @returns false when the counter did not grow, or the passkey has just been removed */
  async use(id: string, counter: number): Promise<boolean> {
    // a single statement is a transaction of its own
    return (await prepared(this.db.read, usedPasskey, [id, counter])).length === 1;
  }

  /** Newest first. */
  ofAccount(accountId: string): Promise<ListedPasskey[]> {
    return sql(this.db.read).query(
      `SELECT p.id, p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt", v.epoch IS NOT NULL AS "opensVault"
       FROM passkey p LEFT JOIN vault v ON v.account_id = p.account_id AND v.epoch = p.wrap_epoch
       WHERE p.account_id = $1 ORDER BY p.created_at DESC, p.id DESC`,
      [accountId],
    );
  }

  async credentialsOf(accountId: string, from: Tx = this.db.read): Promise<string[]> {
    const rows = await sql(from).find(PasskeyRow, { select: { credentialId: true }, where: { accountId } });
    return rows.map(({ credentialId }) => credentialId);
  }

  /** @returns false when the credential is registered already, of whichever account */
  async insert(tx: Tx, row: PasskeyRow): Promise<boolean> {
    const { raw } = await sql(tx)
      .createQueryBuilder()
      .insert()
      .into(PasskeyRow)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** @returns its name; null unless it is of this account */
  async remove(tx: Tx, id: string, accountId: string): Promise<string | null> {
    const found = await sql(tx).findOne(PasskeyRow, {
      where: { id, accountId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!found) return null;
    await sql(tx).delete(PasskeyRow, id);
    return found.name;
  }
}
