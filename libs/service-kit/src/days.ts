export const dayMs = 24 * 3_600_000;

/** So many times 24 hours later, or earlier where negative. */
export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);
