import { Injectable } from '@nestjs/common';
import type { CompanyMember } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { containing } from '@tradepost/service-kit/database/like';
import { sql } from '@tradepost/service-kit/database/sql';
import { absenceOf, absenceView, namedLike, peopleOfCompany, type FoundAbsence } from './company-people';

interface Found extends Omit<CompanyMember, 'joinedAt' | 'suspendedAt' | 'absence'>, FoundAbsence {
  joinedAt: Date | null;
  suspendedAt: Date | null;
}

const people = `${peopleOfCompany} ${absenceOf.joins}
  WHERE a.deleted_at IS NULL AND ($2 = '%%' OR ${namedLike('$2')})`;

/** The people of one company, as admins see them. */
@Injectable()
export class CompanyMembersRepository {
  constructor(private readonly db: Db) {}

  async page(companyId: string, { q, page, pageSize }: { q?: string | undefined; page: number; pageSize: number }) {
    const asked = [companyId, containing(q ?? '')];
    const found = await sql(this.db.read).query<Found[]>(
      `SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", m.roles, m.joined_at AS "joinedAt",
         a.suspended_at AS "suspendedAt", ${absenceOf.columns} ${people} ORDER BY m.joined_at NULLS FIRST, a.id LIMIT $3 OFFSET $4`,
      [...asked, pageSize, (page - 1) * pageSize],
    );
    const [{ total }] = await sql(this.db.read).query<[{ total: string }]>(`SELECT count(*) AS total ${people}`, asked);
    const items = found.map(({ joinedAt, suspendedAt, from, until, delegateId, ...person }): CompanyMember => ({
      ...person,
      absence: absenceView({ from, until, delegateId }),
      joinedAt: joinedAt?.toISOString() ?? null,
      suspendedAt: suspendedAt?.toISOString() ?? null,
    }));
    return { items, total: Number(total), page, pageSize };
  }
}
