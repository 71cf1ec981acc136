import { loginRefusal, mayEnter, mustEnrol } from './session.policy';

const now = new Date('2026-03-01T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('loginRefusal', () => {
  const pair = (failures: number, lastSecondsAgo = 0) => ({
    limit: 'loginsWithoutDelay' as const,
    key: 'a b',
    max: 5,
    failures: Array.from({ length: failures }, () => secondsAgo(lastSecondsAgo)),
  });
  const delay = (...given: [number, number?]) => loginRefusal([pair(...given)], now)?.retryAfter ?? 0;

  it('starts after five failures and doubles with each further one', () => {
    expect([0, 4, 5, 6, 7, 12].map((failures) => delay(failures))).toEqual([0, 0, 1, 2, 4, 128]);
  });

  it('counts from the last failure', () => {
    expect(delay(7, 3)).toBe(1);
    expect(delay(7, 4)).toBe(0);
  });

  it('never exceeds fifteen minutes', () => expect(delay(200)).toBe(900));

  it('lasts until the oldest of the counted failures no longer counts', () => {
    const ofAccount = (ages: number[]) => ({
      limit: 'loginsOfAccount' as const,
      key: 'a',
      max: 3,
      failures: ages.map(secondsAgo),
    });
    expect(loginRefusal([pair(1), ofAccount([600, 300])], now)).toBeNull();
    expect(loginRefusal([pair(1), ofAccount([600, 300, 10])], now)).toMatchObject({ key: 'a', retryAfter: 300 });
    expect(loginRefusal([ofAccount([800, 600, 300, 10])], now)).toMatchObject({ retryAfter: 300 });
  });
});

it.each([
  ['sender', 'sender', true],
  ['admin', 'sender', true],
  ['receiver', 'sender', false],
  ['receiver', 'receiver', true],
  ['sender', 'receiver', false],
  ['admin', 'receiver', false],
] as const)('a %s may enter the %s portal: %s', (userType, portal, may) =>
  expect(mayEnter(userType, portal)).toBe(may),
);

it('only admins without two-step sign-in must set it up', () => {
  expect(mustEnrol('admin', false)).toBe(true);
  expect(mustEnrol('admin', true)).toBe(false);
  for (const userType of ['sender', 'receiver'] as const) expect(mustEnrol(userType, false)).toBe(false);
});
