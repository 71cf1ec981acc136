import { loginDelay, mayEnter } from './session.policy';

const now = new Date('2026-03-01T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const limits = { freeFailures: 5, perAccount: 20, perAddress: 100 };

describe('loginDelay', () => {
  const after = (failures: number, lastSecondsAgo = 0) =>
    loginDelay(
      {
        ofPair: Array.from({ length: failures }, () => secondsAgo(lastSecondsAgo)),
        ofAccount: failures,
        ofAddress: failures,
      },
      limits,
      now,
    );

  it('starts after five failures and doubles with each further one', () => {
    expect([0, 4, 5, 6, 7, 12].map((failures) => after(failures))).toEqual([0, 0, 1, 2, 4, 128]);
  });

  it('counts from the last failure', () => {
    expect(after(7, 3)).toBe(1);
    expect(after(7, 4)).toBe(0);
  });

  it('lasts the whole window after 20 failures of an account or 100 of an address', () => {
    expect(loginDelay({ ofPair: [], ofAccount: 19, ofAddress: 99 }, limits, now)).toBe(0);
    expect(loginDelay({ ofPair: [], ofAccount: 20, ofAddress: 0 }, limits, now)).toBe(900);
    expect(loginDelay({ ofPair: [], ofAccount: 0, ofAddress: 100 }, limits, now)).toBe(900);
  });

  it('never exceeds the window', () => {
    const many = { freeFailures: 1, perAccount: 1000, perAddress: 1000 };
    expect(
      loginDelay({ ofPair: Array.from({ length: 200 }, () => now), ofAccount: 200, ofAddress: 200 }, many, now),
    ).toBe(900);
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
