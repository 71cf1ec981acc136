import dayjs from 'dayjs';
import { perDay } from './charts';

test('counts times by local day and includes days without any', () => {
  const now = dayjs('2026-11-21T10:00:00');
  const times = ['2026-11-21T00:01:00', '2026-11-21T09:59:00', '2026-11-19T23:59:00', '2026-10-01T12:00:00'];
  expect(perDay(times, 3, now)).toEqual([
    { day: '2026-11-19', count: 1 },
    { day: '2026-11-20', count: 0 },
    { day: '2026-11-21', count: 2 },
  ]);
});
