import { Injectable } from '@nestjs/common';
import { isAmong, type MembersWith } from '@tradepost/contracts/live-updates';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { KnownPerson } from '@tradepost/service-kit/members/known-members.repository';
import { MemberRow } from '@tradepost/service-kit/members/member.entity';

interface FoundMember extends KnownPerson {
  roles: MemberRole[];
  /** `addressKey` of the company's address. */
  owner: string | null;
}

const active = {
  name: 'active-members',
  text: `SELECT m.company_id AS "companyId", m.user_id AS "userId", m.email, m.roles, c.address_key AS owner
         FROM member m LEFT JOIN contact c ON c.company_id = m.company_id
         WHERE (m.company_id = ANY($1::uuid[]) OR c.address_key = ANY($2::text[]))
           AND m.roles <> '{}' AND NOT m.suspended AND m.email IS NOT NULL
         ORDER BY m.company_id, m.user_id`,
};

const isMeant = (asked: MembersWith, member: FoundMember): boolean => {
  const { membersOf } = asked;
  const { companyId, owner } = member;
  const isOf =
    'companyId' in membersOf ? membersOf.companyId === companyId : addressKey(membersOf.ownerEmail) === owner;
  return isOf && isAmong(asked, member);
};

/** Which of the members of companies are notified. */
@Injectable()
export class ListedMembersRepository {
  constructor(private readonly db: Db) {}

  /** All who are to be notified, in the order of `asked`. */
  async active(tx: Tx, asked: MembersWith[]): Promise<Map<MembersWith, KnownPerson[]>> {
    if (asked.length === 0) return new Map();
    const companies = asked.flatMap(({ membersOf }) => ('companyId' in membersOf ? membersOf.companyId : []));
    const owners = asked.flatMap(({ membersOf }) =>
      'ownerEmail' in membersOf ? addressKey(membersOf.ownerEmail) : [],
    );
    const found = await prepared<FoundMember>(tx, active, [companies, owners]);
    return new Map(asked.map((one) => [one, found.filter((member) => isMeant(one, member))]));
  }

  /** Whether the address is of a member who can act for the company. */
  async isActive(companyId: string, email: string): Promise<boolean> {
    const found = await sql(this.db.read).findBy(MemberRow, {
      companyId,
      addressKey: addressKey(email),
      suspended: false,
    });
    return found.some(({ roles }) => roles.length > 0);
  }
}
