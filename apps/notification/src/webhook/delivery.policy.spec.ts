import { shouldDisable, nextAttempt } from './delivery.policy';

const start = new Date('2026-01-01T00:00:00Z');
const end = new Date('2026-01-02T00:00:00Z');
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);

/** When each attempt is made, in seconds from the first, by one who always fails. */
function attempts(chance: number): number[] {
  const at: number[] = [];
  for (let now: Date | null = start; now; now = nextAttempt(at.length, end, now, chance))
    at.push((now.getTime() - start.getTime()) / 1000);
  return at;
}

describe('retries', () => {
  it.each([0, 0.5, 1])('get longer for a day and then end, for any random value (%d)', (chance) => {
    const made = attempts(chance);
    expect(made.length).toBeGreaterThanOrEqual(12);
    expect(made.length).toBeLessThanOrEqual(14);
    expect(made.at(-1)).toBe(24 * 3600);
    const gaps = made.slice(1, -1).map((at, i) => at - made[i]!);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(made[1]).toBeLessThan(10);
  });

  it('are spread by jitter', () => {
    expect(attempts(0)[5]).not.toBe(attempts(1)[5]);
  });

  it('end after a day', () => {
    expect(nextAttempt(3, end, end)).toBeNull();
    expect(nextAttempt(1, start, hours(1))).toBeNull();
  });
});

it('a webhook is switched off after three days of failures, and never before', () => {
  expect(shouldDisable(null, hours(1000))).toBe(false);
  expect(shouldDisable(start, hours(71))).toBe(false);
  expect(shouldDisable(start, hours(72))).toBe(true);
});
