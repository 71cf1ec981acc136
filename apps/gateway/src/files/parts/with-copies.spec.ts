import type { CopiedRange } from '@tradepost/contracts/storage';
import fc from 'fast-check';
import { withCopies } from './with-copies';

const former = Buffer.from(Array.from({ length: 40 }, (_, at) => 200 + at));
const sentOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at));

/** @param pieceBytes in which the bytes come that are sent */
async function joined(sent: Buffer, ranges: readonly CopiedRange[], pieceBytes: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < sent.length; at += pieceBytes) yield sent.subarray(at, at + pieceBytes);
  }
  async function* copied({ from, length }: CopiedRange) {
    yield former.subarray(from, from + length);
  }
  const given: Buffer[] = [];
  for await (const piece of withCopies(pieces(), ranges, copied)) {
    given.push(piece);
    if (given.length > 500) throw new Error('it does not end');
  }
  return Buffer.concat(given);
}

it('puts each byte in its place, for any ranges and pieces', async () => {
  const runs = fc.array(
    fc.record({ gap: fc.nat({ max: 5 }), from: fc.nat({ max: 30 }), length: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 5,
    },
  );
  const property = fc.asyncProperty(
    runs,
    fc.integer({ min: 1, max: 12 }),
    fc.nat({ max: 5 }),
    async (given, pieceBytes, rest) => {
      const [ranges, places]: [CopiedRange[], (number | undefined)[]] = [[], []];
      for (const [n, { gap, from, length }] of given.entries()) {
        // the header is sent
        for (let sent = n === 0 ? gap + 1 : gap; sent > 0; sent -= 1) places.push(undefined);
        ranges.push({ at: places.length, from, length });
        for (let at = from; at < from + length; at += 1) places.push(former[at]);
      }
      for (let sent = rest + 1; sent > 0; sent -= 1) places.push(undefined);
      let next = 0;
      const expected = places.map((byte) => byte ?? next++);
      expect([...(await joined(sentOf(next), ranges, pieceBytes))]).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

it.each<[string, object[]]>([
  ['at the start', [{ at: 0, from: 0, length: 1 }]],
  [
    'before the end of another',
    [
      { at: 5, from: 0, length: 3 },
      { at: 7, from: 0, length: 1 },
    ],
  ],
  ['behind the end', [{ at: 21, from: 0, length: 1 }]],
  ['of no number', [{ at: NaN, from: 0, length: 1 }]],
  ['of text', [{ at: '5', from: '0', length: '1' }]],
  ['of nothing', [{}]],
])('ends with an error for a range %s', async (_, ranges) => {
  await expect(joined(sentOf(20), ranges as CopiedRange[], 3)).rejects.toMatchObject({
    code: expect.stringMatching(/RANGE|SEALED_INVALID/),
  });
});
