import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { concat, sha256, toHex, u32, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { counting, through } from '../testing/streams';
import { boundaryFinder, leastSegment, mostSegment } from './boundaries';
import { newFileKey, openFile } from './file';
import { chunkSize, encodeHeader, headerSize, prefixSize, sealedChunkSize, sealedSize } from './format';
import { readLayout } from './layout';
import { segmentSealer } from './segment-ranges';
import {
  frontSize,
  isSealedSizeOf,
  maxSegments,
  maySegment,
  mostFrontSize,
  mostSegmentedSize,
  openFront,
  placedSegments,
  sealFront,
  segmentPadding,
  type SegmentIndex,
} from './segments';

const MB = 1024 ** 2;
const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 2 };
const fileKey = newFileKey();
const lengths = [leastSegment, leastSegment + 100_001, 3 * chunkSize + 5];
const size = lengths.reduce((sum, length) => sum + length, 0);
const content: Bytes = new Uint8Array(randomBytes(size));
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

let index: SegmentIndex;
let sealed: Bytes;
beforeAll(async () => {
  const segments = await Promise.all(
    placedSegments(lengths.map((length) => ({ length, key: newFileKey(), sha256: new Uint8Array(32) }))).map(
      async ({ key, length, start }) => ({
        key,
        length,
        sha256: await sha256(content.subarray(start, start + length)),
      }),
    ),
  );
  index = { secret: newFileKey(), segments };
  sealed = await sealedFile(index, content);
});

/** A whole sealed file. */
async function sealedFile(of: SegmentIndex, bytes: Bytes): Promise<Bytes> {
  const pieces: Bytes[] = [await sealFront(fileKey, file, of)];
  for (const { key, length, start, sealedLength } of placedSegments(of.segments)) {
    const own = bytes.subarray(start, start + length);
    const seal = await segmentSealer({ key, length }, file.fileId, async (from, to) => own.slice(from, to));
    for await (const piece of seal(0, sealedLength)) pieces.push(piece.slice());
  }
  return concat(...pieces);
}

const open = (bytes: Uint8Array, ref = file, key = fileKey) => through(openFile(key, ref), bytes, 300_000);
const flipped = (at: number) => {
  const bytes = sealed.slice();
  bytes[at]! ^= 1;
  return bytes;
};

it('opens to the same bytes, also if they come one chunk and a bit at a time', async () => {
  expect(same(await open(sealed), content)).toBe(true);
  expect(same(await through(openFile(fileKey, file), sealed, 17_001), content)).toBe(true);
});

it('opens ranges from any byte to any other, in any order', async () => {
  const front = sealed.subarray(0, mostFrontSize(size, sealed.length));
  const { span, open: openRange } = await readLayout(fileKey, file, front, { content: size, stored: sealed.length });
  const cuts = [0, 1, chunkSize, leastSegment - 1, leastSegment, leastSegment + chunkSize + 7, size - 1, size];
  for (const [at, start] of cuts.slice(0, -1).entries())
    for (const end of cuts.slice(at + 1)) {
      const stored = span(start, end);
      const opened = await through(openRange(start, end), sealed.subarray(stored.start, stored.end));
      expect([start, end, same(opened, content.subarray(start, end))]).toEqual([start, end, true]);
    }
  // every stored byte is in some range, so that none can be changed unnoticed
  expect(span(leastSegment - 1, leastSegment).end).toBe(span(leastSegment, size).start);
  expect(span(0, 1).start).toBe(frontSize(3));
  expect(span(size - 1, size).end).toBe(sealed.length);
});

it('pads each segment, and is larger than a file that is sealed as a whole', () => {
  const stored = placedSegments(index.segments);
  for (const { sealedLength } of stored)
    expect(sealedLength % ((segmentPadding / chunkSize) * sealedChunkSize)).toBe(0);
  for (const bytes of [1, leastSegment, 64 * MB, 10 ** 12])
    expect(mostSegmentedSize(bytes)).toBeGreaterThan(sealedSize(bytes));
  expect(isSealedSizeOf(size, sealed.length)).toBe(true);
  expect(isSealedSizeOf(size, sealedSize(size))).toBe(true);
  for (const stored of [sealedSize(size) - 1, sealedSize(size) + 1, mostSegmentedSize(size) + 1, 0, Infinity])
    expect(isSealedSizeOf(size, stored)).toBe(false);
  expect(mostSegmentedSize(10 ** 10) / 10 ** 10).toBeLessThan(1.06);
  expect([maySegment(64 * MB - 1), maySegment(64 * MB), maySegment(maxSegments * mostSegment)]).toEqual([
    false,
    true,
    false,
  ]);
});

const chunkBytes = (segment: number, chunk: number) =>
  placedSegments(index.segments)[segment]!.offset + chunk * sealedChunkSize;

it.each<[string, () => Uint8Array, string]>([
  ['a changed version of the layout', () => flipped(4), 'UNSUPPORTED'],
  ['a changed flag', () => flipped(7), 'UNSUPPORTED'],
  ['a changed file id', () => flipped(8), 'WRONG_FILE'],
  ['another number of segments', () => concat(sealed.subarray(0, 28), u32(4), sealed.subarray(32)), 'WRONG_KEY'],
  ['no segments', () => concat(sealed.subarray(0, 28), u32(0), sealed.subarray(32)), 'MALFORMED'],
  ['too many segments', () => concat(sealed.subarray(0, 28), u32(maxSegments + 1), sealed.subarray(32)), 'MALFORMED'],
  ['a changed salt', () => flipped(32), 'WRONG_KEY'],
  ['a changed commitment', () => flipped(prefixSize), 'WRONG_KEY'],
  ['a changed index', () => flipped(frontSize(3) - 1), 'TAMPERED'],
  ['changed content', () => flipped(chunkBytes(1, 3)), 'TAMPERED'],
  ['changed padding', () => flipped(chunkBytes(2, 0) - 1), 'TAMPERED'],
  ['the end missing', () => sealed.subarray(0, -1), 'TRUNCATED'],
  ['a segment missing', () => sealed.subarray(0, chunkBytes(2, 0)), 'TRUNCATED'],
  ['half a front', () => sealed.subarray(0, 100), 'TRUNCATED'],
  ['something after the end', () => concat(sealed, new Uint8Array(1)), 'TAMPERED'],
  [
    'two chunks in the other order',
    () => {
      const bytes = sealed.slice();
      const [first, second] = [chunkBytes(0, 0), chunkBytes(0, 1)];
      bytes.set(sealed.subarray(second, second + sealedChunkSize), first);
      bytes.set(sealed.subarray(first, second), second);
      return bytes;
    },
    'TAMPERED',
  ],
])('refuses %s', async (_, bytes, problem) => {
  await expect(open(bytes())).rejects.toMatchObject({ problem });
});

describe('a server that has more than one version and file', () => {
  /** The version before, with the same first segment; and another file with the same content, sealed under keys of its own. */
  let others: Bytes[];
  beforeAll(async () => {
    const keyed = (changes: (at: number) => boolean) => ({
      ...index,
      segments: index.segments.map((one, at) => (changes(at) ? { ...one, key: newFileKey() } : one)),
    });
    const before = content.map((byte, at) => (at < lengths[0]! ? byte : byte ^ 1));
    others = [
      await sealedFile(
        keyed((at) => at > 0),
        before,
      ),
      await sealedFile(
        keyed(() => true),
        content,
      ),
    ];
  });

  it('can give its reader the content or an error, whatever it moves, mixes, cuts off or adds', async () => {
    const edges = [0, headerSize, 88, ...placedSegments(index.segments).map(({ offset }) => offset), sealed.length];
    const place = fc.oneof(
      fc.constantFrom(...edges),
      fc.nat({ max: 600 }).map((chunk) => frontSize(3) + chunk * sealedChunkSize),
      fc.nat({ max: sealed.length }),
    );
    const change = fc.record({
      source: fc.constantFrom(-1, 0, 1),
      at: place,
      from: place,
      until: place,
      cut: fc.boolean(),
    });
    let opened = 0;
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let bytes: Bytes = sealed;
      for (const { source, at, from, until, cut } of changes) {
        const taken = (others[source] ?? sealed).subarray(from, until);
        bytes = concat(bytes.subarray(0, at), taken, bytes.subarray(cut ? at : at + taken.length));
      }
      const given = await open(bytes).catch((error: unknown) => error);
      if (given instanceof Uint8Array) {
        opened += 1;
        expect([same(given, content), same(bytes, sealed)]).toEqual([true, true]);
      } else expect(given).toBeInstanceOf(SealingError);
    });
    await fc.assert(property, { numRuns: 60, seed: Number(process.env.SEGMENTS_SEED ?? 1) });
    expect(opened).toBeGreaterThan(0);
  });
});

it('refuses another key, another version, and segments of another file', async () => {
  await expect(open(sealed, file, newFileKey())).rejects.toMatchObject({ problem: 'WRONG_KEY' });
  await expect(open(sealed, { ...file, version: 3 })).rejects.toMatchObject({ problem: 'WRONG_FILE' });
  const other = { ...file, fileId: 'b0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf' };
  const moved = concat(await sealFront(fileKey, other, index), sealed.subarray(frontSize(3)));
  await expect(open(moved, other)).rejects.toMatchObject({ problem: 'TAMPERED' });
});

it('refuses an index with a segment that is too short or too long, and sizes that it does not have', async () => {
  const segment = (length: number) => ({ length, key: newFileKey(), sha256: new Uint8Array(32) });
  for (const wrong of [[0], [mostSegment + 1], [leastSegment - 1, 1]]) {
    const front = await sealFront(fileKey, file, { secret: index.secret, segments: wrong.map(segment) });
    await expect(openFront(fileKey, file, front)).rejects.toMatchObject({ problem: 'MALFORMED' });
  }
  for (const sizes of [
    { content: size + 1, stored: sealed.length },
    { content: size, stored: sealed.length + 1 },
  ])
    await expect(readLayout(fileKey, file, sealed, sizes)).rejects.toMatchObject({ problem: 'META_MISMATCH' });
});

// made by this implementation, so that another one can compare with it
it('seals the published bytes', async () => {
  const segments = [{ key: counting(32, 0x80), length: 5, sha256: counting(32, 0xc0) }];
  const front = await sealFront(counting(32), file, { secret: counting(32, 0x20), segments }, counting(24, 0x40));
  expect(toHex(front.subarray(0, headerSize))).toBe(toHex(encodeHeader(file, 'segmented')));
  expect(front.length).toBe(204);
  const seal = await segmentSealer(segments[0]!, file.fileId, async () => counting(5));
  const pieces: Bytes[] = [];
  for await (const piece of seal(0, 16 * sealedChunkSize)) pieces.push(piece.slice());
  expect([toHex(await sha256(front)), toHex(await sha256(concat(...pieces)))]).toEqual(vectors);
});
const vectors = [
  'fcc1353cc52c295169bed015ecf1e7e17215513083bf4cbedeb0f2993e5bab50',
  'ff5a997292500a35a621113f4dc13ff216b8c7e1a2054fb69333ff803f34c25d',
];

describe('boundaries', () => {
  const secret = counting(32);
  const cut = async (bytes: Uint8Array, pieceSize = 1 << 20, by = secret) => {
    const { next } = await boundaryFinder(by);
    const ends: number[] = [];
    for (let at = 0; at < bytes.length; at += pieceSize) {
      const piece = bytes.subarray(at, at + pieceSize);
      for (let from = 0, end; (end = next(piece, from)) !== undefined; from = end) ends.push(at + end);
    }
    return ends;
  };
  const bytes = new Uint8Array(randomBytes(96 * MB));

  it('are where they are for any pieces, between 5 and 16 MiB apart, and depend on the secret', async () => {
    const ends = await cut(bytes);
    expect(await cut(bytes, 77_777)).toEqual(ends);
    for (const [at, end] of ends.entries()) {
      const length = end - (ends[at - 1] ?? 0);
      expect(length >= leastSegment && length <= mostSegment).toBe(true);
    }
    expect(await cut(bytes, 1 << 20, counting(32, 1))).not.toEqual(ends);
    expect(await cut(new Uint8Array(40 * MB))).toEqual(await cut(new Uint8Array(40 * MB), 1000));
  });

  it('find each other again after bytes were inserted or removed', async () => {
    const ends = new Set(await cut(bytes));
    const inserted = (await cut(concat(Uint8Array.of(1), bytes))).map((end) => end - 1);
    const removed = (await cut(bytes.subarray(1000))).map((end) => end + 1000);
    for (const others of [inserted, removed])
      expect(others.filter((end) => ends.has(end)).length).toBeGreaterThan(ends.size / 2);
  });
});
