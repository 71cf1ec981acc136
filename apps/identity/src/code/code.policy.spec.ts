import { isOpen } from './code.policy';

const now = new Date('2026-03-01T12:00:00Z');
const code = { usedAt: null, expiresAt: new Date(now.getTime() + 1_000), tries: 4 };

it.each([
  ['for its fifth try', code, true],
  ['for a sixth try', { ...code, tries: 5 }, false],
  ['once it has expired', { ...code, expiresAt: now }, false],
  ['after use', { ...code, usedAt: now }, false],
])('whether a code is open %s', (_case, given, open) => expect(isOpen(given, now)).toBe(open));
