import { assertSameKind, numbered } from './file-name.policy';

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
