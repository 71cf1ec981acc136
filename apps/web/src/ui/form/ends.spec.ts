import { usualExpiries } from '@tradepost/contracts/identity';
import dayjs from 'dayjs';
import { usualEndOf } from './ends';

const at = (now: string) => usualExpiries.map((usual) => usualEndOf(usual, dayjs(now))?.format('YYYY-MM-DD HH:mm:ss'));

it('preselects the end of the day that the company chose, and nothing if the form asks each time', () => {
  expect(at('2026-02-10T09:30:00')).toEqual([
    undefined,
    '2026-02-11 23:59:00',
    '2026-02-17 23:59:00',
    '2026-03-12 23:59:00',
    '2026-02-28 23:59:00',
  ]);
  expect(usualEndOf(undefined, dayjs())).toBeNull();
});

it('preselects only ends in the future, also in the last minute of a month', () => {
  expect(at('2026-02-28T23:58:00').at(-1)).toBe('2026-02-28 23:59:00');
  expect(at('2026-02-28T23:59:30').at(-1)).toBe('2026-03-31 23:59:00');
  expect(at('2026-12-31T23:59:00').at(-1)).toBe('2027-01-31 23:59:00');
});
