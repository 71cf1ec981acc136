import { setTimeout as delay } from 'node:timers/promises';

/** Holds answers back while there is room for it: until its answer, a call stays in memory with what was read of it. */
export class HeldAnswers {
  private held = 0;

  constructor(
    private readonly ms: number,
    private readonly mostBytes: number,
  ) {}

  /** Waits. @returns false at once if there is no room */
  async hold(bytes: number): Promise<boolean> {
    if (this.held + bytes > this.mostBytes) return false;
    this.held += bytes;
    await delay(this.ms);
    this.held -= bytes;
    return true;
  }
}
