import { Injectable } from '@nestjs/common';
import type { Checkpoint, ExportedPage } from '@tradepost/contracts/audit';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import { In } from 'typeorm';
import { CheckpointRow, EntryRow } from './audit.entity';
import { matching, toEntry, toExported, type EntryFilter } from './log.repository';
import { TextsRepository } from './texts.repository';
import { toCheckpoint } from '../chain/signer';

const pageSize = 1_000;

/** Pages of the exported log. */
@Injectable()
export class ExportRepository {
  constructor(
    private readonly db: Db,
    private readonly texts: TextsRepository,
  ) {}

  /** Ordered by chain, each chain from its beginning. */
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
    const entries = await this.texts.open(this.db.read, rows);
    if (!isWhole(filter)) return { entries: entries.map(toEntry), checkpoints: [], next };
    return { entries: entries.map(toExported), checkpoints: await this.checkpoints(rows), next };
  }

  /** The checkpoints at these entries and directly before them. */
  private async checkpoints(rows: EntryRow[]): Promise<Checkpoint[]> {
    const chains = [...new Set(rows.map(({ chainId }) => chainId))];
    const found = await sql(this.db.read).find(CheckpointRow, {
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

/** The hashes can only be verified when no entry of a chain is filtered out. */
const isWhole = ({ q, actor, action, from, to }: EntryFilter) => !q && !actor && !action && !from && !to;
