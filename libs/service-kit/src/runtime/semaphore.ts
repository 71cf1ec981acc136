/** Ends a wait that takes too long. */
interface WaitLimit {
  ms: number;
  /** @returns what the caller of the work gets */
  error: () => Error;
}

/** Lets at most `free` pieces of work run at once; the others wait in order. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly longestWait?: WaitLimit,
  ) {}

  /** @throws what the work throws, or the error of a wait that takes too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    const { longestWait } = this;
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = ({ error }: WaitLimit) => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(error());
      };
      const timer = longestWait && setTimeout(() => giveUp(longestWait), longestWait.ms);
      this.waiting.push(start);
    });
  }
}
