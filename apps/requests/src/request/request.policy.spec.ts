import { assertExpiry, assertMayBecome, byCompany, inOrder } from './request.policy';

const now = new Date('2026-02-28T12:00:00Z');

describe('a request', () => {
  it('is decided once', () => {
    expect(() => assertMayBecome('pending', 'accepted')).not.toThrow();
    expect(() => assertMayBecome('pending', 'rejected')).not.toThrow();
    for (const from of ['accepted', 'rejected'] as const) {
      for (const to of ['accepted', 'rejected', 'pending'] as const) {
        expect(() => assertMayBecome(from, to)).toThrow(
          expect.objectContaining({ code: 'REQUEST_NOT_PENDING', status: 409 }),
        );
      }
    }
  });

  it('is split by owning company, in the requested order', () => {
    const found = [
      { fileId: '3', companyId: 'b' },
      { fileId: '1', companyId: 'a' },
      { fileId: '2', companyId: 'b' },
    ];
    const ordered = inOrder(['1', '2', 'gone', '3'], found);
    expect(byCompany(ordered).map((files) => files.map(({ fileId }) => fileId))).toEqual([['1'], ['2', '3']]);
    expect(byCompany([])).toEqual([]);
  });
});

describe('an expiry', () => {
  it.each(['2026-02-28T12:00:00Z', '2026-02-28T11:59:59.999Z', '1970-01-01'])('must not be %s', (expiry) => {
    expect(() => assertExpiry(new Date(expiry), now)).toThrow(expect.objectContaining({ code: 'EXPIRY_NOT_FUTURE' }));
  });

  it('may be at most five years ahead', () => {
    expect(() => assertExpiry(new Date('2026-02-28T12:00:00.001Z'), now)).not.toThrow();
    expect(() => assertExpiry(new Date('2031-02-28T12:00:00Z'), now)).not.toThrow();
    expect(() => assertExpiry(new Date('2031-02-28T12:00:00.001Z'), now)).toThrow(
      expect.objectContaining({ code: 'INVALID', errors: [expect.objectContaining({ field: 'expiry' })] }),
    );
  });
});
