import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { readAmounts } from './amounts';
import type { Use } from './governor.repository';
import { idOf } from './limit.policy';
import { refusedBy } from './reached';

/** Seconds for `Retry-After`: work in this process ends soon, but the time is not known. */
const retryAfterSeconds = 10;

/**
 * Limits on simultaneous use in this process: they protect its memory, cores and connections, so each replica
 * counts its own.
 */
@Injectable()
export class Admission {
  private readonly amounts = readAmounts();
  private readonly held = new Map<string, number>();

  /** @returns ends the use; a second call has no effect @throws AppError TOO_MANY when one of them is used up: then nothing is held */
  enter(uses: readonly Use[]): () => void {
    const refusal = this.refusalOf(uses);
    if (refusal) throw refusal;
    this.add(uses, 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.add(uses, -1);
    };
  }

  /** @throws AppError TOO_MANY, or the error of `work` */
  async run<T>(uses: readonly Use[], work: () => Promise<T>): Promise<T> {
    const leave = this.enter(uses);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  heldOf({ limit, key }: Pick<Use, 'limit' | 'key'>): number {
    return this.held.get(idOf({ limit, key })) ?? 0;
  }

  private refusalOf(uses: readonly Use[]): AppError | undefined {
    const full = uses.find((use) => this.heldOf(use) + (use.amount ?? 1) > this.amounts(use.limit, use.key));
    return full && refusedBy(full.limit, full.key, retryAfterSeconds);
  }

  private add(uses: readonly Use[], sign: 1 | -1): void {
    for (const use of uses) {
      const id = idOf(use);
      const held = this.heldOf(use) + sign * (use.amount ?? 1);
      if (held > 0) this.held.set(id, held);
      else this.held.delete(id);
    }
  }
}
