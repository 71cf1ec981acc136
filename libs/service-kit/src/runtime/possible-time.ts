import { hour, second } from './durations';

/** The system clock may differ this much from what the monotonic clock says before it counts as set. */
const toleratedMs = 5 * second;
/** After this time a clock that was set is trusted again. */
const doubtedForMs = 2 * hour;

/**
 * The time, for processes that compare it with each other. When the system clock of a process is set, forward or back, it is unknown
 * whether the time before or after was right: for two hours the process knows two times.
 */
export class PossibleTime {
  /** The system clock minus the monotonic clock, while they agree. */
  private offset: number;
  /** By the monotonic clock. */
  private doubtedSince: number | undefined;

  constructor(
    private readonly system = () => Date.now(),
    private readonly monotonic = () => performance.now(),
  ) {
    this.offset = system() - monotonic();
  }

  earliest(): number {
    return Math.min(...this.both());
  }

  latest(): number {
    return Math.max(...this.both());
  }

  private both(): [number, number] {
    const [system, monotonic] = [this.system(), this.monotonic()];
    const isTrusted = Math.abs(system - monotonic - this.offset) <= toleratedMs;
    if (!isTrusted) this.doubtedSince ??= monotonic;
    if (isTrusted || monotonic - (this.doubtedSince ?? monotonic) >= doubtedForMs) {
      this.offset = system - monotonic;
      this.doubtedSince = undefined;
    }
    return [system, Math.round(monotonic + this.offset)];
  }
}
