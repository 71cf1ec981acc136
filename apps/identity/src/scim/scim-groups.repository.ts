import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { In } from 'typeorm';
import { validate as isUuid } from 'uuid';
import type { Filter } from './scim-filter.policy';
import { ScimGroupMemberRow, ScimGroupRow } from './scim.entity';

interface GroupMember {
  /** Of the person as a SCIM resource. */
  value: string;
  display: string;
}

export interface FoundGroup extends ScimGroupRow {
  members: GroupMember[];
}

/** Bytes of the members in one answer: a message between services has at most 8 MB. */
export const mostMemberBytes = 4 * 1024 ** 2;
/** What a member takes in an answer, without the address. */
const emptyMemberBytes = 90;

const columns = `g.id, g.company_id AS "companyId", g.display_name AS "displayName", g.external_id AS "externalId",
  g.created_at AS "createdAt", g.changed_at AS "changedAt"`;
const membersOfGroup = `FROM scim_group_member gm JOIN scim_user u ON u.company_id = gm.company_id AND u.account_id = gm.account_id
  JOIN account a ON a.id = u.account_id WHERE gm.group_id = $1`;
const bytesOfMembers = `SELECT sum(${emptyMemberBytes} + octet_length(a.email))::int AS bytes ${membersOfGroup}`;
const members = `SELECT u.id AS value, a.email AS display ${membersOfGroup} ORDER BY u.id`;

const conditions = { displayname: 'lower(g.display_name) = lower($2)', externalid: 'g.external_id = $2' };
export type GroupAttribute = keyof typeof conditions;
export const groupAttributes = Object.keys(conditions) as GroupAttribute[];

/** The groups that a company's identity provider has added. Each call names the company: groups of others are not found. */
@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly db: Db) {}

  async page(
    companyId: string,
    { filter, startIndex, count }: { filter: Filter<GroupAttribute> | null; startIndex: number; count: number },
  ): Promise<{ found: ScimGroupRow[]; total: number }> {
    const where = `WHERE g.company_id = $1${filter ? ` AND ${conditions[filter.attribute]}` : ''}`;
    const values = [companyId, ...(filter ? [filter.value] : [])];
    const [row] = await sql(this.db.read).query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM scim_group g ${where}`,
      values,
    );
    const found = await sql(this.db.read).query<ScimGroupRow[]>(
      `SELECT ${columns} FROM scim_group g ${where} ORDER BY g.id LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, count, startIndex - 1],
    );
    return { found, total: row?.total ?? 0 };
  }

  async find(companyId: string, id: string, from: Tx = this.db.read): Promise<ScimGroupRow | null> {
    return isUuid(id) ? sql(from).findOneBy(ScimGroupRow, { companyId, id }) : null;
  }

  /** As many of the groups, from the first one on, as fit into one answer with their members. */
  async withMembers(groups: readonly ScimGroupRow[], from: Tx = this.db.read): Promise<FoundGroup[]> {
    const filled: FoundGroup[] = [];
    let room = mostMemberBytes;
    for (const group of groups) {
      const [size] = await sql(from).query<{ bytes: number | null }[]>(bytesOfMembers, [group.id]);
      room -= size?.bytes ?? 0;
      if (room < 0) return filled;
      filled.push({ ...group, members: await sql(from).query<GroupMember[]>(members, [group.id]) });
    }
    return filled;
  }

  /** Of all members, as SCIM resources. */
  async memberIds(tx: Tx, { id }: ScimGroupRow): Promise<string[]> {
    const rows = await sql(tx).query<{ id: string }[]>(`SELECT u.id ${membersOfGroup}`, [id]);
    return rows.map((row) => row.id);
  }

  /** Whether another group of the company has the name, in any case. */
  async hasOther(tx: Tx, companyId: string, displayName: string, id: string | null): Promise<boolean> {
    const rows = await sql(tx).query<unknown[]>(
      'SELECT 1 FROM scim_group WHERE company_id = $1 AND lower(display_name) = lower($2) AND id IS DISTINCT FROM $3',
      [companyId, displayName, id],
    );
    return rows.length > 0;
  }

  count(tx: Tx, companyId: string): Promise<number> {
    return sql(tx).countBy(ScimGroupRow, { companyId });
  }

  async insert(tx: Tx, group: ScimGroupRow): Promise<void> {
    await sql(tx).insert(ScimGroupRow, group);
  }

  async change(tx: Tx, id: string, changed: Partial<ScimGroupRow>): Promise<void> {
    await sql(tx).update(ScimGroupRow, id, { ...changed, changedAt: new Date() });
  }

  async addMembers(tx: Tx, { id: groupId, companyId }: ScimGroupRow, accountIds: readonly string[]): Promise<void> {
    const added = accountIds.map((accountId) => ({ groupId, accountId, companyId }));
    await sql(tx).upsert(ScimGroupMemberRow, added, ['groupId', 'accountId']);
  }

  async removeMembers(tx: Tx, { id: groupId }: ScimGroupRow, accountIds: readonly string[]): Promise<void> {
    await sql(tx).delete(ScimGroupMemberRow, { groupId, accountId: In(accountIds) });
  }

  async remove(tx: Tx, { id: groupId }: ScimGroupRow): Promise<void> {
    await sql(tx).delete(ScimGroupMemberRow, { groupId });
    await sql(tx).delete(ScimGroupRow, groupId);
  }

  /** The names of the groups that a person is in. */
  async namesOf(tx: Tx, companyId: string, accountId: string): Promise<string[]> {
    const rows = await sql(tx).query<{ name: string }[]>(
      `SELECT g.display_name AS name FROM scim_group_member gm JOIN scim_group g ON g.id = gm.group_id
       WHERE gm.company_id = $1 AND gm.account_id = $2`,
      [companyId, accountId],
    );
    return rows.map(({ name }) => name);
  }
}
