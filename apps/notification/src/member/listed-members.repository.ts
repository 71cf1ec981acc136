import { Injectable } from '@nestjs/common';
import { isAmong, type MembersWith } from '@tradepost/contracts/live-updates';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { MemberRow } from './member.entity';

interface Person {
  companyId: string;
  userId: string;
  email: string;
}

interface FoundMember extends Person {
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

/** The members of companies, as far as notifications need to know them. */
@Injectable()
export class ListedMembersRepository {
  constructor(private readonly db: Db) {}

  /** An older event than that of the present roles changes nothing. @param roles none: the person is no longer a member */
  async save(tx: Tx, { companyId, userId, email }: Person, roles: readonly MemberRole[], at: Date): Promise<void> {
    await sql(tx).query(
      `INSERT INTO member (company_id, user_id, email, address_key, roles, changed_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (company_id, user_id) DO UPDATE
         SET email = excluded.email, address_key = excluded.address_key, roles = excluded.roles, changed_at = excluded.changed_at
         WHERE member.changed_at < excluded.changed_at`,
      [companyId, userId, email, addressKey(email), roles, at],
    );
  }

  /** As `save` for what is not known better yet. */
  async list(tx: Tx, { companyId, userId, email }: Person, roles: readonly MemberRole[], suspended: boolean) {
    await sql(tx).query(
      `INSERT INTO member (company_id, user_id, email, address_key, roles, changed_at, suspended)
       VALUES ($1, $2, $3, $4, $5, 'epoch', $6) ON CONFLICT DO NOTHING`,
      [companyId, userId, email, addressKey(email), roles, suspended],
    );
  }

  async setSuspended(tx: Tx, userId: string, suspended: boolean, at: Date): Promise<void> {
    await sql(tx).query(
      'UPDATE member SET suspended = $2, suspension_at = $3 WHERE user_id = $1 AND (suspension_at IS NULL OR suspension_at < $3)',
      [userId, suspended, at],
    );
  }

  /** All who are to be notified, in the order of `asked`. */
  async active(tx: Tx, asked: MembersWith[]): Promise<Map<MembersWith, Person[]>> {
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

  /** Erases the person, and the members of the deleted company. */
  async erase(tx: Tx, { userId, companyId }: { userId: string; companyId: string | null }): Promise<void> {
    await sql(tx).update(MemberRow, { userId }, { email: null, addressKey: null, roles: [] });
    if (companyId) await sql(tx).delete(MemberRow, { companyId });
  }
}
