import dayjs, { type Dayjs } from 'dayjs';

/** Access ends when the chosen day does, in local time. */
export const endOf = (day: Dayjs) => day.endOf('day').toISOString();

export const isPast = (day: Dayjs) => day.isBefore(dayjs(), 'day');
