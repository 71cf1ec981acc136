import { checkTelephone, isOpen, loginDelay, mayEnter } from './accounts.policy';

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

  it('lets the first five failures go, then doubles the wait', () => {
    expect([0, 4, 5, 6, 7, 12].map((failures) => after(failures))).toEqual([0, 0, 1, 2, 4, 128]);
  });

  it('ends when the wait has passed', () => {
    expect(after(7, 3)).toBe(1);
    expect(after(7, 4)).toBe(0);
  });

  it('refuses an account at 20 and an address at 100, whichever pair asks', () => {
    expect(loginDelay({ ofPair: [], ofAccount: 19, ofAddress: 99 }, limits, now)).toBe(0);
    expect(loginDelay({ ofPair: [], ofAccount: 20, ofAddress: 0 }, limits, now)).toBe(900);
    expect(loginDelay({ ofPair: [], ofAccount: 0, ofAddress: 100 }, limits, now)).toBe(900);
  });

  it('never waits longer than the window', () => {
    const many = { freeFailures: 1, perAccount: 1000, perAddress: 1000 };
    expect(
      loginDelay({ ofPair: Array.from({ length: 200 }, () => now), ofAccount: 200, ofAddress: 200 }, many, now),
    ).toBe(900);
  });
});

describe('isOpen', () => {
  const code = { usedAt: null, expiresAt: secondsAgo(-1), tries: 4 };
  it.each([
    ['its fifth try', code, true],
    ['a sixth', { ...code, tries: 5 }, false],
    ['its last moment', { ...code, expiresAt: now }, false],
    ['after use', { ...code, usedAt: now }, false],
  ])('at %s', (_, given, open) => expect(isOpen(given, now)).toBe(open));
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

describe('checkTelephone', () => {
  it.each([
    ['+91 22 1234 5678', 'India'],
    ['+912212345678', 'in'],
    ['+1 (212) 555-0100', 'Canada'],
    ['022 1234 5678', 'India'],
    ['+44 20 7946 0000', 'Atlantis'],
  ])('takes %s for %s', (number, country) => expect(() => checkTelephone(number, country)).not.toThrow());

  it.each([
    ['+44 20 7946 0000', 'India'],
    ['+4420794600', 'IN'],
  ])('refuses %s for %s', (number, country) =>
    expect(() => checkTelephone(number, country)).toThrow(
      expect.objectContaining({ code: 'INVALID', message: 'Telephone number must start with +91' }),
    ),
  );
});
