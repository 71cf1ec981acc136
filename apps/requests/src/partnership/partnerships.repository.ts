import { Injectable } from '@nestjs/common';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { In } from 'typeorm';
import { EndedPartnershipRow } from './ended-partnership.entity';

@Injectable()
export class PartnershipsRepository {
  ended(tx: Tx, receiverUserId: string, companyIds: string[]): Promise<EndedPartnershipRow[]> {
    return sql(tx).findBy(EndedPartnershipRow, { receiverUserId, companyId: In(companyIds) });
  }

  /** An end that is older than the one known changes nothing. */
  async end(tx: Tx, { companyId, receiverUserId, version }: EndedPartnershipRow): Promise<void> {
    await sql(tx).query(
      `INSERT INTO ended_partnership (company_id, receiver_user_id, version) VALUES ($1, $2, $3)
       ON CONFLICT (company_id, receiver_user_id) DO UPDATE SET version = greatest(ended_partnership.version, excluded.version)`,
      [companyId, receiverUserId, version],
    );
  }
}
