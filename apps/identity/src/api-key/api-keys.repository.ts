import { Injectable } from '@nestjs/common';
import { scimScope } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { maxLiveApiKeys } from '@tradepost/contracts/api-keys';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { daysAfter, minute } from '@tradepost/service-kit/runtime/durations';
import { keyPrefix } from '@tradepost/service-kit/security/api-key';
import { IsNull, MoreThan } from 'typeorm';
import { AccountRow } from '../account/account.entity';
import { ApiKeyRow } from './api-key.entity';

/** Ended keys stay listed this long, and calls with them still get the reason. */
const endedKeyDays = 90;
const maxListed = 200;

const remindDaysBefore = 7;
/** Owners of keys with a shorter life get no reminder. */
const remindedLifeDays = 14;

interface ListedKey {
  key: ApiKeyRow;
  /** The address of the person who has created it. */
  createdBy: string;
}

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly db: Db) {}

  /** Also deletes keys that ended more than 90 days ago. @returns false when the company has the maximum number of live keys */
  async insert(tx: Tx, key: Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt' | 'lastUsedIp'>): Promise<boolean> {
    await lockName(tx, `api keys of ${key.companyId}`);
    await sql(tx).query(
      `DELETE FROM api_key WHERE company_id = $1 AND least(expires_at, revoked_at) < now() - interval '${endedKeyDays} days'`,
      [key.companyId],
    );
    const live = await sql(tx).countBy(ApiKeyRow, {
      companyId: key.companyId,
      revokedAt: IsNull(),
      expiresAt: MoreThan(key.createdAt),
    });
    if (live >= maxLiveApiKeys) return false;
    await sql(tx).insert(ApiKeyRow, key);
    return true;
  }

  byId(id: string, from: Tx = this.db.read): Promise<ApiKeyRow | null> {
    return sql(from).findOneBy(ApiKeyRow, { id });
  }

  /** Live keys first, then newest first. @param isScim SCIM tokens, or all others */
  async ofCompany(companyId: string, now: Date, { isScim }: { isScim: boolean }): Promise<ListedKey[]> {
    const { entities, raw } = await sql(this.db.read)
      .createQueryBuilder(ApiKeyRow, 'k')
      .where('k.companyId = :companyId', { companyId })
      .andWhere('(:scope = ANY(k.scopes)) = :isScim', { scope: scimScope, isScim })
      .innerJoin(AccountRow, 'a', 'a.id = k.accountId')
      .addSelect('a.email', 'created_by')
      .addSelect('k.revokedAt IS NULL AND k.expiresAt > :now', 'live')
      .setParameter('now', now)
      .orderBy('live', 'DESC')
      .addOrderBy('k.createdAt', 'DESC')
      .addOrderBy('k.id', 'DESC')
      .limit(maxListed)
      .getRawAndEntities<{ created_by: string }>();
    return entities.map((key, n) => ({ key, createdBy: raw[n]!.created_by }));
  }

  /** Locks the key until the transaction ends. */
  lockOwned(tx: Tx, id: string, companyId: string): Promise<ApiKeyRow | null> {
    return sql(tx).findOne(ApiKeyRow, { where: { id, companyId }, lock: { mode: 'pessimistic_write' } });
  }

  /** The live keys that this person has created for the company, locked until the transaction ends. */
  lockLiveOf(tx: Tx, companyId: string, accountId: string): Promise<ApiKeyRow[]> {
    const live = { companyId, accountId, revokedAt: IsNull(), expiresAt: MoreThan(new Date()) };
    return sql(tx).find(ApiKeyRow, { where: live, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  async revoke(tx: Tx, id: string, revokedAt: Date): Promise<void> {
    await sql(tx).update(ApiKeyRow, id, { revokedAt, wrap: null });
  }

  /** A key that expires soon, without a reminder so far, locked; other replicas skip it. */
  lockExpiring(tx: Tx, now: Date): Promise<ApiKeyRow | null> {
    return sql(tx)
      .createQueryBuilder(ApiKeyRow, 'k')
      .where('k.remindedAt IS NULL AND k.revokedAt IS NULL AND k.expiresAt > :now AND k.expiresAt <= :soon', {
        now,
        soon: daysAfter(now, remindDaysBefore),
      })
      .andWhere(`k.expiresAt - k.createdAt >= interval '${remindedLifeDays} days'`)
      .orderBy('k.expiresAt')
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  async markReminded(tx: Tx, id: string, remindedAt: Date): Promise<void> {
    await sql(tx).update(ApiKeyRow, id, { remindedAt });
  }

  /** At most once a minute, because a busy key would otherwise write the row on every call. */
  async recordUse({ id, lastUsedAt }: ApiKeyRow, ip: string, now: Date): Promise<void> {
    const minuteAgo = new Date(now.getTime() - minute);
    if (lastUsedAt && lastUsedAt > minuteAgo) return;
    await this.db.transaction((tx) =>
      sql(tx).query(
        'UPDATE api_key SET last_used_at = $2, last_used_ip = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)',
        [id, now, ip, minuteAgo],
      ),
    );
  }
}

/** Whether its sealing key opens the vault. @param epoch of the owner's current vault; 0 without one */
export const sealingOf = (
  { wrap, wrapEpoch }: Pick<ApiKeyRow, 'wrap' | 'wrapEpoch'>,
  epoch: number,
): ApiKeyView['sealing'] => (wrap === null ? 'none' : wrapEpoch === epoch ? 'live' : 'outdated');

/**
 * @param createdBy the address of the person who has created it
 * @param epoch of the owner's current vault; 0 without one
 */
export const toView = (
  {
    accountId: _account,
    companyId: _company,
    secretHash: _hash,
    scopes,
    wrap,
    wrapEpoch,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    ...key
  }: ApiKeyRow,
  createdBy: string,
  epoch: number,
): ApiKeyView => ({
  ...key,
  createdBy,
  scopes: scopes.filter((scope) => scope !== scimScope),
  prefix: keyPrefix(key.id),
  sealing: sealingOf({ wrap, wrapEpoch }, epoch),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
