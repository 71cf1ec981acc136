import { expired, retentionIn } from './retention.policy';

const nightly = (count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.UTC(2026, 4, 31, 2) - n * 86_400_000));
const retained = (dates: Date[], text: string) => {
  const gone = expired(dates, retentionIn(text));
  return dates.filter((date) => !gone.includes(date)).map((date) => date.toISOString().slice(0, 10));
};

test('keeps the newest of each of the last days, weeks and months', () => {
  expect(retained(nightly(120), '3d,3w,3m')).toEqual([
    ...['2026-05-31', '2026-05-30', '2026-05-29'],
    ...['2026-05-24', '2026-05-17', '2026-04-30', '2026-03-31'],
  ]);
});

test('counts days that have a backup, so that a pause removes nothing', () => {
  const dates = nightly(200).filter((_date, n) => n >= 100);
  expect(retained(dates, '7d')).toHaveLength(7);
});

test('keeps the newest backup of each day, and always the newest of all', () => {
  const morning = new Date('2026-05-31T01:00:00Z');
  const evening = new Date('2026-05-31T22:00:00Z');
  expect(expired([morning, evening], retentionIn('1d'))).toEqual([morning]);
  expect(expired([evening], retentionIn('1m'))).toEqual([]);
});

test.each(['', '7', '0d', '7x', '-1d', '7d;4w'])('refuses %j', (text) =>
  expect(() => retentionIn(text)).toThrow('--keep'),
);
