import { Injectable } from '@nestjs/common';
import type { ReachedLimit } from '@tradepost/contracts/limits/commands';
import { limits } from '@tradepost/contracts/limits/table';
import type { Page } from '@tradepost/contracts/values/fields';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { ReachedLimitRow } from './reached-limit.entity';

type ListedRow = ReachedLimitRow & { name: string | null };

/** The key of a limit per account, company or session is an id, or an id or address followed by more. */
const listed = `SELECT r.limit_name AS "limit", r.key, r.times, r.first_at AS "firstAt", r.last_at AS "lastAt",
    coalesce(a.email, c.company_name) AS name
  FROM reached_limit r
  LEFT JOIN account a ON a.id::text = split_part(r.key, ' ', 1)
  LEFT JOIN company c ON c.id::text = r.key
  WHERE r.last_at > now() - interval '7 days'`;

@Injectable()
export class ReachedLimitsRepository {
  constructor(private readonly db: Db) {}

  /** Adds to what is known. Also deletes what was not reached for 7 days. */
  async record(tx: Tx, reached: readonly Pick<ReachedLimitRow, 'limit' | 'key' | 'times'>[]): Promise<void> {
    await sql(tx).query("DELETE FROM reached_limit WHERE last_at < now() - interval '7 days'");
    await sql(tx).query(
      `INSERT INTO reached_limit (limit_name, key, times, first_at, last_at)
       SELECT limit_name, key, sum(times), now(), now() FROM unnest($1::text[], $2::text[], $3::int[]) AS given (limit_name, key, times)
       GROUP BY limit_name, key ORDER BY limit_name, key
       ON CONFLICT (limit_name, key) DO UPDATE SET times = reached_limit.times + excluded.times, last_at = excluded.last_at`,
      [reached.map(({ limit }) => limit), reached.map(({ key }) => key), reached.map(({ times }) => times)],
    );
  }

  async page({ page, pageSize, q = '' }: { page: number; pageSize: number; q?: string | undefined }) {
    const matching = `SELECT * FROM (${listed}) found WHERE ${matches('found.key', '$1')} OR ${matches('found.name', '$1')}`;
    const text = containing(q);
    const [[{ total }], rows] = (await Promise.all([
      sql(this.db.read).query(`SELECT count(*)::int AS total FROM (${matching}) counted`, [text]),
      sql(this.db.read).query(`${matching} ORDER BY "lastAt" DESC, "limit", key LIMIT $2 OFFSET $3`, [
        text,
        pageSize,
        (page - 1) * pageSize,
      ]),
    ])) as [[{ total: number }], ListedRow[]];
    return { items: rows.map(toReached), total, page, pageSize } satisfies Page<ReachedLimit>;
  }
}

function toReached({ limit, key, name, times, firstAt, lastAt }: ListedRow): ReachedLimit {
  const { resource, per, setting } = limits[limit];
  return {
    limit,
    resource,
    per,
    setting,
    key,
    name,
    times,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  };
}
