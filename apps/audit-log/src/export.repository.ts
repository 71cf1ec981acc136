import { Injectable } from '@nestjs/common';
import type { AuditEntry, Checkpoint, ExportedPage } from '@tradepost/contracts/audit';
import { Db } from '@tradepost/service-kit/database';
import { In } from 'typeorm';
import { CheckpointRow, EntryRow } from './audit.entity';
import { matching, type EntryFilter } from './entry.filter';
import { toCheckpoint } from './signer';

const pageSize = 1_000;

export const toEntry = ({ chainId, at, ...entry }: EntryRow): AuditEntry => ({
  ...entry,
  companyId: chainId,
  at: at.toISOString(),
});

/** The log as it leaves the house. */
@Injectable()
export class ExportRepository {
  constructor(private readonly db: Db) {}

  /** Chain by chain, each from its beginning. */
  async page(filter: EntryFilter, after: { companyId: string; sequence: number } | undefined): Promise<ExportedPage> {
    const query = matching(this.db.read, filter);
    if (after)
      query.andWhere('(e.chainId, e.sequence) > (:chain::uuid, :sequence)', {
        chain: after.companyId,
        sequence: after.sequence,
      });
    const rows = await query.orderBy('e.chainId').addOrderBy('e.sequence').limit(pageSize).getMany();
    const last = rows.at(-1);
    const next = rows.length === pageSize && last ? { companyId: last.chainId, sequence: last.sequence } : null;
    return { entries: rows.map(toEntry), checkpoints: isWhole(filter) ? await this.checkpoints(rows) : [], next };
  }

  /** Those within these entries, and those right before them. */
  private async checkpoints(rows: EntryRow[]): Promise<Checkpoint[]> {
    const chains = [...new Set(rows.map(({ chainId }) => chainId))];
    const found = await this.db.read.find(CheckpointRow, {
      where: { chainId: In(chains) },
      order: { chainId: 'ASC', sequence: 'ASC' },
    });
    return found
      .filter(({ chainId, sequence }) =>
        rows.some((row) => row.chainId === chainId && (row.sequence === sequence || row.sequence === sequence + 1)),
      )
      .map(toCheckpoint);
  }
}

/** Only whole chains can be checked by their hashes. */
const isWhole = ({ q, actor, action, from, to }: EntryFilter) => !q && !actor && !action && !from && !to;
