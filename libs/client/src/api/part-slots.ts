/** Parts at once. */
const first = 3;
export const mostPartsAtOnce = 8;
/** A difference that is more than chance. */
const noticeable = 0.1;

/**
 * Bounds how many parts are sent or fetched at once, over all files that share it. The number grows while this makes them faster, and
 * shrinks when it makes them slower or when the server refuses.
 */
export class PartSlots {
  private width = first;
  private active = 0;
  private activeBytes = 0;
  private waiting: (() => void)[] = [];
  private done = { parts: 0, bytes: 0, since: 0 };
  /** Bytes per millisecond before the last change. */
  private speed = 0;
  private readonly most: number;
  private readonly mostBytes: number;
  private readonly now: () => number;

  /**
   * @param most parts at once @param mostBytes of the parts at once: what their senders may hold in memory; streams hold nothing
   * @param now milliseconds
   */
  constructor({ most = mostPartsAtOnce, mostBytes = 64 * 1024 * 1024, now = () => performance.now() } = {}) {
    this.most = most;
    this.mostBytes = mostBytes;
    this.now = now;
  }

  get parts(): number {
    return this.width;
  }

  /** Waits for a free slot, then works on the part. @throws the error of `work` */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    while (this.active > 0 && (this.active >= this.width || this.activeBytes + bytes > this.mostBytes))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.active === 0) this.restart();
    this.active += 1;
    this.activeBytes += bytes;
    try {
      const result = await work();
      this.adapt(bytes);
      return result;
    } finally {
      this.active -= 1;
      this.activeBytes -= bytes;
      for (const resume of this.waiting.splice(0)) resume();
    }
  }

  /** The server or the network could not take so many. */
  narrow(): void {
    this.width = Math.max(1, this.width - 1);
    this.restart();
  }

  private adapt(bytes: number): void {
    this.done.parts += 1;
    this.done.bytes += bytes;
    if (this.done.parts < 2 * this.width) return;
    const speed = this.done.bytes / Math.max(1, this.now() - this.done.since);
    if (speed > this.speed * (1 + noticeable)) this.width = Math.min(this.most, this.width + 1);
    else if (speed < this.speed * (1 - noticeable)) this.width = Math.max(1, this.width - 1);
    this.speed = speed;
    this.restart();
  }

  private restart(): void {
    this.done = { parts: 0, bytes: 0, since: this.now() };
  }
}
