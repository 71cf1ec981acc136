import { Injectable } from '@nestjs/common';
import { handoverDays } from '@tradepost/contracts/identity';
import type { Language } from '@tradepost/contracts/values/language';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { MoreThan } from 'typeorm';
import { AccountRow } from '../account/account.entity';
import { CodeRow } from '../code/code.entity';
import { PersonKeyRow } from '../company-key/company-key.entity';
import { PasskeyChallengeRow, PasskeyRow } from '../passkey/passkey.entity';
import { KnownDeviceRow } from '../session/known-device.entity';
import { DeviceRow } from '../session/session.entity';
import { RecoveryCodeRow, TotpRow } from '../session/totp.entity';
import { SsoIdentityRow, SsoSignInRow } from '../sso/sso.entity';
import { AccountHolderRow, HandoverRow } from './handover.entity';

/** An open handover with the accounts of both people. */
export interface FoundHandover {
  email: string;
  toId: string;
  toEmail: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Companies that are handed over, and who has taken accounts over. The company's members must be locked for changes. */
@Injectable()
export class HandoversRepository {
  constructor(private readonly db: Db) {}

  async of(companyId: string, from: Tx = this.db.read): Promise<FoundHandover | null> {
    const [found] = await sql(from).query<FoundHandover[]>(
      `SELECT o.email, a.id AS "toId", a.email AS "toEmail", a.first_name AS "firstName", a.last_name AS "lastName",
              h.created_at AS "createdAt", h.expires_at AS "expiresAt"
       FROM handover h JOIN company c ON c.id = h.company_id JOIN account o ON o.id = c.owner_id JOIN account a ON a.id = h.to_id
       WHERE h.company_id = $1 AND h.expires_at > now()`,
      [companyId],
    );
    return found ?? null;
  }

  /** In place of one that has expired. */
  async start(tx: Tx, companyId: string, toId: string): Promise<void> {
    const createdAt = new Date();
    const row = { companyId, toId, createdAt, expiresAt: daysAfter(createdAt, handoverDays) };
    await sql(tx).upsert(HandoverRow, row, ['companyId']);
  }

  /** @returns false if there is none, or only one that has expired */
  async end(tx: Tx, companyId: string): Promise<boolean> {
    const { affected } = await sql(tx).delete(HandoverRow, { companyId, expiresAt: MoreThan(new Date()) });
    return affected === 1;
  }

  /** The own account of the person who signs in to this one: another mailbox, once the account was handed over. */
  async personOf(tx: Tx, account: AccountRow): Promise<AccountRow> {
    const holder = await sql(tx).findOneBy(AccountHolderRow, { accountId: account.id });
    return (holder && (await sql(tx).findOneBy(AccountRow, { id: holder.holderId }))) ?? account;
  }

  /** Whether the person of this account has taken over another one. */
  async holdsOthers(tx: Tx, holderId: string): Promise<boolean> {
    return (await sql(tx).countBy(AccountHolderRow, { holderId })) > 0;
  }

  async hold(tx: Tx, accountId: string, holderId: string): Promise<void> {
    await sql(tx).upsert(AccountHolderRow, { accountId, holderId }, ['accountId']);
  }

  /** What opens an account, or was made by the person who has used it until now, except the password, the vault, sessions and API keys. */
  async endSignIn(tx: Tx, accountId: string): Promise<void> {
    for (const row of [
      ...[CodeRow, TotpRow, RecoveryCodeRow, PasskeyRow, PasskeyChallengeRow],
      ...[DeviceRow, KnownDeviceRow, PersonKeyRow, SsoIdentityRow, SsoSignInRow],
    ])
      await sql(tx).delete(row, { accountId });
  }

  /** Where mail for an address goes, and the language of its reader. */
  async mailboxOf(email: string): Promise<{ address: string; language: Language | null }> {
    const [found] = await sql(this.db.read).query<{ holder: string | null; language: Language | null }[]>(
      `SELECT p.email AS holder, CASE WHEN p.id IS NULL THEN a.language ELSE p.language END AS language
       FROM account a LEFT JOIN account_holder h ON h.account_id = a.id LEFT JOIN account p ON p.id = h.holder_id
       WHERE a.address_key = $1`,
      [addressKey(email)],
    );
    return { address: found?.holder ?? email, language: found?.language ?? null };
  }
}
