const tickMs = 10;

/**
 * Ends leases after time in which this process could work on them: each turn of the event loop counts at most one tick. By the clock, the
 * calls of a busy process would outlive their slots while they wait for their turn, further calls would begin, and every turn would get longer.
 */
export class SlotLeases {
  /** By what ends a lease: the ticks that are left of it. */
  private readonly leases = new Map<() => void, number>();
  private timer: NodeJS.Timeout | undefined;

  /** @returns ends the lease without a call of `end` */
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
