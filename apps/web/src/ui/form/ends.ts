import dayjs, { type Dayjs } from 'dayjs';

/** 23:59 of this day, as the pickers show it, in local time. */
export const endOfDay = (day: Dayjs) => day.hour(23).minute(59).second(0).millisecond(0);

/** The usual ends of access and transfers; each is the end of its day. */
export const usualEnds = {
  day: (from: Dayjs) => endOfDay(from.add(1, 'day')),
  week: (from: Dayjs) => endOfDay(from.add(7, 'day')),
  month: (from: Dayjs) => endOfDay(from.add(30, 'day')),
  endOfMonth: (from: Dayjs) => endOfDay(from.endOf('month')),
};

export const isPast = (day: Dayjs) => day.isBefore(dayjs(), 'day');
