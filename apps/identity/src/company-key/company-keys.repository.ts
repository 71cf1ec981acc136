import { Injectable } from '@nestjs/common';
import type { CompanyKey, PublicBundle, StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import type { CompanyKeys, MemberKey } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CompanyKeyRow, PersonKeyRow } from './company-key.entity';

/** Whether a member has the company's keys of the present epoch. All are SQL. */
export const hasCompanyKey = (companyId: string, accountId: string, ownerId: string) =>
  `EXISTS (SELECT FROM company_key k JOIN vault kv ON kv.account_id = ${ownerId} AND kv.epoch = k.epoch
           WHERE k.company_id = ${companyId} AND k.account_id = ${accountId})`;

/** A member who had the keys of a company until now. */
export interface EndedCompanyKey {
  companyId: string;
  companyName: string;
  userId: string;
  email: string;
}

/** Keys that end: those of one account in all companies, of one member, or of all members of an owner's company that are of an earlier epoch. */
export type KeySelection = { accountId: string } | { companyId: string; accountId: string } | { ownerId: string };

/** The keys of people and of companies. */
@Injectable()
export class CompanyKeysRepository {
  constructor(private readonly db: Db) {}

  async personKeyOf(accountId: string, from: Tx = this.db.read): Promise<StoredPersonKey | null> {
    const row = await sql(from).findOneBy(PersonKeyRow, { accountId });
    if (!row) return null;
    const { key, wrap, wrapKind, passkeys } = row;
    return { key, wrap, ...(wrapKind === 'recovery' && { kind: wrapKind, passkeys }) };
  }

  async savePersonKey(tx: Tx, accountId: string, { key, wrap, kind, passkeys = [] }: StoredPersonKey): Promise<void> {
    await sql(tx).upsert(PersonKeyRow, { accountId, key, wrap, wrapKind: kind ?? 'password', passkeys }, ['accountId']);
  }

  async rewrapPersonKey(tx: Tx, accountId: string, wrap: string): Promise<void> {
    await sql(tx).update(PersonKeyRow, accountId, { wrap });
  }

  /** A member of the company with their key. */
  async memberKeyOf(companyId: string, accountId: string): Promise<MemberKey | null> {
    const [found] = (await sql(this.db.read).query(
      `SELECT a.id AS "userId", a.email, p.key FROM membership m JOIN account a ON a.id = m.account_id
       LEFT JOIN person_key p ON p.account_id = a.id WHERE m.company_id = $1 AND m.account_id::text = $2`,
      [companyId, accountId],
    )) as MemberKey[];
    return found ?? null;
  }

  async save(tx: Tx, given: CompanyKeyRow): Promise<void> {
    await sql(tx).upsert(CompanyKeyRow, given, ['companyId', 'accountId']);
  }

  /** Deletes what was given. @returns who had it */
  async end(tx: Tx, selection: KeySelection): Promise<EndedCompanyKey[]> {
    const { companyId, accountId, ownerId } = { companyId: null, accountId: null, ownerId: null, ...selection };
    const [ended] = (await sql(tx).query(
      `DELETE FROM company_key k USING company c, account a
       WHERE c.id = k.company_id AND a.id = k.account_id
         AND ($1::uuid IS NULL OR k.company_id = $1) AND ($2::uuid IS NULL OR k.account_id = $2)
         AND ($3::uuid IS NULL OR (c.owner_id = $3 AND k.epoch < (SELECT v.epoch FROM vault v WHERE v.account_id = $3)))
       RETURNING k.company_id AS "companyId", c.company_name AS "companyName", a.id AS "userId", a.email`,
      [companyId, accountId, ownerId],
    )) as [EndedCompanyKey[], number];
    return ended;
  }

  /** Members who have keys of the owner's company, of any epoch. */
  holdersOf(tx: Tx, ownerId: string): Promise<{ companyId: string; accountId: string }[]> {
    return sql(tx).query(
      `SELECT k.company_id AS "companyId", k.account_id AS "accountId" FROM company_key k JOIN company c ON c.id = k.company_id
       WHERE c.owner_id = $1`,
      [ownerId],
    );
  }

  /** What a member needs to open the company's keys; null without those of the present epoch. */
  async companyKeysOf(companyId: string, accountId: string): Promise<CompanyKeys | null> {
    const [row] = (await sql(this.db.read).query(
      `SELECT o.id AS "ownerId", o.email, b.bundle, k.epoch, v.sealed->>'hpkePrivate' AS "hpkePrivate",
              v.sealed->>'signPrivate' AS "signPrivate", v.sealed->>'former' AS former, k.access
       FROM company_key k JOIN company c ON c.id = k.company_id JOIN account o ON o.id = c.owner_id
       JOIN vault v ON v.account_id = o.id AND v.epoch = k.epoch JOIN key_bundle b ON b.account_id = o.id AND b.epoch = k.epoch
       WHERE k.company_id = $1 AND k.account_id = $2`,
      [companyId, accountId],
    )) as {
      ownerId: string;
      email: string;
      bundle: PublicBundle;
      epoch: number;
      hpkePrivate: string;
      signPrivate: string;
      former: string | null;
      access: CompanyKey;
    }[];
    if (!row) return null;
    const { ownerId, email, bundle, epoch, hpkePrivate, signPrivate, former, access } = row;
    return {
      companyId,
      owner: { userId: ownerId, email },
      bundle,
      vault: { epoch, hpkePrivate, signPrivate, ...(former !== null && { former }) },
      access,
    };
  }

  /** Whether the member has the keys of this epoch. */
  async hasKeysOf(from: Tx, companyId: string, accountId: string, epoch: number): Promise<boolean> {
    return (await sql(from).countBy(CompanyKeyRow, { companyId, accountId, epoch })) > 0;
  }
}
