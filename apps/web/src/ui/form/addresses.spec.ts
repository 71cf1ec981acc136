import { addressesIn, reportOn } from './addresses';

describe('addresses in pasted text', () => {
  it('are found in CSV cells without duplicates, and lines without one are listed', () => {
    const csv = 'Name,Email\r\n"Ash, Ann",ann@a.com\r\nBob;"Bob <bob@b.com>"\r\n\r\nCy,none\r\nAnn again,ANN@a.com';
    expect(addressesIn(csv)).toEqual({ emails: ['ann@a.com', 'bob@b.com'], duplicates: 1, linesWithout: [1, 5] });
  });

  it('leave out known addresses in any case', () => {
    expect(addressesIn('a@x.com b@x.com', ['A@X.com'])).toEqual({
      emails: ['b@x.com'],
      duplicates: 1,
      linesWithout: [],
    });
  });

  it('are reported as text', () => {
    expect(reportOn({ emails: ['a@x.com'], duplicates: 2, linesWithout: [1] })).toBe(
      '1 address added; 2 duplicates left out; no address in line 1.',
    );
    expect(reportOn({ emails: [], duplicates: 0, linesWithout: [1, 2, 3, 4, 5, 6, 7] })).toBe(
      '0 addresses added; no address in lines 1, 2, 3, 4, 5 and 2 more.',
    );
  });
});
