import { Injectable } from '@nestjs/common';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { mostLiveKeys } from '@tradepost/contracts/api-keys';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { keyPrefix } from '@tradepost/service-kit/api-key';
import { IsNull, MoreThan } from 'typeorm';
import { AccountsRepository } from './accounts.repository';
import { ApiKeyRow } from './api-key.entity';

/** How long the list still names a key that has ended, and its caller still hears why. */
const rememberedDays = 90;
const mostListed = 200;

@Injectable()
export class ApiKeysRepository {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Forgets keys that ended long ago, and keeps the new one. @returns false when the company has as many as it may */
  async insert(tx: Tx, key: Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt' | 'lastUsedIp'>): Promise<boolean> {
    await this.accounts.lock(tx, `api keys of ${key.companyId}`);
    await tx.query(
      `DELETE FROM api_key WHERE company_id = $1 AND least(expires_at, revoked_at) < now() - interval '${rememberedDays} days'`,
      [key.companyId],
    );
    const live = await tx.countBy(ApiKeyRow, {
      companyId: key.companyId,
      revokedAt: IsNull(),
      expiresAt: MoreThan(key.createdAt),
    });
    if (live >= mostLiveKeys) return false;
    await tx.insert(ApiKeyRow, key);
    return true;
  }

  byId(id: string, from: Tx = this.db.read): Promise<ApiKeyRow | null> {
    return from.findOneBy(ApiKeyRow, { id });
  }

  /** Live ones first, the newest first. */
  ofCompany(companyId: string, now: Date): Promise<ApiKeyRow[]> {
    return this.db.read
      .createQueryBuilder(ApiKeyRow, 'k')
      .where('k.companyId = :companyId', { companyId })
      .addSelect('k.revokedAt IS NULL AND k.expiresAt > :now', 'live')
      .setParameter('now', now)
      .orderBy('live', 'DESC')
      .addOrderBy('k.createdAt', 'DESC')
      .addOrderBy('k.id', 'DESC')
      .limit(mostListed)
      .getMany();
  }

  /** Locked. */
  owned(tx: Tx, id: string, companyId: string): Promise<ApiKeyRow | null> {
    return tx.findOne(ApiKeyRow, { where: { id, companyId }, lock: { mode: 'pessimistic_write' } });
  }

  async revoke(tx: Tx, id: string, revokedAt: Date): Promise<void> {
    await tx.update(ApiKeyRow, id, { revokedAt, wrap: null });
  }

  /** Once a minute at most: a busy key would write the same row with every call. */
  async noteUse({ id, lastUsedAt }: ApiKeyRow, ip: string, now: Date): Promise<void> {
    const minuteAgo = new Date(now.getTime() - 60_000);
    if (lastUsedAt && lastUsedAt > minuteAgo) return;
    await this.db.transaction((tx) =>
      tx.query(
        'UPDATE api_key SET last_used_at = $2, last_used_ip = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)',
        [id, now, ip, minuteAgo],
      ),
    );
  }
}

/** What its sealing key does. @param epoch of its owner's present vault; 0 without one */
export const sealingOf = (
  { wrap, wrapEpoch }: Pick<ApiKeyRow, 'wrap' | 'wrapEpoch'>,
  epoch: number,
): ApiKeyView['sealing'] => (wrap === null ? 'none' : wrapEpoch === epoch ? 'live' : 'outdated');

/** @param epoch of its owner's present vault; 0 without one */
export const toView = (
  {
    accountId: _account,
    companyId: _company,
    secretHash: _hash,
    wrap,
    wrapEpoch,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    ...key
  }: ApiKeyRow,
  epoch: number,
): ApiKeyView => ({
  ...key,
  prefix: keyPrefix(key.id),
  sealing: sealingOf({ wrap, wrapEpoch }, epoch),
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
