import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner, type Role } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { mostListed } from '@tradepost/service-kit/messaging/answer-room';
import { In, IsNull, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { hasCompanyKey } from '../company-key/company-keys.repository';
import { mustUseSso } from '../sso/enforced';
import { SessionRow } from './session.entity';

/** Which sessions of one account: all, only one, or all except one; of these, only those of a passkey, for a company, or by single sign-on. */
export interface SessionSelection {
  only?: string;
  except?: string;
  passkeyId?: string;
  companyId?: string;
  ssoConnectionId?: string;
  /** As the identity provider names its session. */
  ssoSid?: string;
}

/** A session that was live until now. */
export interface EndedSession {
  sessionId: string;
  userId: string;
}

interface ActorRow extends Omit<UserActor, 'kind' | 'ip' | 'roles' | 'sso' | 'owner' | 'hasKeys'> {
  sso: boolean;
  hasKeys: boolean;
  roles: Role[];
  ownerId: string;
  ownerEmail: string;
  kycStatus: UserActor['kycStatus'];
}

/** A session that is not stored yet. */
export type NewSession = Omit<SessionRow, 'createdAt' | 'endedAt'>;

/**
 * Parts of a statement that insert a session with the parameters from `first` on, `sessionValues`, and delete the account's sessions that
 * expired more than a day ago. @param from a query that has a row if the statement is to do this
 */
export const insertSession = (first: number, from: string) => {
  const value = (n: number, type: string) => `$${first + n}::${type}`;
  return `
  pruned_sessions AS (DELETE FROM session WHERE account_id = ${value(1, 'uuid')} AND expires_at < now() - interval '1 day' AND EXISTS (SELECT FROM ${from})),
  new_session AS (INSERT INTO session (id, account_id, scope, expires_at, agent, ip, binding, passkey_id, company_id, sso_connection_id, sso_sid, created_at)
                  SELECT ${value(0, 'uuid')}, ${value(1, 'uuid')}, ${value(2, 'text')}, ${value(3, 'timestamptz')}, ${value(4, 'text')},
                         ${value(5, 'text')}, ${value(6, 'text')}, ${value(7, 'uuid')}, ${value(8, 'uuid')}, ${value(9, 'uuid')},
                         ${value(10, 'text')}, now() FROM ${from})`;
};
export const sessionValues = (session: NewSession): unknown[] => {
  const { id, accountId, scope, expiresAt, agent, ip, binding, passkeyId, companyId, ssoConnectionId, ssoSid } =
    session;
  return [id, accountId, scope, expiresAt, agent, ip, binding, passkeyId, companyId, ssoConnectionId, ssoSid];
};
const newSession = {
  name: 'session-new',
  text: `WITH always AS (SELECT 1), ${insertSession(1, 'always')} SELECT`,
};

const rememberedFor = "interval '180 days'";

/** Whether the account has not used this kind of browser, and has used others. Both are SQL; the mark may be NULL. */
export const isNewBrowser = (account: string, mark: string) =>
  `NOT EXISTS (SELECT FROM device d WHERE d.account_id = ${account} AND d.mark = ${mark}) AND
   EXISTS (SELECT FROM device d WHERE d.account_id = ${account} AND d.mark <> ${mark} AND d.seen_at >= now() - ${rememberedFor})`;

/**
 * Parts of a statement that records that the account uses this kind of browser, if there is one. A record is deleted after 180 days without
 * use. @param from a query that has a row if the statement is to do this
 */
export const recordBrowser = (account: string, mark: string, from: string) => `
  pruned_browsers AS (DELETE FROM device WHERE account_id = ${account} AND mark <> ${mark} AND seen_at < now() - ${rememberedFor} AND EXISTS (SELECT FROM ${from})),
  recorded_browser AS (INSERT INTO device (account_id, mark, seen_at) SELECT ${account}, ${mark}, now() FROM ${from} WHERE ${mark} IS NOT NULL
                       ON CONFLICT (account_id, mark) DO UPDATE SET seen_at = excluded.seen_at)`;
const usedBrowser = {
  name: 'session-used-browser',
  text: `WITH always AS (SELECT 1), ${recordBrowser('$1::uuid', '$2::text', 'always')} SELECT`,
};

/** Sessions, and the devices they were opened on. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly db: Db) {}

  /**
   * The actor of a live session. One that acts for a company ends with the membership, and with the suspension or deletion of the
   * owner; one by single sign-on with the connection, another one when the company starts to require single sign-on. @param enforcesRoles without it, only owners
   */
  async actorOf(sessionId: string, enforcesRoles: boolean): Promise<UserActor | null> {
    const [row] = (await sql(this.db.read).query(
      `SELECT s.id AS "sessionId", s.scope, a.id AS "userId", a.email, a.first_name AS "firstName", a.last_name AS "lastName", o.user_type AS "userType",
              c.id AS "companyId", c.company_name AS "companyName", coalesce(m.roles, ARRAY['owner']) AS roles, s.sso_connection_id IS NOT NULL AS sso,
              o.id AS "ownerId", o.email AS "ownerEmail", ${hasCompanyKey('m.company_id', 'm.account_id', 'o.id')} AS "hasKeys",
              CASE WHEN o.user_type = 'sender' THEN coalesce(c.kyc_status, 'Pending') ELSE 'NotRequired' END AS "kycStatus"
       FROM session s JOIN account a ON a.id = s.account_id
       LEFT JOIN membership m ON m.company_id = s.company_id AND m.account_id = s.account_id
       LEFT JOIN company c ON c.id = CASE WHEN s.company_id IS NULL
         THEN (SELECT own.id FROM company own WHERE own.owner_id = s.account_id) ELSE m.company_id END
       JOIN account o ON o.id = CASE WHEN s.company_id IS NULL THEN s.account_id ELSE c.owner_id END
       WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND a.suspended_at IS NULL
         AND (s.company_id IS NULL OR m.account_id IS NOT NULL AND o.suspended_at IS NULL AND o.deleted_at IS NULL)
         AND CASE WHEN s.sso_connection_id IS NOT NULL THEN EXISTS (SELECT FROM sso_connection k WHERE k.id = s.sso_connection_id)
                  ELSE s.company_id IS NULL OR NOT ${mustUseSso('s.company_id', 'a.address_key', 'm.roles')} END`,
      [sessionId],
    )) as ActorRow[];
    if (!row || (!enforcesRoles && !isOwner(row))) return null;
    const { sso, hasKeys, ownerId, ownerEmail, ...found } = row;
    const owner = !isOwner(row) && { owner: { userId: ownerId, email: ownerEmail } };
    return { kind: 'user', ip: '', ...found, ...(sso && { sso }), ...(hasKeys && { hasKeys }), ...owner };
  }

  /** Also deletes the account's sessions that expired more than a day ago. */
  insert(tx: Tx, session: NewSession) {
    this.db.close(tx, { ...newSession, values: sessionValues(session) });
  }

  /** Live sessions, newest first. */
  ofAccount(accountId: string): Promise<SessionRow[]> {
    return sql(this.db.read).find(SessionRow, {
      where: { accountId, scope: 'session', endedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: mostListed,
    });
  }

  live(tx: Tx, id: string): Promise<SessionRow | null> {
    return sql(tx).findOneBy(SessionRow, { id, endedAt: IsNull(), expiresAt: MoreThan(new Date()) });
  }

  /** As `live`. @throws AppError UNAUTHENTICATED once it has ended */
  async requireLive(tx: Tx, id: string): Promise<SessionRow> {
    const session = await this.live(tx, id);
    if (!session) throw new AppError('UNAUTHENTICATED');
    return session;
  }

  /** Ends live sessions of an account. */
  end(tx: Tx, accountId: string, { only, except, ...of }: SessionSelection): Promise<EndedSession[]> {
    return this.endWhere(tx, {
      accountId,
      ...(only && { id: only }),
      ...(except && { id: Not(except) }),
      ...of,
    });
  }

  /** Ends the live sessions that are bound to a browser's cookie. */
  endBound(tx: Tx, binding: string): Promise<EndedSession[]> {
    return this.endWhere(tx, { binding });
  }

  /** Ends the live sessions of all members for the company. */
  endOfCompany(tx: Tx, companyId: string): Promise<EndedSession[]> {
    return this.endWhere(tx, { companyId });
  }

  /** Ends the live sessions that single sign-on has opened. @param ssoSid only those of one session of the provider */
  endOfSso(tx: Tx, ssoConnectionId: string, ssoSid?: string): Promise<EndedSession[]> {
    return this.endWhere(tx, { ssoConnectionId, ...(ssoSid !== undefined && { ssoSid }) });
  }

  /** Ends the live sessions for the company of people who must use single sign-on now, and did not. */
  async endWithoutSso(tx: Tx, companyId: string): Promise<EndedSession[]> {
    const found = await sql(tx).query<{ id: string }[]>(
      `SELECT s.id FROM session s JOIN account a ON a.id = s.account_id
       JOIN membership m ON m.company_id = s.company_id AND m.account_id = s.account_id
       WHERE s.company_id = $1 AND s.sso_connection_id IS NULL AND ${mustUseSso('s.company_id', 'a.address_key', 'm.roles')}`,
      [companyId],
    );
    return found.length > 0 ? this.endWhere(tx, { id: In(found.map(({ id }) => id)) }) : [];
  }

  private async endWhere(tx: Tx, which: FindOptionsWhere<SessionRow>): Promise<EndedSession[]> {
    const live = { ...which, endedAt: IsNull(), expiresAt: MoreThan(new Date()) };
    const found = await sql(tx).find(SessionRow, { select: { id: true, accountId: true }, where: live });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await sql(tx).update(SessionRow, ids, { endedAt: new Date() });
    return found.map(({ id, accountId }) => ({ sessionId: id, userId: accountId }));
  }

  /** Whether the account has not used this kind of browser before, and has used others. */
  async isInNewBrowser(tx: Tx, accountId: string, mark: string | null): Promise<boolean> {
    const rows = await sql(tx).query(`SELECT 1 WHERE ${isNewBrowser('$1::uuid', '$2::text')}`, [accountId, mark]);
    return (rows as unknown[]).length === 1;
  }

  /** Records that the account uses this kind of browser. */
  recordBrowser(tx: Tx, accountId: string, mark: string | null) {
    this.db.close(tx, { ...usedBrowser, values: [accountId, mark] });
  }
}
