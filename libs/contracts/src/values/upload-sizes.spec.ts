import { defaultMaxFileBytes, largestMaxFileBytes, partBytesOf, sizeLimitText } from './upload-sizes';

const MB = 1024 ** 2;

test.each([
  [defaultMaxFileBytes, '50MB'],
  [defaultMaxFileBytes + 1, '50MB'],
  [largestMaxFileBytes, '5TB'],
  [1.5 * 1024 ** 3, '1.5GB'],
  [2 * MB - 1, '1.99MB'],
  [1024, '1KB'],
  [1023, '1023 bytes'],
  [1, '1 byte'],
])('a limit of %d bytes is called %s', (bytes, text) => expect(sizeLimitText(bytes)).toBe(text));

test('an upload of any size has a limited number of parts', () => {
  expect(partBytesOf(defaultMaxFileBytes, 4 * MB)).toBe(4 * MB);
  for (const length of [1, 4 * MB, 1024 ** 3, 1024 ** 4, largestMaxFileBytes])
    expect(Math.ceil(length / partBytesOf(length, 4 * MB))).toBeLessThanOrEqual(250);
});
