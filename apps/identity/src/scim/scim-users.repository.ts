import { Injectable } from '@nestjs/common';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { validate as isUuid } from 'uuid';
import type { Filter } from './scim-filter.policy';
import { ScimGroupMemberRow, ScimUserRow } from './scim.entity';

/** A person with the account and the groups. */
export interface FoundUser extends ScimUserRow {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  isOwner: boolean;
  isMember: boolean;
  isSuspended: boolean;
  groups: { value: string; display: string }[];
}

const columns = `u.id, u.company_id AS "companyId", u.account_id AS "accountId", u.external_id AS "externalId",
  u.created_at AS "createdAt", u.changed_at AS "changedAt", a.email, a.first_name AS "firstName", a.last_name AS "lastName",
  a.password_hash AS "passwordHash", c.owner_id = u.account_id AS "isOwner",
  EXISTS (SELECT FROM membership m WHERE m.company_id = u.company_id AND m.account_id = u.account_id) AS "isMember",
  a.suspended_at IS NOT NULL AS "isSuspended",
  (SELECT coalesce(json_agg(json_build_object('value', g.id, 'display', g.display_name) ORDER BY g.id), '[]')
   FROM scim_group_member gm JOIN scim_group g ON g.id = gm.group_id
   WHERE gm.company_id = u.company_id AND gm.account_id = u.account_id) AS groups`;
const people = 'FROM scim_user u JOIN account a ON a.id = u.account_id JOIN company c ON c.id = u.company_id';

const conditions = {
  username: { column: 'a.address_key', valueOf: addressKey },
  externalid: { column: 'u.external_id', valueOf: (given: string) => given },
};
export type UserAttribute = keyof typeof conditions;
export const userAttributes = Object.keys(conditions) as UserAttribute[];

/** The people that a company's identity provider has added. Each call names the company: people of others are not found. */
@Injectable()
export class ScimUsersRepository {
  constructor(private readonly db: Db) {}

  async page(
    companyId: string,
    { filter, startIndex, count }: { filter: Filter<UserAttribute> | null; startIndex: number; count: number },
  ): Promise<{ found: FoundUser[]; total: number }> {
    const condition = filter && conditions[filter.attribute];
    const where = `WHERE u.company_id = $1${condition ? ` AND ${condition.column} = $2` : ''}`;
    const values = [companyId, ...(condition ? [condition.valueOf(filter.value)] : [])];
    const [row] = await sql(this.db.read).query<{ total: number }[]>(
      `SELECT count(*)::int AS total ${people} ${where}`,
      values,
    );
    const found = await sql(this.db.read).query<FoundUser[]>(
      `SELECT ${columns} ${people} ${where} ORDER BY u.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, count, startIndex - 1],
    );
    return { found, total: row?.total ?? 0 };
  }

  async find(companyId: string, id: string, from: Tx = this.db.read): Promise<FoundUser | null> {
    if (!isUuid(id)) return null;
    const [found] = await sql(from).query<FoundUser[]>(
      `SELECT ${columns} ${people} WHERE u.company_id = $1 AND u.id = $2`,
      [companyId, id],
    );
    return found ?? null;
  }

  /** In the order of their ids; those that are not of the company are left out. */
  async ofIds(tx: Tx, companyId: string, ids: readonly string[]): Promise<FoundUser[]> {
    return sql(tx).query(
      `SELECT ${columns} ${people} WHERE u.company_id = $1 AND u.id = ANY($2::uuid[]) ORDER BY u.id`,
      [companyId, ids.filter((id) => isUuid(id))],
    );
  }

  exists(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
    return sql(tx).existsBy(ScimUserRow, { companyId, accountId });
  }

  async insert(tx: Tx, user: ScimUserRow): Promise<void> {
    await sql(tx).insert(ScimUserRow, user);
  }

  async change(tx: Tx, id: string, changed: Partial<ScimUserRow>): Promise<void> {
    await sql(tx).update(ScimUserRow, id, { ...changed, changedAt: new Date() });
  }

  async remove(tx: Tx, { id, companyId, accountId }: ScimUserRow): Promise<void> {
    await sql(tx).delete(ScimGroupMemberRow, { companyId, accountId });
    await sql(tx).delete(ScimUserRow, id);
  }
}
