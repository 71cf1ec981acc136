import type { Tx } from '@tradepost/service-kit/database';
import { ChainRow, CheckpointRow, EntryRow } from './audit.entity';
import { hashOf } from '@tradepost/proofs/chain';

const batchSize = 1_000;

export interface Walked {
  /** How many entries were found as they were written. */
  entries: number;
  /** The hash of the last of them. */
  head: string;
  /** The first entry that is not as it was written; the chain itself where its end, its beginning or a checkpoint is missing. */
  brokenAt?: string;
}

export interface Rules {
  isGenuine: (checkpoint: CheckpointRow) => boolean;
  /** Entries may have been let go up to a checkpoint made before this; null: none may. */
  letGoBefore: Date | null;
  /** Told after each batch how many entries it had. */
  onWalked?: (entries: number) => void;
}

/** Walks one chain from its beginning. `tx` must see one moment, or an entry written meanwhile looks like a break. */
export async function walk(tx: Tx, chain: ChainRow, { isGenuine, letGoBefore, onWalked }: Rules): Promise<Walked> {
  const checkpoints = await tx.find(CheckpointRow, { where: { chainId: chain.id }, order: { sequence: 'ASC' } });
  const ends = new Map(checkpoints.map(({ sequence, head }) => [sequence, head]));
  let [sequence, head, entries] = [chain.keptFrom, chain.keptHead, 0];
  const broken = (brokenAt: string) => ({ entries, head, brokenAt });

  const beginning = checkpoints.find((checkpoint) => checkpoint.sequence === sequence);
  if (sequence > 0 && !(beginning?.head === head && letGoBefore && beginning.at < letGoBefore)) return broken(chain.id);
  if (!checkpoints.every(isGenuine) || checkpoints.some((checkpoint) => checkpoint.sequence > chain.length))
    return broken(chain.id);

  for (;;) {
    const batch = await entriesAfter(tx, chain.id, sequence);
    for (const { hash, ...entry } of batch) {
      const isNext = entry.sequence === sequence + 1 && sequence < chain.length && hash === hashOf(head, entry);
      if (!isNext || (ends.get(entry.sequence) ?? hash) !== hash) return broken(entry.id);
      [head, sequence, entries] = [hash, entry.sequence, entries + 1];
    }
    onWalked?.(batch.length);
    if (batch.length < batchSize)
      return sequence === chain.length && head === chain.head ? { entries, head } : broken(chain.id);
  }
}

/** An entry that no walk meets: of a chain that is not known, or from before its beginning; or a checkpoint of no chain. */
export async function findStray(tx: Tx): Promise<string | undefined> {
  const [stray] = (await tx.query(`
    SELECT e.id FROM entry e LEFT JOIN chain c ON c.id = e.chain_id WHERE c.id IS NULL OR e.sequence <= c.kept_from
    UNION ALL SELECT p.chain_id FROM checkpoint p LEFT JOIN chain c ON c.id = p.chain_id WHERE c.id IS NULL
    LIMIT 1`)) as { id: string }[];
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
