import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import {
  archiveMayBecome,
  assertLater,
  assertMayMailAgain,
  assertMay,
  canReadTransfer,
  resumable,
  isSender,
  keyLost,
  reminderTime,
  transferStatus,
  type TransferAction,
} from './transfer.policy';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);
const parties = { senderCompanyId: 'sender', receiverUserId: 'receiver' };

describe('a transfer', () => {
  it('is readable only for its receiver and its sender', () => {
    expect(canReadTransfer({ userId: 'receiver', email: 'receiver@x.example', companyId: null }, parties)).toBe(true);
    expect(canReadTransfer({ userId: 'u', email: 'u@x.example', companyId: 'sender' }, parties)).toBe(true);
    expect(canReadTransfer({ userId: 'u', email: 'u@x.example', companyId: 'other' }, parties)).toBe(false);
    expect(canReadTransfer({ userId: 'sender', email: 'sender@x.example', companyId: null }, parties)).toBe(false);
    expect(isSender({ userId: 'receiver', email: 'receiver@x.example', companyId: null }, parties)).toBe(false);
  });

  it('cannot be opened with another key than the granted one', () => {
    const given = { grants: [{ recipientKeyId: 'one' }] } as TransferGrants;
    const keys = (keyId: string, pairId: string | null, former: string[] = []) => ({ keyId, pairId, former });
    const opening = [keys('one', null), keys('stated', 'one'), keys('two', 'three', ['zero', 'one'])];
    expect([keyLost(null, null), ...opening.map((current) => keyLost(given, current))]).toEqual(Array(4).fill(false));
    expect([keyLost(given, keys('two', 'three', ['zero'])), keyLost(given, null)]).toEqual([true, true]);
  });

  it('ends when it expires or is revoked', () => {
    expect(transferStatus({ revokedAt: null, expiresAt: later }, now)).toBe('live');
    expect(transferStatus({ revokedAt: null, expiresAt: now }, now)).toBe('expired');
    expect(transferStatus({ revokedAt: now, expiresAt: now }, now)).toBe('revoked');
  });

  const states = {
    live: { revokedAt: null, revokeReason: null, expiresAt: later },
    expired: { revokedAt: null, revokeReason: null, expiresAt: now },
    revoked: { revokedAt: now, revokeReason: null, expiresAt: later },
  };

  it.each<[keyof typeof states, Record<TransferAction, string | null>]>([
    ['live', { open: null, extend: null, 'mail-link': null, revoke: null, 'ask-again': 'TRANSFER_LIVE' }],
    [
      'expired',
      { open: 'TRANSFER_EXPIRED', extend: null, 'mail-link': 'TRANSFER_EXPIRED', revoke: null, 'ask-again': null },
    ],
    [
      'revoked',
      {
        open: 'TRANSFER_REVOKED',
        extend: 'TRANSFER_REVOKED',
        'mail-link': 'TRANSFER_REVOKED',
        revoke: null,
        'ask-again': null,
      },
    ],
  ])('that is %s allows the right actions', (state, expected) => {
    for (const [action, code] of Object.entries(expected)) {
      const attempt = expect(() => assertMay(action as TransferAction, states[state], now));
      if (code) attempt.toThrow(expect.objectContaining({ code }));
      else attempt.not.toThrow();
    }
  });

  it('states the reason for its revocation', () => {
    expect(() => assertMay('open', { ...states.revoked, revokeReason: 'wrong file' }, now)).toThrow(
      'The sender has revoked this transfer: wrong file',
    );
  });

  it('can only get a later expiry', () => {
    expect(() => assertLater(later, { expiresAt: now })).not.toThrow();
    expect(() => assertLater(now, { expiresAt: now })).toThrow(expect.objectContaining({ code: 'INVALID' }));
    expect(() => assertLater(now, { expiresAt: later })).toThrow(expect.objectContaining({ code: 'INVALID' }));
  });
});

describe('a receiver', () => {
  const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);

  it.each([
    [240, 216],
    [30, 15],
    [24, 12],
    [23.9, null],
  ])('is reminded of a transfer of %s hours after %s hours', (life, after) => {
    expect(reminderTime(now, hours(life))).toEqual(after === null ? null : hours(after));
  });

  it('may get the link again after a minute', () => {
    expect(() => assertMayMailAgain(null, now)).not.toThrow();
    expect(() => assertMayMailAgain(new Date(now.getTime() - 60_000), now)).not.toThrow();
    expect(() => assertMayMailAgain(new Date(now.getTime() - 59_000), now)).toThrow(
      expect.objectContaining({ code: 'TOO_MANY', retryAfter: 1 }),
    );
  });

  it('may resume a download within a day of its start, for twice its bytes', () => {
    expect(resumable(1_000, now)).toEqual({ since: hours(-24), most: 2_000 });
  });
});

describe('an archive', () => {
  const at = (archiveStatus: 'building' | 'ready' | 'failed') => ({ generation: 2, archiveStatus });

  it('becomes ready once, even after a failed build', () => {
    expect(archiveMayBecome(at('building'), 2, 'ready')).toBe(true);
    expect(archiveMayBecome(at('failed'), 2, 'ready')).toBe(true);
    expect(archiveMayBecome(at('ready'), 2, 'ready')).toBe(false);
  });

  it('does not fail once it is ready', () => {
    expect(archiveMayBecome(at('building'), 2, 'failed')).toBe(true);
    expect(archiveMayBecome(at('ready'), 2, 'failed')).toBe(false);
  });

  it('ignores the result of another generation', () => {
    expect(archiveMayBecome(at('building'), 1, 'ready')).toBe(false);
    expect(archiveMayBecome(at('building'), 3, 'failed')).toBe(false);
  });
});
