const tickMs = 10;

/**
 * Ends leases after a time in which this process could work on them: each turn of the event loop counts at most one tick. With clock time, the
 * leases of waiting calls in a busy process would expire, more calls would begin, and every turn would take longer.
 */
export class SlotLeases {
  /** The remaining ticks of each lease, by the function that ends it. */
  private readonly leases = new Map<() => void, number>();
  private timer: NodeJS.Timeout | undefined;

  /** @returns a function that ends the lease without calling `end` */
  begin(ms: number, end: () => void): () => void {
    this.leases.set(end, Math.ceil(ms / tickMs));
    this.timer ??= setInterval(() => this.tick(), tickMs);
    return () => this.remove(end);
  }

  private tick(): void {
    for (const [end, left] of this.leases) {
      if (left > 1) {
        this.leases.set(end, left - 1);
        continue;
      }
      this.remove(end);
      end();
    }
  }

  private remove(end: () => void): void {
    this.leases.delete(end);
    if (this.leases.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
