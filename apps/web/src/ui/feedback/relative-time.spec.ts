import dayjs from 'dayjs';
import { usualEnds } from '../form/ends';
import { setDate } from '../../test/set-date';
import { formatRelative } from './relative-time';

afterEach(() => jest.useRealTimers());

it.each([
  ['01:00', 'in a day', 'in 7 days'],
  ['12:00', 'in a day', 'in 7 days'],
  ['22:00', 'in a day', 'in 7 days'],
])('the usual ends, chosen at %s, are as many days away as they say', (time, day, week) => {
  const now = dayjs(`2026-11-10T${time}`);
  setDate(now.toDate());
  expect(formatRelative(usualEnds.day(now).toISOString())).toBe(day);
  expect(formatRelative(usualEnds.week(now).toISOString())).toBe(week);
});

it.each([
  [20, 'a few seconds ago'],
  [3 * 60, '3 minutes ago'],
  [5 * 3600, '5 hours ago'],
  [24 * 3600, 'a day ago'],
  [3 * 24 * 3600, '3 days ago'],
  [30 * 24 * 3600, 'a month ago'],
])('%i seconds ago is "%s"', (seconds, text) => {
  const now = dayjs('2026-11-10T12:00');
  setDate(now.toDate());
  expect(formatRelative(now.subtract(seconds, 'second').toISOString())).toBe(text);
});
