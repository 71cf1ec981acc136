import { Semaphore, type WaitLimit } from './semaphore';

/** Runs one piece of work of each key at a time; the others of the key wait, in order. */
export class Turns {
  private readonly keys = new Map<string, { turn: Semaphore; users: number }>();

  constructor(private readonly longestWait?: WaitLimit) {}

  /** @throws what the work throws, or the error of a wait that takes too long */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const own = this.keys.get(key) ?? { turn: new Semaphore(1, this.longestWait), users: 0 };
    this.keys.set(key, own);
    own.users += 1;
    try {
      return await own.turn.run(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) this.keys.delete(key);
    }
  }
}
