import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { defaultTotalStorage, type Company, type User } from '@tradepost/contracts/identity';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  AccountRow,
  CodeRow,
  CompanyRow,
  LoginFailureRow,
  SessionRow,
  type CodePurpose,
  type PendingSignup,
} from './accounts.entity';
import { SaltKeyRow } from './keys.entity';

const hourMs = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Of one account: all, or all but one, or one. */
export interface WhichSessions {
  only?: string;
  except?: string;
}

interface ActorRow extends Omit<UserActor, 'kind' | 'ip'> {
  kycStatus: UserActor['kycStatus'];
}

@Injectable()
export class AccountsRepository {
  constructor(private readonly db: Db) {}

  byEmail(email: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    return from
      .createQueryBuilder(AccountRow, 'account')
      .where('lower(account.email) = lower(:email)', { email })
      .getOne();
  }

  byId(id: string, from: Tx = this.db.read): Promise<AccountRow | null> {
    return from.findOneBy(AccountRow, { id });
  }

  companyOf(ownerId: string, from: Tx = this.db.read): Promise<CompanyRow | null> {
    return from.findOneBy(CompanyRow, { ownerId });
  }

  companyById(id: string, from: Tx): Promise<CompanyRow | null> {
    return from.findOneBy(CompanyRow, { id });
  }

  /** @param version of the status; an older one than what is kept changes nothing */
  async keepStatus(
    tx: Tx,
    companyId: string,
    { version, ...kept }: Pick<CompanyRow, 'kycStatus' | 'verified'> & { version: number },
  ): Promise<void> {
    await tx.update(CompanyRow, { id: companyId, kycVersion: LessThan(version) }, { ...kept, kycVersion: version });
  }

  async userOf(account: AccountRow, from: Tx = this.db.read): Promise<User> {
    return toUser(account, await this.companyOf(account.id, from));
  }

  /** Who stands behind a live session. */
  async actorOf(sessionId: string): Promise<UserActor | null> {
    const [row] = (await this.db.read.query(
      `SELECT s.id AS "sessionId", s.scope, a.id AS "userId", a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.user_type AS "userType",
              c.id AS "companyId", c.company_name AS "companyName",
              CASE WHEN a.user_type = 'sender' THEN coalesce(c.kyc_status, 'Pending') ELSE 'NotRequired' END AS "kycStatus"
       FROM session s JOIN account a ON a.id = s.account_id LEFT JOIN company c ON c.owner_id = a.id
       WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND a.suspended_at IS NULL`,
      [sessionId],
    )) as ActorRow[];
    return row ? { kind: 'user', ip: '', ...row } : null;
  }

  /** Makes one account's codes, tries and logins wait for each other until the transaction ends. */
  async lock(tx: Tx, what: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [what]);
  }

  codesOfLastHour(tx: Tx, accountId: string): Promise<number> {
    return tx.countBy(CodeRow, { accountId, createdAt: MoreThan(ago(hourMs)) });
  }

  async triesOfLastDay(tx: Tx, accountId: string): Promise<number> {
    return (await tx.sum(CodeRow, 'tries', { accountId, createdAt: MoreThan(ago(24 * hourMs)) })) ?? 0;
  }

  newestCode(tx: Tx, accountId: string, purpose: CodePurpose): Promise<CodeRow | null> {
    return tx.findOne(CodeRow, { where: { accountId, purpose }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Forgets codes that no limit counts any more, and keeps the new one. */
  async insertCode(
    tx: Tx,
    code: Pick<CodeRow, 'accountId' | 'purpose' | 'codeHash' | 'expiresAt' | 'pending'>,
  ): Promise<string> {
    await tx.delete(CodeRow, { accountId: code.accountId, createdAt: LessThan(ago(24 * hourMs)) });
    const id = uuidv7();
    await tx.insert(CodeRow, { id, ...code, createdAt: new Date(), usedAt: null });
    return id;
  }

  async countTry(tx: Tx, codeId: string): Promise<void> {
    await tx.increment(CodeRow, { id: codeId }, 'tries', 1);
  }

  /** Only wrong tries count. @returns false when another call has used it */
  async useCode(tx: Tx, codeId: string): Promise<boolean> {
    const { affected } = await tx.update(
      CodeRow,
      { id: codeId, usedAt: IsNull() },
      { usedAt: new Date(), tries: () => 'tries - 1' },
    );
    return affected === 1;
  }

  /** @param signup what was said with the code that proves the e-mail @returns false when it was proven before */
  async markVerified(tx: Tx, accountId: string, signup: PendingSignup | null): Promise<boolean> {
    const { affected } = await tx.update(
      AccountRow,
      { id: accountId, verifiedAt: IsNull() },
      { ...signup, ...(signup && { kdf: signup.kdf ?? null }), verifiedAt: new Date() },
    );
    return affected === 1;
  }

  /** Of which the salts of unknown addresses are made. */
  async saltKey(): Promise<Buffer> {
    return (await this.db.read.findOneByOrFail(SaltKeyRow, { id: 1 })).key;
  }

  /** The same password kept in another way, unless it was changed meanwhile. */
  async renewPassword(
    { id, passwordHash }: AccountRow,
    renewed: Pick<AccountRow, 'passwordHash' | 'kdf'>,
  ): Promise<void> {
    await this.db.transaction((tx) => tx.update(AccountRow, { id, passwordHash }, renewed));
  }

  /** Forgets sessions that ran out a day ago, and keeps the new one. */
  async insertSession(
    tx: Tx,
    { id, accountId, scope, expiresAt, agent, ip, binding }: Omit<SessionRow, 'createdAt' | 'endedAt'>,
  ): Promise<void> {
    await tx.query(
      `WITH forgotten AS (DELETE FROM session WHERE account_id = $2 AND expires_at < now() - interval '1 day')
       INSERT INTO session (id, account_id, scope, expires_at, agent, ip, binding, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
      [id, accountId, scope, expiresAt, agent, ip, binding],
    );
  }

  /** Newest first. */
  sessionsOf(accountId: string): Promise<SessionRow[]> {
    return this.db.read.find(SessionRow, {
      where: { accountId, scope: 'session', endedAt: IsNull(), expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /**
   * Notes that the account uses this kind of browser, for half a year from now.
   * @returns whether it is a stranger among others that are known
   */
  async noteDevice(tx: Tx, accountId: string, mark: string): Promise<boolean> {
    const [{ known, fresh }] = (await tx.query(
      `WITH forgotten AS (DELETE FROM device WHERE account_id = $1 AND mark <> $2 AND seen_at < now() - interval '180 days' RETURNING mark),
            others AS (SELECT count(*)::int - (SELECT count(*)::int FROM forgotten) AS n FROM device WHERE account_id = $1 AND mark <> $2),
            noted AS (INSERT INTO device (account_id, mark, seen_at) VALUES ($1, $2, now())
                      ON CONFLICT (account_id, mark) DO UPDATE SET seen_at = excluded.seen_at RETURNING xmax = 0 AS fresh)
       SELECT others.n AS known, noted.fresh FROM others, noted`,
      [accountId, mark],
    )) as [{ known: number; fresh: boolean }];
    return fresh && known > 0;
  }

  liveSession(tx: Tx, id: string): Promise<SessionRow | null> {
    return tx.findOneBy(SessionRow, { id, endedAt: IsNull(), expiresAt: MoreThan(new Date()) });
  }

  /** Ends sessions that still live. @returns their ids */
  async endSessions(tx: Tx, accountId: string, { only, except }: WhichSessions): Promise<string[]> {
    const where = {
      accountId,
      endedAt: IsNull(),
      expiresAt: MoreThan(new Date()),
      ...(only && { id: only }),
      ...(except && { id: Not(except) }),
    };
    const live = await tx.find(SessionRow, { select: { id: true }, where });
    if (live.length > 0)
      await tx.update(
        SessionRow,
        live.map(({ id }) => id),
        { endedAt: new Date() },
      );
    return live.map(({ id }) => id);
  }

  async failuresSince(
    since: Date,
    email: string,
    address: string,
  ): Promise<{ ofPair: Date[]; ofAccount: number; ofAddress: number }> {
    const [failures] = (await this.db.read.query(
      `SELECT count(*) FILTER (WHERE email = $2)::int AS "ofAccount", count(*) FILTER (WHERE address = $3)::int AS "ofAddress",
              coalesce(array_agg(at ORDER BY at) FILTER (WHERE email = $2 AND address = $3), '{}') AS "ofPair"
       FROM login_failure WHERE at > $1 AND (email = $2 OR address = $3)`,
      [since, email, address],
    )) as [{ ofPair: Date[]; ofAccount: number; ofAddress: number }];
    return failures;
  }

  async recordFailure(email: string, address: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const at = LessThan(ago(24 * hourMs));
      await tx.delete(LoginFailureRow, [
        { email, at },
        { address, at },
      ]);
      await tx.insert(LoginFailureRow, { id: uuidv7(), email, address, at: new Date() });
    });
  }

  async forgetFailures(email: string, address: string): Promise<void> {
    await this.db.transaction((tx) => tx.delete(LoginFailureRow, { email, address }));
  }
}

export function toUser({ id, email, firstName, lastName, userType }: AccountRow, company: CompanyRow | null): User {
  return {
    id,
    email,
    firstName,
    lastName,
    companyName: company?.companyName ?? null,
    companyId: company?.id ?? null,
    userType,
    kycStatus: userType === 'sender' ? (company?.kycStatus ?? 'Pending') : 'NotRequired',
    totalStorage: company?.totalStorage ?? defaultTotalStorage,
  };
}

export const toCompany = ({
  ownerId: _owner,
  kycStatus: _status,
  kycVersion: _version,
  totalStorage: _total,
  verified: _verified,
  ...company
}: CompanyRow): Company => company;
