import { maxInsight } from '@tradepost/contracts/storage';
import type { Cell } from '../../../ui/file/read-rows';
import { csvOf, TableReader } from './table-profile';

const read = (rows: Cell[][]) => {
  const reader = new TableReader();
  for (const row of rows) reader.add(row);
  return reader.result();
};

test('a header names the columns, and the other rows are counted and typed', () => {
  const { profile, head } = read([
    ['port', 'price', 'day', 'open', 'calls', 'note'],
    ['Rotterdam', '410.25', '2025-01-01', 'true', '3', ''],
    ['Mumbai', '398', '2025-01-02', 'false', '4', ''],
    ['', '', '', '', '', ''],
  ]);
  expect(profile.rows).toBe(2);
  expect(profile.columns).toEqual([
    { name: 'port', type: 'text' },
    { name: 'price', type: 'number' },
    { name: 'day', type: 'date' },
    { name: 'open', type: 'boolean' },
    { name: 'calls', type: 'integer' },
    { name: 'note', type: 'empty', empty: 2 },
  ]);
  expect(head).toHaveLength(3);
});

test('a table without a header counts every row', () => {
  expect(
    read([
      ['1', 'a'],
      ['2', 'b'],
    ]).profile,
  ).toMatchObject({
    rows: 2,
    columns: [
      { name: 'Column 1', type: 'integer' },
      { name: 'Column 2', type: 'text' },
    ],
  });
});

test('a wider row adds a column with empty cells before it', () => {
  expect(read([['a'], ['1'], ['2', '3']]).profile.columns).toEqual([
    { name: 'a', type: 'integer' },
    { name: 'Column 2', type: 'integer', empty: 1 },
  ]);
});

test('a column of mixed types is text', () => {
  expect(read([['when'], ['2025-01-01'], ['soon']]).profile.columns[0]).toEqual({ name: 'when', type: 'text' });
});

test('profile and preview stay within the size limit', () => {
  const wide = Array.from({ length: 500 }, (_, i) => `column ${i} ${'x'.repeat(150)}`);
  const { profile, head } = read([wide, wide.map(String)]);
  expect(JSON.stringify(profile).length).toBeLessThanOrEqual(maxInsight);
  expect(new TextEncoder().encode(csvOf(head)).length).toBeLessThanOrEqual(maxInsight);
});

test('a preview is CSV with escaped commas, quotes and line ends', () => {
  expect(
    csvOf([
      ['a,b', 'say "x"', 'two\nlines'],
      ['1', '', '3'],
    ]),
  ).toBe('"a,b","say ""x""","two\nlines"\n1,,3');
});
