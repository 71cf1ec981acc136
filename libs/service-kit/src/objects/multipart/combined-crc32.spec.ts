import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { combinedCrc32 } from './combined-crc32';

it('is the CRC of all bytes, however they are divided', () => {
  const property = fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (parts) => {
    const sums = parts.map((part) => ({ size: part.length, crc32: crc32(part) }));
    expect(combinedCrc32(sums)).toBe(crc32(Buffer.concat(parts)));
  });
  fc.assert(property, { numRuns: 500 });
});

it('is right for parts of more than four gigabytes', () => {
  // a part of 2^33 zero bytes has the CRC that 2^33 parts of one zero byte have: doubled 33 times
  const doubled = (part: { size: number; crc32: number }) => ({
    size: part.size * 2,
    crc32: combinedCrc32([part, part]),
  });
  let zeros = { size: 1, crc32: crc32(Buffer.alloc(1)) };
  for (let times = 0; times < 33; times += 1) zeros = doubled(zeros);
  const begin = { size: 5, crc32: crc32(Buffer.from('begin')) };
  const half = { size: zeros.size / 2, crc32: 0 };
  half.crc32 = Array.from({ length: 32 }).reduce<number>(
    (sum, _, times) =>
      combinedCrc32([
        { size: 2 ** times, crc32: sum },
        { size: 2 ** times, crc32: sum },
      ]),
    crc32(Buffer.alloc(1)),
  );
  expect(combinedCrc32([begin, zeros])).toBe(combinedCrc32([begin, half, half]));
});
