/** Ends a wait that takes too long. */
export interface WaitLimit {
  ms: number;
  /** @returns what the caller of the work gets */
  error: () => Error;
}

/** Lets at most `free` pieces of work run at once. The others wait: those of one key in order, and the keys by turns. */
export class Semaphore {
  /** By key, in the order of their turns; each has at least one that waits. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(
    private free: number,
    private readonly longestWait?: WaitLimit,
  ) {}

  /** @param key who does the work, so that nobody waits for the whole queue of another @throws what the work throws, or the error of a wait that takes too long */
  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn(key);
    try {
      return await work();
    } finally {
      const next = this.next();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(key: string): Promise<void> {
    const { longestWait } = this;
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = ({ error }: WaitLimit) => {
        this.remove(key, start);
        reject(error());
      };
      const timer = longestWait && setTimeout(() => giveUp(longestWait), longestWait.ms);
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), start]);
    });
  }

  private next(): (() => void) | undefined {
    const [turn] = this.waiting;
    if (!turn) return undefined;
    const [key, [start, ...others]] = turn;
    this.waiting.delete(key);
    if (others.length > 0) this.waiting.set(key, others);
    return start;
  }

  private remove(key: string, start: () => void): void {
    const others = (this.waiting.get(key) ?? []).filter((one) => one !== start);
    if (others.length > 0) this.waiting.set(key, others);
    else this.waiting.delete(key);
  }
}
