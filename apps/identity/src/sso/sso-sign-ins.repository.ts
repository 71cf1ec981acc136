import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LessThan } from 'typeorm';
import { ScimUserRow } from '../scim/scim.entity';
import { FormerMemberRow, SsoIdentityRow, SsoLogoutTokenRow, SsoSignInRow } from './sso.entity';

/** Started sign-ins, the people that providers know, and used logout tokens. */
@Injectable()
export class SsoSignInsRepository {
  constructor(private readonly db: Db) {}

  /** Also deletes expired ones. */
  async start(tx: Tx, signIn: SsoSignInRow): Promise<void> {
    await sql(tx).delete(SsoSignInRow, { expiresAt: LessThan(new Date()) });
    await sql(tx).insert(SsoSignInRow, signIn);
  }

  /** @returns null when it was used before, has expired, or was started in another browser or with another connection */
  async use({
    state,
    browser,
    connectionId,
  }: Pick<SsoSignInRow, 'state' | 'browser' | 'connectionId'>): Promise<SsoSignInRow | null> {
    // a single statement is a transaction of its own
    const [[used]] = (await sql(this.db.read).query(
      `DELETE FROM sso_sign_in WHERE state = $1 AND browser = $2 AND connection_id = $3 AND expires_at > now()
       RETURNING state, connection_id AS "connectionId", browser, nonce, verifier, account_id AS "accountId",
         session_id AS "sessionId", expires_at AS "expiresAt"`,
      [state, browser, connectionId],
    )) as [SsoSignInRow[], number];
    return used ?? null;
  }

  /** Serializes sign-ins with this address, and its signups, until the transaction ends. */
  lockAddress(tx: Tx, addressKey: string): Promise<void> {
    return lockName(tx, `signup of ${addressKey}`);
  }

  identity(tx: Tx, which: Pick<SsoIdentityRow, 'companyId' | 'issuer' | 'sub'>): Promise<SsoIdentityRow | null> {
    return sql(tx).findOneBy(SsoIdentityRow, which);
  }

  /** Whether the company's provider, or the one before it, knows the account, by a sign-in or SCIM. */
  async knows(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
    const which = { companyId, accountId };
    return (await sql(tx).existsBy(SsoIdentityRow, which)) || sql(tx).existsBy(ScimUserRow, which);
  }

  /** Accounts that the company's providers know. */
  async countAccounts(tx: Tx, companyId: string): Promise<number> {
    const [row] = await sql(tx).query<{ accounts: number }[]>(
      `SELECT count(*)::int AS accounts FROM (SELECT account_id FROM sso_identity WHERE company_id = $1
       UNION SELECT account_id FROM scim_user WHERE company_id = $1) known`,
      [companyId],
    );
    return row?.accounts ?? 0;
  }

  async noteFormerMember(tx: Tx, member: FormerMemberRow): Promise<void> {
    await sql(tx).upsert(FormerMemberRow, member, ['companyId', 'accountId']);
  }

  /** Null if the account was no member of the company before. */
  formerMember(tx: Tx, which: Pick<FormerMemberRow, 'companyId' | 'accountId'>): Promise<FormerMemberRow | null> {
    return sql(tx).findOneBy(FormerMemberRow, which);
  }

  async link(tx: Tx, identity: SsoIdentityRow): Promise<void> {
    await sql(tx).insert(SsoIdentityRow, identity);
  }

  /** Also deletes expired ones. @returns false for a token that was used before */
  async useLogoutToken(tx: Tx, token: SsoLogoutTokenRow): Promise<boolean> {
    await sql(tx).delete(SsoLogoutTokenRow, { expiresAt: LessThan(new Date()) });
    const inserted = await sql(tx).query<unknown[]>(
      'INSERT INTO sso_logout_token (connection_id, jti, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING jti',
      [token.connectionId, token.jti, token.expiresAt],
    );
    return inserted.length > 0;
  }
}
