import { formats } from './export';

const entries = [
  { message: '=HYPERLINK("x") was created', created_at: '2026-01-02T03:04:05.000Z' },
  { message: 'a@b.co downloaded "prices, new.csv"', created_at: '2026-01-01T00:00:00.000Z' },
];

it('writes lines of text, none of which is a formula', () => {
  expect(formats.text.write(entries)).toBe(
    '[2026-01-02T03:04:05.000Z] \'=HYPERLINK("x") was created\n[2026-01-01T00:00:00.000Z] a@b.co downloaded "prices, new.csv"',
  );
});

it('writes CSV that a spreadsheet reads correctly', () => {
  expect(formats.csv.write(entries).split('\r\n')).toEqual([
    'time,message',
    '"2026-01-02T03:04:05.000Z","\'=HYPERLINK(""x"") was created"',
    '"2026-01-01T00:00:00.000Z","a@b.co downloaded ""prices, new.csv"""',
  ]);
});

it.each(['+1', '-1', '@x', '\tx'])('neutralises %j', (message) => {
  expect(formats.csv.write([{ message, created_at: 't' }])).toBe(`time,message\r\n"t","'${message}"`);
});

it('writes JSON unchanged', () => {
  expect(JSON.parse(formats.json.write(entries))).toEqual(entries);
});
