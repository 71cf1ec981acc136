import { cleanName } from './stored-names';

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
