import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { User } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Language } from '@tradepost/contracts/values/language';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CompaniesRepository } from '../company/companies.repository';
import { AccountRow, SaltKeyRow } from './account.entity';
import { toUser } from './user.view';

type StoredPassword = Pick<AccountRow, 'passwordHash' | 'kdf'>;

const accountOfAddress = {
  name: 'account-of-address',
  text: `SELECT id, email, address_key AS "addressKey", first_name AS "firstName", last_name AS "lastName", user_type AS "userType", language,
                password_hash AS "passwordHash", kdf, verified_at AS "verifiedAt", created_at AS "createdAt",
                suspended_at AS "suspendedAt", suspended_for AS "suspendedFor", deletion_at AS "deletionAt", deleted_at AS "deletedAt"
         FROM account WHERE address_key = $1`,
};

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly db: Db,
    private readonly companies: CompaniesRepository,
  ) {}

  async byEmail(email: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    const [row] = await prepared<AccountRow>(from, accountOfAddress, [addressKey(email)]);
    return row ?? null;
  }

  byId(id: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    return sql(from).findOneBy(AccountRow, { id });
  }

  async userOf(account: AccountRow, from: Tx = this.db.read): Promise<User> {
    return toUser(account, await this.companies.byOwner(account.id, from));
  }

  /** Locks the row until the transaction ends. @throws AppError NOT_FOUND */
  async lock(tx: Tx, id: string): Promise<AccountRow> {
    const account = await sql(tx).findOne(AccountRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }

  /** Serializes password resets of one account until the transaction ends. */
  lockReset(tx: Tx, id: string): Promise<void> {
    return lockName(tx, `reset of ${id}`);
  }

  async insert(tx: Tx, account: AccountRow): Promise<void> {
    await sql(tx).insert(AccountRow, account);
  }

  async setPassword(tx: Tx, id: string, password: StoredPassword): Promise<void> {
    await sql(tx).update(AccountRow, id, password);
  }

  async setLanguage(tx: Tx, id: string, language: Language): Promise<void> {
    await sql(tx).update(AccountRow, id, { language });
  }

  /** Stores the same password in another form, unless it has been changed since it was read. */
  async upgradePassword({ id, passwordHash }: AccountRow, upgraded: StoredPassword): Promise<void> {
    await this.db.transaction((tx) => sql(tx).update(AccountRow, { id, passwordHash }, upgraded));
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
