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
