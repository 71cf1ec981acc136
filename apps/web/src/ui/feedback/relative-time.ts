import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';

dayjs.extend(relativeTime);

/** ISO time relative to now: `3 days ago`, `in 6 days`. */
export const formatRelative = (iso: string) => dayjs(iso).fromNow();
