import { setTimeout as delay } from 'node:timers/promises';

/** Delays answers while the memory for them is below its limit: until its answer, a call stays in memory with the bytes that were read. */
export class HeldAnswers {
  private held = 0;

  constructor(
    private readonly ms: number,
    private readonly mostBytes: number,
  ) {}

  /** Waits. @returns false at once if the memory limit is reached */
  async hold(bytes: number): Promise<boolean> {
    if (this.held + bytes > this.mostBytes) return false;
    this.held += bytes;
    await delay(this.ms);
    this.held -= bytes;
    return true;
  }
}
