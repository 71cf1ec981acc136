import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { IsNull, Not } from 'typeorm';
import { SsoConnectionRow, SsoDomainRow } from './sso.entity';

/** Sign-on connections and their domains. */
@Injectable()
export class SsoSettingsRepository {
  constructor(private readonly db: Db) {}

  /** Serializes changes of one company's settings until the transaction ends. */
  lock(tx: Tx, companyId: string): Promise<void> {
    return lockName(tx, `sso of ${companyId}`);
  }

  connectionOf(companyId: string, from: Tx = this.db.read): Promise<SsoConnectionRow | null> {
    return sql(from).findOneBy(SsoConnectionRow, { companyId });
  }

  /** Of the company that has verified the domain, unless its owner is suspended or deleted. */
  async connectionOfDomain(domain: string): Promise<SsoConnectionRow | null> {
    const [found] = await sql(this.db.read).query<{ companyId: string }[]>(
      `SELECT d.company_id AS "companyId" FROM sso_domain d JOIN company c ON c.id = d.company_id
       JOIN account o ON o.id = c.owner_id AND o.suspended_at IS NULL AND o.deleted_at IS NULL
       WHERE d.domain = $1 AND d.verified_at IS NOT NULL`,
      [domain],
    );
    return found ? this.connectionOf(found.companyId) : null;
  }

  async save(tx: Tx, connection: SsoConnectionRow): Promise<void> {
    await sql(tx).upsert(SsoConnectionRow, connection, ['companyId']);
  }

  async change(tx: Tx, companyId: string, changed: Partial<SsoConnectionRow>): Promise<void> {
    await sql(tx).update(SsoConnectionRow, { companyId }, changed);
  }

  async remove(tx: Tx, companyId: string): Promise<void> {
    await sql(tx).delete(SsoConnectionRow, { companyId });
  }

  domainsOf(companyId: string, from: Tx = this.db.read): Promise<SsoDomainRow[]> {
    return sql(from).find(SsoDomainRow, { where: { companyId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  domain(companyId: string, id: string, from: Tx = this.db.read): Promise<SsoDomainRow | null> {
    return sql(from)
      .createQueryBuilder(SsoDomainRow, 'd')
      .where('d.companyId = :companyId AND d.id::text = :id', { companyId, id })
      .getOne();
  }

  /** The company that has verified the domain, and the token of its record. */
  verified(domain: string, from: Tx = this.db.read): Promise<SsoDomainRow | null> {
    return sql(from).findOneBy(SsoDomainRow, { domain, verifiedAt: Not(IsNull()) });
  }

  /** Serializes who verifies a domain until the transaction ends. */
  lockDomain(tx: Tx, domain: string): Promise<void> {
    return lockName(tx, `sso domain ${domain}`);
  }

  async addDomain(tx: Tx, domain: SsoDomainRow): Promise<void> {
    await sql(tx).insert(SsoDomainRow, domain);
  }

  async setVerified(tx: Tx, id: string, verifiedAt: Date | null): Promise<void> {
    await sql(tx).update(SsoDomainRow, id, { verifiedAt });
  }

  async removeDomain(tx: Tx, id: string): Promise<void> {
    await sql(tx).delete(SsoDomainRow, id);
  }
}
