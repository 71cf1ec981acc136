import type { Use } from './governor.repository';
import { secondsUntilFree, takenOf } from './limit.policy';

const now = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const hourMs = 3_600_000;
const used = (...times: [minutes: number, amount: number][]) => ({
  times: times.map(([minutes, amount]) => ({ at: ago(minutes), amount })),
  amount: times.reduce((sum, [, amount]) => sum + amount, 0),
});

it.each([
  ['nothing is used', used(), 1, 0],
  ['it just fits', used([10, 4]), 1, 0],
  ['the oldest use must end', used([50, 1], [10, 4]), 1, 600],
  ['several must end', used([50, 1], [40, 1], [10, 3]), 2, 1_200],
  ['a use ends right now', used([60, 5]), 1, 1],
  ['it never fits', used([10, 1]), 6, 3_600],
])('waits, when %s', (_case, given, wanted, seconds) =>
  expect(secondsUntilFree(given, wanted, 5, hourMs, now)).toBe(seconds),
);

it('takes several uses one after the other, each while its own key has room', () => {
  const [ann, bob, full] = ['ann', 'bob', 'full'].map((key) => ({ limit: 'codes' as const, key })) as [Use, Use, Use];
  const rooms = [
    { ...ann, room: 3 },
    { ...bob, room: 1 },
    { ...full, room: -1 },
  ];
  expect(takenOf([ann, bob, { ...ann, amount: 3 }, full, { ...ann, amount: 2 }, bob, ann], rooms)).toEqual({
    taken: [true, true, false, false, true, false, false],
    counted: [
      { ...ann, amount: 3 },
      { ...bob, amount: 1 },
    ],
  });
});
