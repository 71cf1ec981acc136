import { FormMeter } from './form-meter';

const boundary = 'the-boundary-of-the-parts';
const part = (head: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const text = 'x'.repeat(300);
// nearly a delimiter, again and again
const content = `\r\n--${boundary.slice(0, -1)}`.repeat(20);
const form = Buffer.from(
  `${part('name="file"; filename="a.csv"', content)}${part('name="note"', text)}${part('name="file"; filename="b.csv"', content)}--${boundary}--\r\n`,
);

/** Sends the form in pieces of so many bytes. */
const follow = (bytes: number, maxTextBytes: number) => {
  const meter = new FormMeter(boundary, { maxFiles: 2, maxTextBytes });
  for (let at = 0; at < form.length; at += bytes) meter.add(form.subarray(at, at + bytes));
  return meter.contentStart;
};

test('every delimiter is found, for any split of the form', () => {
  const lastContent = form.indexOf('"b.csv"') + '"b.csv"\r\n\r\n'.length;
  for (let bytes = 1; bytes <= form.length; bytes += 1) {
    expect([bytes, follow(bytes, text.length)]).toEqual([bytes, lastContent]);
    expect(() => follow(bytes, text.length - 10)).toThrow('The text fields of the form are too large');
  }
});

test.each([
  ['before the first part', ''],
  ['after the last part', form.toString('latin1')],
])('at most 1 KB is allowed %s', (_, begin) => {
  const meterOf = (bytes: number) => {
    const meter = new FormMeter(boundary, { maxFiles: 2, maxTextBytes: text.length });
    if (begin) meter.add(Buffer.from(begin));
    meter.add(Buffer.alloc(bytes, 'x'));
  };
  expect(() => meterOf(1_000)).not.toThrow();
  expect(() => meterOf(2_000)).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
});
