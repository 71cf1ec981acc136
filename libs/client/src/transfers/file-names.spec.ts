import { isSameName } from './file-names';

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
