import { Injectable } from '@nestjs/common';
import type { PersonItem } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { sql } from '@tradepost/service-kit/database/sql';
import { namedLike } from '../member/company-people';

interface PersonRow extends Omit<PersonItem, 'createdAt' | 'lastSeenAt' | 'suspendedAt' | 'company' | 'sessions'> {
  createdAt: Date;
  lastSeenAt: Date | null;
  suspendedAt: Date | null;
  sessions: string;
  companyId: string | null;
  companyName: string;
  country: string;
  kycStatus: NonNullable<PersonItem['company']>['kycStatus'];
  totalStorage: string;
}

const columns = `a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.user_type AS "userType", a.created_at AS "createdAt",
  a.suspended_at AS "suspendedAt", a.suspended_for AS "suspendedFor",
  (SELECT max(created_at) FROM session s WHERE s.account_id = a.id) AS "lastSeenAt",
  (SELECT count(*) FROM session s WHERE s.account_id = a.id AND s.scope = 'session' AND s.ended_at IS NULL AND s.expires_at > now()) AS sessions,
  EXISTS (SELECT FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) AS "twoStep",
  c.id AS "companyId", c.company_name AS "companyName", c.country, c.kyc_status AS "kycStatus", c.total_storage AS "totalStorage"`;
const joined = 'FROM account a LEFT JOIN company c ON c.owner_id = a.id';

const toItem = ({
  companyId,
  companyName,
  country,
  kycStatus,
  totalStorage,
  sessions,
  createdAt,
  lastSeenAt,
  suspendedAt,
  ...person
}: PersonRow): PersonItem => ({
  ...person,
  sessions: Number(sessions),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  suspendedAt: suspendedAt?.toISOString() ?? null,
  company: companyId ? { id: companyId, companyName, country, kycStatus, totalStorage: Number(totalStorage) } : null,
});

/** The accounts that are not deleted, as admins see them. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly db: Db) {}

  async page({
    q,
    suspended,
    page,
    pageSize,
  }: {
    q?: string | undefined;
    suspended?: boolean | undefined;
    page: number;
    pageSize: number;
  }) {
    const where = `WHERE a.deleted_at IS NULL AND ($1 = '%%' OR ${namedLike('$1')} OR ${matches('c.company_name', '$1')})${suspended ? ' AND a.suspended_at IS NOT NULL' : ''}`;
    const like = containing(q ?? '');
    const found = (await sql(this.db.read).query(
      `SELECT ${columns} ${joined} ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT $2 OFFSET $3`,
      [like, pageSize, (page - 1) * pageSize],
    )) as PersonRow[];
    const [{ total }] = (await sql(this.db.read).query(`SELECT count(*) AS total ${joined} ${where}`, [like])) as [
      { total: string },
    ];
    return { items: found.map(toItem), total: Number(total), page, pageSize };
  }

  async one(tx: Tx, id: string): Promise<PersonItem | null> {
    const [found] = (await sql(tx).query(`SELECT ${columns} ${joined} WHERE a.id = $1 AND a.deleted_at IS NULL`, [
      id,
    ])) as PersonRow[];
    return found ? toItem(found) : null;
  }
}
