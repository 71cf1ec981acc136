import { Injectable } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import type { identity, Member, MemberPage } from '@tradepost/contracts/identity';
import { permits, roles } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { containing } from '@tradepost/service-kit/database/like';
import { cursorOf, notAPlace, placeOf, readAfter } from '@tradepost/service-kit/database/place';
import { planned } from '@tradepost/service-kit/database/prepared';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import { validate as isUuid } from 'uuid';
import { hasCompanyKey } from '../company-key/company-keys.repository';
import { absenceOf, absenceView, namedLike, ownerOfCompany, type FoundAbsence } from './company-people';

type Query = In<typeof identity.members>;

interface Found extends Omit<Member, 'joinedAt' | 'absence' | 'delegate'>, FoundAbsence {
  joinedAt: Date | null;
  /** The time of joining with all its digits; null for the owner, who is the first. */
  place: string | null;
  delegateEmail: string;
  delegateFirstName: string;
  delegateLastName: string;
  isDelegateAway: boolean;
}

/** Of a list without rows, with null in the columns of a person. */
type Row = Found & { total: number; more: boolean };

const columns = `a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", m.roles, m.joined_at AS "joinedAt",
  CASE WHEN m.joined_at IS NULL THEN EXISTS (SELECT FROM vault v WHERE v.account_id = a.id)
       ELSE ${hasCompanyKey('$1', 'a.id', '(SELECT owner_id FROM company WHERE id = $1)')} END AS "hasKeys",
  EXISTS (SELECT FROM person_key p WHERE p.account_id = a.id) AS "hasPersonKey",
  EXISTS (SELECT FROM person_key p WHERE p.account_id = a.id AND p.wrap_kind = 'password') AS "canHoldShare",
  ${absenceOf.columns}, delegate.email AS "delegateEmail", delegate.first_name AS "delegateFirstName", delegate.last_name AS "delegateLastName",
  EXISTS (SELECT FROM absence d WHERE d.company_id = $1 AND d.account_id = delegate.id AND d.from_at <= now() AND d.until_at > now())
    AS "isDelegateAway"`;

/** The people of a company: the owner, then the members by the time of joining. */
@Injectable()
export class MemberListRepository {
  constructor(private readonly db: Db) {}

  async page(companyId: string, query: Query): Promise<MemberPage> {
    const { page = 1, pageSize, after } = query;
    const offset = after ? 0 : (page - 1) * pageSize;
    const { people, total, more } = await this.find(companyId, query, { limit: pageSize, offset });
    const last = people.at(-1);
    const next = last && more ? cursorOf([last.place ?? '', last.id]) : null;
    return { items: people.map(toMember), total, page, pageSize, next };
  }

  async all(companyId: string, query: Query): Promise<Member[]> {
    const { people } = await this.find(companyId, query, { limit: mostListed, offset: 0 });
    return people.map(toMember);
  }

  /** One statement: it takes the page from the indexes first, and then reads only the accounts of the page. */
  private async find(companyId: string, query: Query, { limit, offset }: { limit: number; offset: number }) {
    const values: unknown[] = [companyId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const where = conditions(query, parameter);
    const joined = query.q ? 'JOIN account a ON a.id = m.account_id' : '';
    const owner = `SELECT m.* FROM (${ownerOfCompany}) m ${joined} WHERE ${where}`;
    const members = `FROM membership m ${joined} WHERE m.company_id = $1 AND ${where}`;
    const total = `(SELECT count(*) FROM (${owner}) one) + (SELECT count(*) ${members})`;
    const [place, id] = query.after ? placeOf(query.after) : [];
    const isFollowing = place !== undefined && id !== undefined;
    if (isFollowing && !isUuid(id)) throw notAPlace();
    const after = place
      ? `AND (m.joined_at, m.account_id) > (${parameter(place)}::timestamptz, ${parameter(id)}::uuid)`
      : '';
    const [most, skipped, shown] = [offset + limit + 1, offset, limit].map(parameter);
    const text = `WITH page AS MATERIALIZED (SELECT * FROM (
        (${owner} AND ${String(!isFollowing)}) UNION ALL
        (SELECT m.account_id, m.roles, m.joined_at ${members} ${after} ORDER BY m.joined_at, m.account_id LIMIT ${most})
      ) found ORDER BY joined_at NULLS FIRST, account_id LIMIT ${shown}::bigint + 1 OFFSET ${skipped})
      SELECT counted.total, counted.more, m.joined_at::text AS place, ${columns}
      FROM (SELECT (${total})::int AS total, (SELECT count(*) FROM page) > ${shown}::bigint AS more) counted
      LEFT JOIN ((SELECT * FROM page LIMIT ${shown}) m JOIN account a ON a.id = m.account_id) ON true ${absenceOf.joins}
      ORDER BY m.joined_at NULLS FIRST, m.account_id`;
    const rows = await readAfter(planned<Row>(this.db.read, text, values));
    const { total: all = 0, more = false } = rows[0] ?? {};
    return { people: rows.filter((row) => row.id !== null), total: all, more };
  }
}

/** SQL for people `m`, with their accounts `a` if there is a text to search for. */
function conditions({ q, role, may, people }: Query, parameter: (value: unknown) => string): string {
  const where = ['true'];
  if (q) where.push(namedLike(parameter(containing(q))));
  if (role) where.push(`m.roles @> ${parameter([role])}::text[]`);
  if (may) where.push(`m.roles && ${parameter(roles.filter((one) => permits({ roles: [one] }, may)))}::text[]`);
  if (people) {
    const named = people.trim().split(/\s+/);
    const ids = parameter(named.filter((one) => isUuid(one)));
    const keys = parameter(named.map(addressKey));
    where.push(
      `m.account_id = ANY(${ids}::uuid[] || ARRAY(SELECT id FROM account WHERE address_key = ANY(${keys}::text[])))`,
    );
  }
  return where.join(' AND ');
}

function toMember(found: Found): Member {
  const { id, email, firstName, lastName, roles: held, joinedAt, hasKeys, hasPersonKey, canHoldShare } = found;
  const { delegateId, delegateEmail, delegateFirstName, delegateLastName, isDelegateAway } = found;
  return {
    id,
    email,
    firstName,
    lastName,
    roles: held,
    joinedAt: joinedAt?.toISOString() ?? null,
    hasKeys,
    hasPersonKey,
    canHoldShare,
    absence: absenceView(found),
    delegate: delegateId
      ? {
          id: delegateId,
          email: delegateEmail,
          firstName: delegateFirstName,
          lastName: delegateLastName,
          isAway: isDelegateAway,
        }
      : null,
  };
}
