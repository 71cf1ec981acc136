/** Tracks unfinished work. */
export class InFlight {
  private readonly pending = new Set<Promise<unknown>>();

  track<T>(work: Promise<T>): Promise<T> {
    this.pending.add(work);
    const remove = () => this.pending.delete(work);
    work.then(remove, remove);
    return work;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.pending);
  }
}
