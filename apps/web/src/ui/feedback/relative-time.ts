import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';

dayjs.extend(relativeTime);

/** ISO time relative to now: `3 days ago`, `in 6 days`. From 24 hours on, by days of the calendar: the end of the seventh day is in 7 days. */
export function formatRelative(iso: string): string {
  const [time, now] = [dayjs(iso), dayjs()];
  return Math.abs(time.diff(now, 'hour')) < 24 ? time.from(now) : time.startOf('day').from(now.startOf('day'));
}
