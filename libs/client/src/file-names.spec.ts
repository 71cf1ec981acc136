import { archiveNames, isSameName, safeName } from './file-names';

it('takes a numbered name for the sealed one, and no other', () => {
  expect(isSameName('a.csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2).csv', 'a.csv')).toBe(true);
  expect(isSameName('a (2)', 'a')).toBe(true);
  expect(isSameName('a (2).csv', 'a (2).csv')).toBe(true);
  expect(isSameName('b.csv', 'a.csv')).toBe(false);
  expect(isSameName('a.csv', 'a (2).csv')).toBe(false);
  expect(isSameName('a (2).exe', 'a.csv')).toBe(false);
});

it('leaves nothing in a name that leads elsewhere', () => {
  expect(safeName('../../etc/passwd')).toBe('__.._etc_passwd');
  expect(safeName('a\u0000b:c.csv')).toBe('a_b_c.csv');
  expect(safeName('invoice\u202efdp.exe')).toBe('invoice_fdp.exe');
  expect(safeName('...')).toBe('_');
});

it('gives each file of an archive a name of its own', () => {
  expect(archiveNames(['a.csv', 'A.csv', 'a.csv', 'b', 'b'])).toEqual([
    'a.csv',
    'A (2).csv',
    'a (3).csv',
    'b',
    'b (2)',
  ]);
});
