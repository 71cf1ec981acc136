import { isProof, mayTry, needsProof, secondsLeft } from './step-up.policy';

const now = new Date('2026-01-01T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const actor = { sessionId: 's' };
const fresh = { sessionId: 's', tries: 0, expiresAt: minutes(10), verifiedAt: null, usedAt: null };

describe('a code', () => {
  it('may be tried five times, for its lifetime, in its own session, until it was right', () => {
    expect(mayTry(fresh, actor, now)).toBe(true);
    expect(mayTry({ ...fresh, tries: 4 }, actor, now)).toBe(true);
    expect(mayTry({ ...fresh, tries: 5 }, actor, now)).toBe(false);
    expect(mayTry({ ...fresh, expiresAt: now }, actor, now)).toBe(false);
    expect(mayTry(fresh, { sessionId: 'other' }, now)).toBe(false);
    expect(mayTry({ ...fresh, verifiedAt: now }, actor, now)).toBe(false);
  });

  it('proves its session for ten minutes once verified, and once', () => {
    expect(isProof(fresh, actor, now)).toBe(false);
    const verified = { ...fresh, verifiedAt: now };
    expect(isProof(verified, actor, minutes(9.99))).toBe(true);
    expect(isProof(verified, actor, minutes(10))).toBe(false);
    expect(isProof(verified, { sessionId: 'other' }, now)).toBe(false);
    expect(isProof({ ...verified, usedAt: now }, actor, now)).toBe(false);
  });

  it('is needed by everybody but a key that was allowed in words to do without', () => {
    const key = { id: 'k', name: 'Nightly', scopes: ['accept' as const], acceptsAlone: false };
    expect(needsProof({})).toBe(true);
    expect(needsProof({ key })).toBe(true);
    expect(needsProof({ key: { ...key, acceptsAlone: true } })).toBe(false);
  });

  it('says how long a limit lasts', () => {
    expect(secondsLeft(minutes(-50), 3_600_000, now)).toBe(600);
    expect(secondsLeft(minutes(-60), 3_600_000, now)).toBe(1);
  });
});
