import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { ChainRow, CheckpointRow, EntryRow } from '../entry/audit.entity';

/** Entries that are read at once. */
export const entryBatchSize = 1_000;

@Injectable()
export class ChainRepository {
  constructor(private readonly db: Db) {}

  chains(tx: Tx): Promise<ChainRow[]> {
    return sql(tx).find(ChainRow, { order: { id: 'ASC' } });
  }

  checkpoints(tx: Tx, chainId: string): Promise<CheckpointRow[]> {
    return sql(tx).find(CheckpointRow, { where: { chainId }, order: { sequence: 'ASC' } });
  }

  /** The next entries of a chain, at most `entryBatchSize`. */
  entriesAfter(tx: Tx, chainId: string, sequence: number): Promise<EntryRow[]> {
    return sql(tx)
      .createQueryBuilder(EntryRow, 'e')
      .where('e.chainId = :chainId AND e.sequence > :sequence', { chainId, sequence })
      .orderBy('e.sequence')
      .limit(entryBatchSize)
      .getMany();
  }

  /** An entry of no chain or from before its chain's beginning, or a checkpoint of no chain: verifying the chains does not reach it. */
  async findOrphan(tx: Tx): Promise<string | undefined> {
    const [orphan] = (await sql(tx).query(`
      SELECT e.id FROM entry e LEFT JOIN chain c ON c.id = e.chain_id WHERE c.id IS NULL OR e.sequence <= c.kept_from
      UNION ALL SELECT p.chain_id FROM checkpoint p LEFT JOIN chain c ON c.id = p.chain_id WHERE c.id IS NULL
      LIMIT 1`)) as { id: string }[];
    return orphan?.id;
  }

  /** Chains without a checkpoint at their end: all of them, or this one. */
  unsigned(chainId?: string): Promise<ChainRow[]> {
    const query = sql(this.db.read)
      .createQueryBuilder(ChainRow, 'c')
      .where(
        'c.length > 0 AND NOT EXISTS (SELECT FROM checkpoint p WHERE p.chain_id = c.id AND p.sequence = c.length)',
      );
    if (chainId) query.andWhere('c.id = :chainId', { chainId });
    return query.getMany();
  }

  /** Changes nothing when another replica has already added the checkpoint. */
  async addCheckpoint(checkpoint: CheckpointRow): Promise<void> {
    await sql(this.db.read).createQueryBuilder().insert().into(CheckpointRow).values(checkpoint).orIgnore().execute();
  }

  /** Removes the entries up to each chain's newest checkpoint from before this time. @returns the number of chains */
  async prune(before: Date): Promise<number> {
    const due = (await sql(this.db.read).query(
      'SELECT p.chain_id AS chain, max(p.sequence) AS sequence FROM checkpoint p JOIN chain c ON c.id = p.chain_id WHERE p.at < $1 AND p.sequence > c.kept_from GROUP BY p.chain_id',
      [before],
    )) as { chain: string; sequence: number }[];
    for (const { chain, sequence } of due) await sql(this.db.read).query('SELECT let_go($1, $2)', [chain, sequence]);
    return due.length;
  }
}
