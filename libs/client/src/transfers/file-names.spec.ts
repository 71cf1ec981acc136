import { archiveNames, isSameName, safeName } from './file-names';

it('treats a numbered duplicate as the same name, and nothing else', () => {
  expect(isSameName('a.csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2).csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2)', 'a')).toBe(true);
  expect(isSameName('a (2).csv', 'a (2).csv')).toBe(true);
  expect(isSameName('b.csv', 'a.csv')).toBe(false);
  expect(isSameName('a.csv', 'a (2).csv')).toBe(false);
  expect(isSameName('a (2).exe', 'a.csv')).toBe(false);
});

it('removes path separators and control characters from a name', () => {
  expect(safeName('../../etc/passwd')).toBe('__.._etc_passwd');
  expect(safeName('a\u0000b:c.csv')).toBe('a_b_c.csv');
  expect(safeName('invoice\u202efdp.exe')).toBe('invoice_fdp.exe');
  expect(safeName('...')).toBe('_');
});

it('gives each file of an archive a unique name', () => {
  expect(archiveNames(['a.csv', 'A.csv', 'a.csv', 'b', 'b'])).toEqual([
    'a.csv',
    'A (2).csv',
    'a (3).csv',
    'b',
    'b (2)',
  ]);
});
