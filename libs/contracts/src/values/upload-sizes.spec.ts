import {
  countOfParts,
  defaultMaxFileBytes,
  isJoinedHash,
  joinedHash,
  largestMaxFileBytes,
  numberedPartBytes,
  partBytesOf,
  sizeLimitText,
  spanOfPart,
} from './upload-sizes';

const MB = 1024 ** 2;

test.each([
  [defaultMaxFileBytes, '50 MB'],
  [defaultMaxFileBytes + 1, '50 MB'],
  [largestMaxFileBytes, '5 TB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2 * MB - 1, '1.99 MB'],
  [1024, '1 KB'],
  [1023, '1023 bytes'],
  [1, '1 byte'],
])('a limit of %d bytes is called %s', (bytes, text) => expect(sizeLimitText(bytes)).toBe(text));

test('an upload of any size has a limited number of parts', () => {
  expect(partBytesOf(defaultMaxFileBytes, 4 * MB)).toBe(4 * MB);
  for (const length of [1, 4 * MB, 1024 ** 3, 1024 ** 4, largestMaxFileBytes])
    expect(Math.ceil(length / partBytesOf(length, 4 * MB))).toBeLessThanOrEqual(250);
});

it('cuts an upload into numbered parts of 8 to 64 MiB without gaps', () => {
  for (const length of [1, 8 * MB, 8 * MB + 1, 100 * 1000 * MB, 700 * 1024 * MB, largestMaxFileBytes]) {
    const [partBytes, count] = [numberedPartBytes(length), countOfParts(length)];
    expect([partBytes >= 8 * MB, partBytes <= 64 * MB]).toEqual([true, true]);
    expect(spanOfPart(length, 1)?.start).toBe(0);
    expect(spanOfPart(length, count)?.end).toBe(length);
    if (count > 1) expect(spanOfPart(length, 2)?.start).toBe(spanOfPart(length, 1)?.end);
    for (const none of [0, -1, 1.5, Number.NaN, count + 1]) expect(spanOfPart(length, none)).toBeUndefined();
  }
  expect(countOfParts(0)).toBe(0);
});

it('tells the hash of the parts of a file from that of its bytes', () => {
  const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  expect(joinedHash(hash, 12)).toBe(`${hash}-12`);
  expect([joinedHash(hash, 2), hash, ''].map(isJoinedHash)).toEqual([true, false, false]);
});
