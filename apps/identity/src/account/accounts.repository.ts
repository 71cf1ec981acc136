import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { User } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Language } from '@tradepost/contracts/values/language';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { usesAsJson, type UsesToRead } from '@tradepost/service-kit/limits/governor.repository';
import { In, Not } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { CompaniesRepository } from '../company/companies.repository';
import { CONFIG, type IdentityConfig } from '../config';
import type { MembershipToSignIn } from '../sign-in/entry.policy';
import { mustUseSso } from '../sso/enforced';
import { isNewBrowser } from '../session/sessions.repository';
import { browserOf } from '../session/session.policy';
import { AccountRow, SaltKeyRow } from './account.entity';
import { toUser, type ActingAs, type CompanyOfUser } from './user.view';

/** How a password is stored. */
export type StoredPassword = Pick<AccountRow, 'passwordHash' | 'kdf'>;
export type PersonWithPassword = StoredPassword & Pick<AccountRow, 'id'>;

const accountColumns = `a.id, a.email, a.address_key AS "addressKey", a.first_name AS "firstName", a.last_name AS "lastName",
  a.user_type AS "userType", a.language, a.password_hash AS "passwordHash", a.kdf, a.verified_at AS "verifiedAt", a.created_at AS "createdAt",
  a.suspended_at AS "suspendedAt", a.suspended_for AS "suspendedFor", a.deletion_at AS "deletionAt", a.deleted_at AS "deletedAt"`;
const accountOfAddress = {
  name: 'account-of-address',
  text: `SELECT ${accountColumns} FROM account a WHERE a.address_key = $1`,
};
const accountToProve = {
  name: 'account-to-prove',
  text: `SELECT a.password_hash AS "passwordHash", a.kdf FROM account a WHERE a.address_key = $1`,
};
const toSignIn = (
  condition: string,
) => `SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.user_type AS "userType",
                a.password_hash AS "passwordHash", a.kdf, a.suspended_at AS "suspendedAt", EXISTS (SELECT FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS "hasTotp",
                ${isNewBrowser('a.id', '$2')} AS "isNewBrowser",
                CASE WHEN c.id IS NOT NULL THEN json_build_object(
                  'id', c.id, 'companyName', c.company_name, 'kycStatus', c.kyc_status, 'totalStorage', c.total_storage) END AS company,
                (SELECT coalesce(json_agg(json_build_object('userType', o.user_type, 'roles', m.roles,
                   'mustUseSso', ${mustUseSso('mc.id', 'a.address_key', 'm.roles')}, 'company', json_build_object(
                   'id', mc.id, 'companyName', mc.company_name, 'kycStatus', mc.kyc_status, 'totalStorage', mc.total_storage)) ORDER BY m.joined_at DESC, mc.id), '[]')
                 FROM membership m JOIN company mc ON mc.id = m.company_id
                 JOIN account o ON o.id = mc.owner_id AND o.deleted_at IS NULL AND o.suspended_at IS NULL
                 WHERE m.account_id = a.id) AS memberships
         FROM account a LEFT JOIN company c ON c.owner_id = a.id WHERE ${condition}`;
const accountToSignIn = {
  name: 'account-to-sign-in',
  text: `SELECT counted.used, found.* FROM (SELECT ${usesAsJson(3)} AS used) counted LEFT JOIN (${toSignIn('a.address_key = $1')}) found ON true`,
};
const accountOfIdToSignIn = { name: 'account-of-id-to-sign-in', text: toSignIn('a.id = $1') };

/** All that a sign-in asks about an account. */
export interface SignInAccount
  extends StoredPassword, Pick<AccountRow, 'id' | 'email' | 'firstName' | 'lastName' | 'userType' | 'suspendedAt'> {
  hasTotp: boolean;
  /** Whether the account has not used the caller's kind of browser before, and has used others. */
  isNewBrowser: boolean;
  company: CompanyOfUser | null;
  /** Without those of suspended owners, the newest first. */
  memberships: MembershipToSignIn[];
}

/** Without an account, `id` is null. */
type SignInRow = (SignInAccount | { id: null }) & { used: Parameters<UsesToRead['usedIn']>[0] };

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly db: Db,
    private readonly companies: CompaniesRepository,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  async byEmail(email: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    const [row] = await prepared<AccountRow>(from, accountOfAddress, [addressKey(email)]);
    return row ?? null;
  }

  /** What the start of a proof asks about an account. */
  async toProve(email: string): Promise<StoredPassword | null> {
    const [row] = await prepared<StoredPassword>(this.db.read, accountToProve, [addressKey(email)]);
    return row ?? null;
  }

  /** With what counts of the uses. */
  async toSignIn(email: string, actor: Actor, { values, usedIn }: UsesToRead) {
    const [row] = await prepared<SignInRow>(this.db.read, accountToSignIn, [
      ...[addressKey(email), browserOf(actor)],
      ...values,
    ]);
    const { used, ...account } = row!;
    return { given: account.id === null ? null : account, used: usedIn(used) };
  }

  async toSignInById(id: string, actor: Actor): Promise<SignInAccount | null> {
    const [row] = await prepared<SignInAccount>(this.db.read, accountOfIdToSignIn, [id, browserOf(actor)]);
    return row ?? null;
  }

  byId(id: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    return sql(from).findOneBy(AccountRow, { id });
  }

  async userOf(account: AccountRow, from: Tx = this.db.read): Promise<User> {
    return this.viewOf(account, await this.companies.byOwner(account.id, from));
  }

  /** @param as the role of the account in the company; the owner's unless given */
  viewOf(
    account: Pick<AccountRow, 'id' | 'email' | 'firstName' | 'lastName' | 'userType'>,
    company: CompanyOfUser | null,
    as: ActingAs = { userType: account.userType, roles: ['owner'] },
  ): User {
    return toUser(account, company, as, this.config.STORAGE_BYTES_PER_COMPANY);
  }

  /** Locks the row until the transaction ends. @throws AppError NOT_FOUND */
  async lock(tx: Tx, id: string): Promise<AccountRow> {
    const account = await sql(tx).findOne(AccountRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }

  /** Locks several accounts, always in the same order, so that two calls do not wait for each other. Unknown ones are left out. */
  async lockAll(tx: Tx, ids: string[]): Promise<Map<string, AccountRow>> {
    const accounts = await sql(tx).find(AccountRow, {
      where: { id: In(ids.filter((id) => isUuid(id))) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return new Map(accounts.map((account) => [account.id, account]));
  }

  async insert(tx: Tx, account: AccountRow): Promise<void> {
    await sql(tx).insert(AccountRow, account);
  }

  async setPassword(tx: Tx, id: string, password: StoredPassword): Promise<void> {
    await sql(tx).update(AccountRow, id, password);
  }

  /** @returns false if the person already has this name */
  async setName(tx: Tx, id: string, name: Pick<AccountRow, 'firstName' | 'lastName'>): Promise<boolean> {
    const others = [
      { id, firstName: Not(name.firstName) },
      { id, lastName: Not(name.lastName) },
    ];
    const { affected } = await sql(tx).update(AccountRow, others, name);
    return affected === 1;
  }

  async setLanguage(tx: Tx, id: string, language: Language): Promise<void> {
    await sql(tx).update(AccountRow, id, { language });
  }

  /** Stores the same password in another form. @returns false when it has been changed since it was read */
  async upgradePassword({ id, passwordHash }: PersonWithPassword, upgraded: StoredPassword): Promise<boolean> {
    const { affected } = await this.db.transaction((tx) => sql(tx).update(AccountRow, { id, passwordHash }, upgraded));
    return affected === 1;
  }

  /** @param reason null lifts the suspension */
  async setSuspension(tx: Tx, id: string, reason: string | null): Promise<void> {
    await sql(tx).update(AccountRow, id, { suspendedAt: reason === null ? null : new Date(), suspendedFor: reason });
  }

  /** The key that salts for unknown addresses are derived from. */
  async saltKey(): Promise<Buffer> {
    return (await sql(this.db.read).findOneByOrFail(SaltKeyRow, { id: 1 })).key;
  }
}
