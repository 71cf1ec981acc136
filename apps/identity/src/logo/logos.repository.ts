import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CompanyLogoRow } from './logo.entity';

interface Viewer {
  userId: string;
  companyId: string | null;
}

@Injectable()
export class LogosRepository {
  constructor(private readonly db: Db) {}

  async set(tx: Tx, companyId: string, image: Buffer): Promise<void> {
    await sql(tx).upsert(CompanyLogoRow, { companyId, image }, ['companyId']);
  }

  /** @returns whether there was one */
  async remove(tx: Tx, companyId: string): Promise<boolean> {
    return ((await sql(tx).delete(CompanyLogoRow, { companyId })).affected ?? 0) > 0;
  }

  /** The own logo, or one of a verified partner. */
  async visibleTo({ userId, companyId: own }: Viewer, companyId: string): Promise<Buffer | null> {
    const rows = await sql(this.db.read).query<{ image: Buffer }[]>(
      `SELECT l.image FROM company_logo l JOIN company c ON c.id = l.company_id
       WHERE l.company_id = $3 AND (c.id = $2 OR c.verified IS NOT NULL AND EXISTS (
         SELECT FROM invitation i WHERE i.status = 'accepted'
         AND ((i.company_id = c.id AND i.accepted_by = $1) OR (i.company_id = $2 AND i.accepted_by = c.owner_id))))`,
      [userId, own, companyId],
    );
    return rows[0]?.image ?? null;
  }

  /** The logo of a verified company. */
  async verified(companyId: string): Promise<Buffer | null> {
    const rows = await sql(this.db.read).query<{ image: Buffer }[]>(
      `SELECT l.image FROM company_logo l JOIN company c ON c.id = l.company_id
       WHERE l.company_id = $1 AND c.verified IS NOT NULL`,
      [companyId],
    );
    return rows[0]?.image ?? null;
  }
}
