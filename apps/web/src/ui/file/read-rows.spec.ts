import { firstSheet } from './read-rows';
import { zipSizes } from './zip-sizes';

interface ArchiveOptions {
  comment?: string;
  /** The number of entries, where it is stated twice. */
  counts?: [number, number];
  /** Bytes of each entry as it is stored. */
  stored?: number;
  /** Right before the end of the directory. */
  before?: DataView<ArrayBuffer>;
}

/** The directory of an archive, which is all that is read of it before it is unpacked. */
function archiveOf(
  sizes: number[],
  { comment = '', counts = [sizes.length, sizes.length], stored = 0, before }: ArchiveOptions = {},
): Blob {
  const entries = sizes.map((size) => {
    const entry = new DataView(new ArrayBuffer(46 + 4));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint32(20, stored, true);
    entry.setUint32(24, size, true);
    entry.setUint16(28, 1, true);
    entry.setUint16(30, 2, true);
    entry.setUint16(32, 1, true);
    return entry;
  });
  const content = new Uint8Array(10);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, counts[0], true);
  end.setUint16(10, counts[1], true);
  end.setUint32(16, content.length, true);
  end.setUint16(20, comment.length, true);
  return new Blob([content, ...entries, ...(before ? [before] : []), end, comment]);
}

/** Where readers of large archives find another directory. */
function locator(): DataView<ArrayBuffer> {
  const found = new DataView(new ArrayBuffer(20));
  found.setUint32(0, 0x07064b50, true);
  return found;
}

test('the unpacked size of an archive is read from its directory', async () => {
  expect(await zipSizes(archiveOf([1_000, 20, 3]))).toEqual({ files: 3, bytes: 1_023 });
  expect(await zipSizes(archiveOf([7], { comment: 'x'.repeat(60_000) }))).toEqual({ files: 1, bytes: 7 });
});

test.each([
  ['no archive', new Blob(['a,b'])],
  ['nothing', new Blob([])],
  ['a size that stands elsewhere', archiveOf([0xffffffff])],
  ['a directory that is cut off', archiveOf([1, 2]).slice(46)],
  ['an archive that states two numbers of files', archiveOf([1, 2], { counts: [2, 1] })],
  ['an archive with a second directory', archiveOf([1, 2], { before: locator() })],
])('%s has no sizes', async (_, blob) => {
  expect(await zipSizes(blob)).toBeNull();
});

test.each([
  ['a small file that unpacks to gigabytes', archiveOf([3_000_000_000])],
  ['many that do so together', archiveOf(Array.from({ length: 100 }, () => 3_000_000))],
  ['too many files', archiveOf(Array.from({ length: 2_001 }, () => 1))],
  ['one that does not say', archiveOf([0xffffffff])],
  ['one that says it of no file', archiveOf([3_000_000_000], { counts: [1, 0] })],
  [
    'one that has the same stored bytes as every file',
    archiveOf(
      Array.from({ length: 100 }, () => 1),
      { stored: 3_000_000 },
    ),
  ],
])('%s is not unpacked', async (_, blob) => {
  await expect(firstSheet(blob)).rejects.toThrow('too large');
});
