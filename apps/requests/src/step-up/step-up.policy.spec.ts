import { isUsable, mayTry, needsStepUp } from './step-up.policy';

const now = new Date('2026-01-01T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const actor = { sessionId: 's' };
const fresh = { sessionId: 's', tries: 0, expiresAt: minutes(10), verifiedAt: null, usedAt: null };

describe('a code', () => {
  it('may be tried five times, within its lifetime, in its own session, until it is verified', () => {
    expect(mayTry(fresh, actor, now)).toBe(true);
    expect(mayTry({ ...fresh, tries: 4 }, actor, now)).toBe(true);
    expect(mayTry({ ...fresh, tries: 5 }, actor, now)).toBe(false);
    expect(mayTry({ ...fresh, expiresAt: now }, actor, now)).toBe(false);
    expect(mayTry(fresh, { sessionId: 'other' }, now)).toBe(false);
    expect(mayTry({ ...fresh, verifiedAt: now }, actor, now)).toBe(false);
  });

  it('may be used by its session once, within ten minutes of verification', () => {
    expect(isUsable(fresh, actor, now)).toBe(false);
    const verified = { ...fresh, verifiedAt: now };
    expect(isUsable(verified, actor, minutes(9.99))).toBe(true);
    expect(isUsable(verified, actor, minutes(10))).toBe(false);
    expect(isUsable(verified, { sessionId: 'other' }, now)).toBe(false);
    expect(isUsable({ ...verified, usedAt: now }, actor, now)).toBe(false);
  });

  it('is required unless the API key was explicitly allowed to accept without one', () => {
    const key = { id: 'k', name: 'Nightly', scopes: ['accept' as const], mayAcceptWithoutCode: false };
    expect(needsStepUp({})).toBe(true);
    expect(needsStepUp({ key })).toBe(true);
    expect(needsStepUp({ key: { ...key, mayAcceptWithoutCode: true } })).toBe(false);
  });
});
