import type { UsualExpiry } from '@tradepost/contracts/identity';
import dayjs, { type Dayjs } from 'dayjs';

/** 23:59 of this day, as the pickers show it, in local time. */
export const endOfDay = (day: Dayjs) => day.hour(23).minute(59).second(0).millisecond(0);

/**
 * The usual ends of access and transfers; each is the end of its day. `ExpiryPresets`, `terms-step.tsx` of *Send files* and `usual-expiry-card.tsx`
 * of the settings have words for them.
 */
export const usualEnds = {
  day: (from: Dayjs) => endOfDay(from.add(1, 'day')),
  week: (from: Dayjs) => endOfDay(from.add(7, 'day')),
  month: (from: Dayjs) => endOfDay(from.add(30, 'day')),
  endOfMonth: (from: Dayjs) => endOfDay(from.endOf('month')),
} satisfies Record<Exclude<UsualExpiry, 'ask'>, (from: Dayjs) => Dayjs>;

/** What the company chose to have preselected by a form that is opened now; null if the form has a default of its own. */
export function usualEndOf(usual: UsualExpiry | undefined, now: Dayjs): Dayjs | null {
  if (!usual || usual === 'ask') return null;
  const end = usualEnds[usual](now);
  // in the last minute of a month, its end is over
  return end.isAfter(now) ? end : usualEnds[usual](now.add(1, 'day'));
}

export const isPast = (day: Dayjs) => day.isBefore(dayjs(), 'day');
