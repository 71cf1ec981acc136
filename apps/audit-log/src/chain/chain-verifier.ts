import { Injectable } from '@nestjs/common';
import { combineHeads, entryHash, genesis } from '@tradepost/proofs/chain';
import { areCommitted } from '@tradepost/proofs/personal-text';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { ChainRow, CheckpointRow } from '../entry/audit.entity';
import { TextsRepository } from '../entry/texts.repository';
import { ChainRepository, entryBatchSize } from './chain.repository';
import { Checkpoints } from './checkpoints';
import { Signer } from './signer';

interface Verified {
  /** Number of unchanged entries. */
  entries: number;
  /** The hash of the last of them. */
  head: string;
  /** The first changed entry, or the chain when its end, its beginning or a checkpoint is missing. */
  brokenAt?: string;
}

type OnProgress = (entries: number, of: number) => void;

/** Verifies the chains and their checkpoints. */
@Injectable()
export class ChainVerifier {
  constructor(
    private readonly db: Db,
    private readonly chains: ChainRepository,
    private readonly texts: TextsRepository,
    private readonly checkpoints: Checkpoints,
    private readonly signer: Signer,
  ) {}

  /**
   * Verifies every chain in one database snapshot.
   * @returns the number of valid entries, a digest of the ends of all chains (an admin who stores it elsewhere can detect
   *   later that the whole log was replaced), and the first fault
   */
  verify(onProgress: OnProgress): Promise<Verified & { ok: boolean }> {
    return this.db.snapshot(async (tx) => {
      const total = { entries: 0, head: genesis };
      const chains = await this.chains.chains(tx);
      const of = chains.reduce((sum, { length, keptFrom }) => sum + length - keptFrom, 0);
      let done = 0;
      const onBatch = (size: number) => onProgress((done += size), of);
      for (const chain of chains) {
        const { entries, head, brokenAt } = await this.verifyChain(tx, chain, onBatch);
        total.entries += entries;
        total.head = combineHeads(total.head, chain.id, head);
        if (brokenAt) return { ok: false, ...total, brokenAt };
      }
      const brokenAt = (await this.chains.findOrphan(tx)) ?? (await this.chains.findUnexplainedErasure(tx));
      return brokenAt ? { ok: false, ...total, brokenAt } : { ok: true, ...total };
    });
  }

  /** `tx` must read one snapshot: an entry that is added during the check would look like a fault. */
  private async verifyChain(tx: Tx, chain: ChainRow, onBatch: (size: number) => void): Promise<Verified> {
    const checkpoints = await this.chains.checkpoints(tx, chain.id);
    let [sequence, head, entries] = [chain.keptFrom, chain.keptHead, 0];
    const broken = (brokenAt: string) => ({ entries, head, brokenAt });
    if (!this.areCheckpointsValid(chain, checkpoints)) return broken(chain.id);

    const headAt = new Map(checkpoints.map((checkpoint) => [checkpoint.sequence, checkpoint.head]));
    for (;;) {
      const batch = await this.texts.open(tx, await this.chains.entriesAfter(tx, chain.id, sequence));
      for (const { hash, texts, ...entry } of batch) {
        const isNext = entry.sequence === sequence + 1 && sequence < chain.length && hash === entryHash(head, entry);
        const isWhole = isNext && areCommitted(entry.commitments, texts);
        if (!isWhole || (headAt.get(entry.sequence) ?? hash) !== hash) return broken(entry.id);
        [head, sequence, entries] = [hash, entry.sequence, entries + 1];
      }
      onBatch(batch.length);
      if (batch.length < entryBatchSize)
        return sequence === chain.length && head === chain.head ? { entries, head } : broken(chain.id);
    }
  }

  /** A pruned chain begins at a checkpoint from before the retention period. */
  private areCheckpointsValid({ length, keptFrom, keptHead }: ChainRow, checkpoints: CheckpointRow[]): boolean {
    const beginning = checkpoints.find(({ sequence }) => sequence === keptFrom);
    const prunedBefore = this.checkpoints.retentionLimit();
    if (keptFrom > 0 && !(beginning?.head === keptHead && prunedBefore && beginning.at < prunedBefore)) return false;
    return checkpoints.every((checkpoint) => this.signer.isGenuine(checkpoint) && checkpoint.sequence <= length);
  }
}
