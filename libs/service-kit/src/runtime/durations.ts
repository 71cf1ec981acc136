/** Durations in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time that many days of 24 hours later, or earlier if `days` is negative. */
export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * day);
