import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';

/** An entry of the server's ledger does not open, is malformed, or does not follow. This device has seen no other one in its place. */
export class UnreadableEntry extends SealingError {
  constructor(
    problem: SealingProblem,
    /** Number of the entry, from 1 on. */
    readonly seq: number,
  ) {
    super(problem);
    this.message = `Entry ${seq} of the ledger cannot be used. ${this.message}`;
  }
}

/** What the owner of the ledger is shown of it. */
export type ShownUnreadable = Pick<UnreadableEntry, 'seq' | 'problem'>;
