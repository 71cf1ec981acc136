import { assertSameKind, cleanName, numbered } from './file-name.policy';

describe('cleanName', () => {
  it.each([
    ['Q1 prices.csv', 'Q1 prices.csv'],
    ['  a.csv ', 'a.csv'],
    ['Cafe\u0301.csv', 'Caf\u00e9.csv'],
    ['../../etc/passwd', '.etcpasswd'],
    ['..\\..\\a.csv', '.a.csv'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u0000\r\nb.csv', 'ab.csv'],
    ['2024..report.csv', '2024.report.csv'],
    ['..', 'file'],
    ['///', 'file'],
    ['', 'file'],
  ])('stores %j as %j', (given, stored) => expect(cleanName(given)).toBe(stored));

  it('cuts between characters, to 255 bytes, before the extension', () => {
    expect(cleanName(`${'x'.repeat(300)}.csv`)).toBe(`${'x'.repeat(251)}.csv`);
    expect(cleanName(`${'😀'.repeat(100)}.csv`)).toBe(`${'😀'.repeat(62)}.csv`);
    expect(Buffer.byteLength(cleanName(`a.${'é'.repeat(200)}`))).toBeLessThanOrEqual(255);
  });
});

describe('numbered', () => {
  it.each([
    ['a.csv', 1, 'a.csv'],
    ['a.csv', 2, 'a (2).csv'],
    ['a.tar.gz', 3, 'a.tar (3).gz'],
    ['readme', 2, 'readme (2)'],
    ['.csv', 2, '.csv (2)'],
    ['2026/v1.0/readme', 2, '2026/v1.0/readme (2)'],
    ['2026/a.csv', 3, '2026/a (3).csv'],
  ])('makes %j number %i %j', (name, n, expected) => expect(numbered(name, n)).toBe(expected));

  it('never grows over 255 bytes', () => {
    expect(numbered(`${'x'.repeat(251)}.csv`, 12)).toBe(`${'x'.repeat(246)} (12).csv`);
  });
});

describe('assertSameKind', () => {
  it('compares extensions, not what follows a dot in a directory', () => {
    expect(() => assertSameKind('v1.0/prices.csv', 'new.CSV')).not.toThrow();
    expect(() => assertSameKind('v1.0/readme', 'readme')).not.toThrow();
    expect(() => assertSameKind('v1.0/prices.csv', 'prices.pdf')).toThrow(/must be a \.csv file/);
  });
});
