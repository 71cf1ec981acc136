import { isSameName, sealedNameKey, sealedNameKeysOf } from './file-names';

it('treats a numbered duplicate as the same name, and nothing else', () => {
  expect(isSameName('a.csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2).csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2)', 'a')).toBe(true);
  expect(isSameName('a (2).csv', 'a (2).csv')).toBe(true);
  expect(isSameName('b.csv', 'a.csv')).toBe(false);
  expect(isSameName('a.csv', 'a (2).csv')).toBe(false);
  expect(isSameName('a (2).exe', 'a.csv')).toBe(false);
});

it('compares directories as they are: a server cannot move a file', () => {
  expect(isSameName('2026/a (2).csv', '2026/a.csv')).toBe(true);
  expect(isSameName('2026/a.csv', 'a.csv')).toBe(false);
  expect(isSameName('a.csv', '2026/a.csv')).toBe(false);
  expect(isSameName('2025/a.csv', '2026/a.csv')).toBe(false);
  expect(isSameName('2026 (2)/a.csv', '2026/a.csv')).toBe(false);
  expect(isSameName('v (2).0/readme', 'v.0/readme')).toBe(false);
});

it('treats the name of a disk and what the server stores for it as the same name', () => {
  expect(isSameName('2024.2025.csv', '2024..2025.csv')).toBe(true);
  expect(isSameName('2026/a (2).csv', '2026/ a.csv')).toBe(true);
  expect(isSameName('x/ab.csv', 'x/a\\b.csv')).toBe(true);
  expect(isSameName(`${'x'.repeat(250)}.csv`, `${'x'.repeat(260)}.csv`)).toBe(false);
  expect(isSameName(`${'価'.repeat(83)}.csv`, `${'価'.repeat(100)}.csv`)).toBe(true);
  expect(isSameName('2024.2025.csv', '2024...2026.csv')).toBe(false);
});

/** With 251 letters it has 255 bytes, the most that a server stores. */
const long = (letters: number, end = '') => `${'x'.repeat(letters)}${end}.csv`;

it('treats a duplicate that was shortened for its number as the same name, and nothing else', () => {
  expect(isSameName(long(247, ' (2)'), long(251))).toBe(true);
  expect(isSameName(long(246, ' (10)'), long(251))).toBe(true);
  expect(isSameName(`2026/${long(247, ' (2)')}`, `2026/${long(260)}`)).toBe(true);
  expect(isSameName(`${'価'.repeat(82)} (2).csv`, `${'価'.repeat(100)}.csv`)).toBe(true);
  expect(isSameName(long(246, ' (2)'), long(251))).toBe(false);
  expect(isSameName(long(247), long(251))).toBe(false);
  expect(isSameName(long(247, ' (2)'), `y${long(250)}`)).toBe(false);
  expect(isSameName(long(247, ' (2)'), `2026/${long(251)}`)).toBe(false);
});

it.each([
  ['a.csv', 'a.csv'],
  ['a (2).csv', 'a.csv'],
  ['a (2).csv', 'a (2).csv'],
  ['a (2) (3).csv', 'a (2).csv'],
  ['2026/2024.2025 (2).csv', '2026/2024..2025.csv'],
  [long(251), long(251)],
  [long(247, ' (2)'), long(251)],
  [long(243, ' (2) (2)'), long(243, ' (2)')],
  [`${'価'.repeat(82)} (2).csv`, `${'価'.repeat(100)}.csv`],
])('finds the file %j for the sealed name %j', (listed, sealed) => {
  expect(isSameName(listed, sealed)).toBe(true);
  expect(sealedNameKeysOf(listed)).toContain(sealedNameKey(sealed));
});
