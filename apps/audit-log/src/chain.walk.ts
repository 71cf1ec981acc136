import type { Tx } from '@tradepost/service-kit/database';
import { ChainRow, EntryRow } from './audit.entity';
import { genesis, hashOf } from './chain.policy';

const batchSize = 1_000;

export interface Walked {
  /** How many entries were found as they were written. */
  entries: number;
  /** The hash of the last of them. */
  head: string;
  /** The first entry that is not as it was written; the chain itself where its end is missing. */
  brokenAt?: string;
}

/** Walks one chain from its beginning. `tx` must see one moment, or an entry written meanwhile looks like a break. */
export async function walk(tx: Tx, chain: ChainRow): Promise<Walked> {
  let [entries, head] = [0, genesis];
  for (;;) {
    const batch = await entriesAfter(tx, chain.id, entries);
    for (const { hash, ...entry } of batch) {
      if (entry.sequence !== entries + 1 || entries === chain.length || hash !== hashOf(head, entry)) return { entries, head, brokenAt: entry.id };
      [head, entries] = [hash, entries + 1];
    }
    if (batch.length < batchSize) return entries === chain.length && head === chain.head ? { entries, head } : { entries, head, brokenAt: chain.id };
  }
}

/** An entry that no walk meets: of a chain that is not known, or from before its beginning. */
export async function findStray(tx: Tx): Promise<string | undefined> {
  const stray = await tx
    .createQueryBuilder(EntryRow, 'e')
    .leftJoin(ChainRow, 'c', 'c.id = e.chainId')
    .where('c.id IS NULL OR e.sequence < 1')
    .orderBy('e.at')
    .limit(1)
    .getOne();
  return stray?.id;
}

function entriesAfter(tx: Tx, chainId: string, sequence: number): Promise<EntryRow[]> {
  return tx
    .createQueryBuilder(EntryRow, 'e')
    .where('e.chainId = :chainId AND e.sequence > :sequence', { chainId, sequence })
    .orderBy('e.sequence')
    .limit(batchSize)
    .getMany();
}
