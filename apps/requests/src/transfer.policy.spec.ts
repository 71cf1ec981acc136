import { archiveMayBecome, assertLive, canReadTransfer, isSender, transferStatus } from './transfer.policy';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date(now.getTime() + 1);
const parties = { senderCompanyId: 'sender', receiverUserId: 'receiver' };

describe('a transfer', () => {
  it('is read by its receiver and its sender, by nobody else', () => {
    expect(canReadTransfer({ userId: 'receiver', companyId: null }, parties)).toBe(true);
    expect(canReadTransfer({ userId: 'u', companyId: 'sender' }, parties)).toBe(true);
    expect(canReadTransfer({ userId: 'u', companyId: 'other' }, parties)).toBe(false);
    expect(canReadTransfer({ userId: 'sender', companyId: null }, parties)).toBe(false);
    expect(isSender({ userId: 'receiver', companyId: null }, parties)).toBe(false);
  });

  it('ends at its expiry or when it is withdrawn', () => {
    expect(transferStatus({ revokedAt: null, expiresAt: later }, now)).toBe('live');
    expect(transferStatus({ revokedAt: null, expiresAt: now }, now)).toBe('expired');
    expect(transferStatus({ revokedAt: now, expiresAt: now }, now)).toBe('revoked');
    expect(() => assertLive({ revokedAt: null, expiresAt: later }, now)).not.toThrow();
    expect(() => assertLive({ revokedAt: null, expiresAt: now }, now)).toThrow(expect.objectContaining({ code: 'TRANSFER_EXPIRED', status: 410 }));
    expect(() => assertLive({ revokedAt: now, expiresAt: later }, now)).toThrow(expect.objectContaining({ code: 'TRANSFER_REVOKED', status: 410 }));
  });
});

describe('an archive', () => {
  const at = (archiveStatus: 'building' | 'ready' | 'failed') => ({ generation: 2, archiveStatus });

  it('becomes ready once, even after a failed try', () => {
    expect(archiveMayBecome(at('building'), 2, 'ready')).toBe(true);
    expect(archiveMayBecome(at('failed'), 2, 'ready')).toBe(true);
    expect(archiveMayBecome(at('ready'), 2, 'ready')).toBe(false);
  });

  it('does not fail once it is ready', () => {
    expect(archiveMayBecome(at('building'), 2, 'failed')).toBe(true);
    expect(archiveMayBecome(at('ready'), 2, 'failed')).toBe(false);
  });

  it('ignores what another generation says', () => {
    expect(archiveMayBecome(at('building'), 1, 'ready')).toBe(false);
    expect(archiveMayBecome(at('building'), 3, 'failed')).toBe(false);
  });
});
