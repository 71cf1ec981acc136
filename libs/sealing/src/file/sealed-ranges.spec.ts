import { concat, fromHex, sha256, toHex, type Bytes } from '../crypto/bytes';
import { counting, through } from '../testing/streams';
import { newFileKey, openFile, sealFile } from './file';
import { chunkSize, prefixSize, sealedChunkSize, sealedSize } from './format';
import { readLayout } from './layout';
import { newSalt, rangeSealer } from './sealed-ranges';

const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };
const content = (size: number): Bytes => Uint8Array.from({ length: size }, (_, index) => index % 251);
const rangesOf = async (fileKey: Bytes, salt: Bytes, bytes: Bytes) => {
  const { size, seal } = await rangeSealer(fileKey, file, salt, bytes.length, async (start, end) =>
    bytes.slice(start, end),
  );
  const range = async (start: number, end: number) => {
    const pieces: Bytes[] = [];
    for await (const piece of seal(start, end)) pieces.push(piece);
    return concat(...pieces);
  };
  return { size, range };
};

it('seals the published bytes', async () => {
  const { size, range } = await rangesOf(counting(32), counting(24, 0x40), content(20_000));
  expect(toHex(await sha256(await range(0, size)))).toBe(
    '389b8ff3f808f3196f3721700a59c457cdb42422c8d5cb2e506814d21e1fb9a1',
  );
});

it.each([0, 1, chunkSize, chunkSize + 1, 130 * chunkSize, 130 * chunkSize + 7])(
  'seals %d bytes in ranges of any place and order, which open together',
  async (length) => {
    const [fileKey, salt] = [newFileKey(), newSalt()];
    const { size, range } = await rangesOf(fileKey, salt, content(length));
    expect(size).toBe(sealedSize(length));
    const cuts = [0, 1, prefixSize - 1, prefixSize, prefixSize + 1, prefixSize + sealedChunkSize, 70 * chunkSize, size]
      .filter((cut) => cut <= size)
      .sort((a, b) => a - b);
    const ranges = cuts.slice(1).map((end, at) => [cuts[at]!, end] as const);
    const sealed = new Uint8Array(size);
    for (const [start, end] of ranges.reverse()) sealed.set(await range(start, end), start);
    expect(Buffer.compare(await through(openFile(fileKey, file), sealed), content(length))).toBe(0);
    const whole = await range(0, size);
    expect(Buffer.compare(whole, sealed)).toBe(0);
    expect(toHex(whole.subarray(0, 4))).toBe(toHex(fromHex('53445831')));
  },
);

describe('opening ranges', () => {
  const length = 130 * chunkSize + 7;
  const fileKey = newFileKey();
  let sealed: Bytes;
  const chunks = (from: number, to?: number) =>
    sealed.subarray(
      prefixSize + from * sealedChunkSize,
      to === undefined ? undefined : prefixSize + to * sealedChunkSize,
    );
  const openerOf = (key = fileKey, ref = file) =>
    readLayout(key, ref, sealed.subarray(0, prefixSize), { content: length, stored: sealed.length });
  beforeAll(async () => (sealed = await through(sealFile(fileKey, file), content(length))));

  it('gives the content of each range, in any order', async () => {
    const { open, span } = await openerOf();
    const opened = new Uint8Array(length);
    for (const [start, end] of [
      [100 * chunkSize, length],
      [0, chunkSize],
      [chunkSize, 66 * chunkSize + 5],
      [66 * chunkSize + 5, 100 * chunkSize],
    ] as const) {
      const stored = span(start, end);
      opened.set(await through(open(start, end), sealed.subarray(stored.start, stored.end)), start);
    }
    expect(Buffer.compare(opened, content(length))).toBe(0);
  });

  it.each<[string, number, number, () => Bytes, string]>([
    ['chunks of another place', 1, 3, () => chunks(2, 4), 'TAMPERED'],
    ['a part of a chunk', 1, 3, () => chunks(1, 3).subarray(0, -1), 'TRUNCATED'],
    ['the last chunk in the middle', 129, 130, () => chunks(130), 'TRUNCATED'],
    ['an end where no file ends', 1, length / chunkSize, () => chunks(1, 3), 'TRUNCATED'],
    ['a changed byte', 0, 2, () => chunks(0, 2).map((byte, at) => (at === 20_000 ? byte ^ 1 : byte)), 'TAMPERED'],
  ])('refuses %s', async (_, first, afterLast, bytes, problem) => {
    const { open } = await openerOf();
    await expect(through(open(first * chunkSize, afterLast * chunkSize), bytes())).rejects.toMatchObject({ problem });
  });

  it('refuses the prefix of another file or key', async () => {
    await expect(openerOf(newFileKey())).rejects.toMatchObject({ problem: 'WRONG_KEY' });
    await expect(openerOf(fileKey, { ...file, version: 2 })).rejects.toMatchObject({ problem: 'WRONG_FILE' });
  });
});
