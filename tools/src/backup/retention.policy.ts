/** How many backups to keep: the newest of each of the last days, weeks and months that have one. */
export interface Retention {
  days: number;
  weeks: number;
  months: number;
}

/** @param text `7d,4w,6m` @throws Error */
export function retentionIn(text: string): Retention {
  const units = { d: 'days', w: 'weeks', m: 'months' } as const;
  const retention: Retention = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, amount, unit] = /^(\d{1,4})([dwm])$/.exec(part.trim()) ?? [];
    if (!amount) throw new Error(`--keep ${text}: use a value like 7d,4w,6m`);
    retention[units[unit as keyof typeof units]] = Number(amount);
  }
  if (Object.values(retention).every((amount) => amount === 0)) throw new Error(`--keep ${text} would keep no backup`);
  return retention;
}

const day = 86_400_000;

/** The dates of the backups to remove; never the newest. */
export function expired(dates: readonly Date[], retention: Retention): Date[] {
  const newestFirst = dates.toSorted((a, b) => b.getTime() - a.getTime());
  const periods = {
    days: (date: Date) => date.toISOString().slice(0, 10),
    // ISO weeks begin on Monday, and 1970 began on a Thursday
    weeks: (date: Date) => Math.floor((date.getTime() / day + 3) / 7),
    months: (date: Date) => date.toISOString().slice(0, 7),
  };
  const retained = new Set(newestFirst.slice(0, 1));
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const firstOf = new Map(newestFirst.toReversed().map((date) => [periods[unit](date), date]));
    const newest = newestFirst.filter((date) => firstOf.get(periods[unit](date)) === date);
    for (const date of newest.slice(0, retention[unit])) retained.add(date);
  }
  return newestFirst.filter((date) => !retained.has(date));
}
