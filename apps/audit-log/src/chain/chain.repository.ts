import { Injectable } from '@nestjs/common';
import { identityEvents } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { LessThan } from 'typeorm';
import { ChainRow, CheckpointRow, EntryRow, ErasureRow } from '../entry/audit.entity';
import { actionOf } from '../entry/log.repository';

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

  /** An entry with a text that was erased although the log has no deletion of an account from then on. Where entries are pruned, deletions are too. */
  async findUnexplainedErasure(tx: Tx): Promise<string | undefined> {
    const [found] = (await sql(tx).query(
      `SELECT t.entry_id AS id FROM entry_text t LEFT JOIN entry e ON e.id = t.erased_by AND e.action = $1
       WHERE t.erased_by IS NOT NULL AND e.id IS NULL AND NOT EXISTS (SELECT FROM chain WHERE kept_from > 0) LIMIT 1`,
      [actionOf(identityEvents.accountDeleted.subject)],
    )) as { id: string }[];
    return found?.id;
  }

  /** Forgets erased addresses: by now, every event from before their erasure has arrived. */
  async forgetErasures(before: Date): Promise<void> {
    await sql(this.db.read).delete(ErasureRow, { at: LessThan(before) });
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
