import { Injectable } from '@nestjs/common';
import type { MemberRole } from '@tradepost/contracts/roles';
import { addressKey } from '@tradepost/contracts/values/address';
import { sql } from '../database/sql';
import type { Tx } from '../database/transaction';
import { MemberRow } from './member.entity';

export interface KnownPerson {
  companyId: string;
  userId: string;
  email: string;
}

/** The members of companies, as a service other than identity knows them from identity's events. */
@Injectable()
export class KnownMembersRepository {
  /**
   * An older event than that of the present roles changes nothing. @param roles none: the person is no longer a member @param suspended of a
   * person who was not known yet
   */
  async save(
    tx: Tx,
    { companyId, userId, email }: KnownPerson,
    roles: readonly MemberRole[],
    at: Date,
    suspended = false,
  ): Promise<void> {
    await sql(tx).query(
      `INSERT INTO member (company_id, user_id, email, address_key, roles, changed_at, suspended) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (company_id, user_id) DO UPDATE
         SET email = excluded.email, address_key = excluded.address_key, roles = excluded.roles, changed_at = excluded.changed_at
         WHERE member.changed_at < excluded.changed_at`,
      [companyId, userId, email, addressKey(email), roles, at, suspended],
    );
  }

  /** As `save` for what is not known better yet. */
  async list(
    tx: Tx,
    { companyId, userId, email }: KnownPerson,
    roles: readonly MemberRole[],
    suspended: boolean,
  ): Promise<void> {
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

  /** Null for a person that was never a member. */
  find(tx: Tx, companyId: string, userId: string): Promise<MemberRow | null> {
    return sql(tx).findOneBy(MemberRow, { companyId, userId });
  }

  /** The companies that the person is, or was, a member of. */
  async companiesOf(tx: Tx, userId: string): Promise<string[]> {
    const rows = await sql(tx).find(MemberRow, { where: { userId }, order: { companyId: 'ASC' } });
    return rows.map(({ companyId }) => companyId);
  }

  /** Erases the person, and the members of the deleted company. */
  async erase(tx: Tx, { userId, companyId }: { userId: string; companyId: string | null }): Promise<void> {
    await sql(tx).update(MemberRow, { userId }, { email: null, addressKey: null, roles: [] });
    if (companyId) await sql(tx).delete(MemberRow, { companyId });
  }
}
