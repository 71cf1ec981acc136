import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { layoutZip, zipStream, type OpenEntry, type ZipLayout } from './stored-zip';

const scratch = mkdtempSync(join(tmpdir(), 'stored-zip-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const modifiedAt = new Date('2025-03-04T05:06:08Z');
const files = [
  { name: 'prices.csv', content: randomBytes(3_000) },
  { name: 'leer.txt', content: Buffer.alloc(0) },
  { name: 'Größe 価格 👍.bin', content: randomBytes(200_000) },
  { name: 'one', content: Buffer.from('1') },
];
const open: OpenEntry = async (index, range) => {
  const { content } = files[index]!;
  return Readable.from([range ? content.subarray(range.start, range.end + 1) : content]);
};
const layout = layoutZip(
  files.map(({ name, content }) => ({ name, size: content.length, crc32: crc32(content), modifiedAt })),
);

/** What Python, which wrote none of it, reads in an archive; `read` also checks every CRC. */
function python(archive: string, read: boolean): { name: string; size: number; offset: number; time: number[] }[] {
  const program = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    if sys.argv[2] == 'read' and z.testzip(): sys.exit('broken')
    print(json.dumps([{'name': i.filename, 'size': i.file_size, 'offset': i.header_offset, 'time': list(i.date_time)} for i in z.infolist()]))`;
  const json = execFileSync('python3', ['-c', program, archive, read ? 'read' : 'list'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(json);
}

describe('an archive', () => {
  it('can be read by other programs, with the same files', async () => {
    const archive = join(scratch, 'small.zip');
    const bytes = await buffer(zipStream(layout, open));
    expect(bytes.length).toBe(layout.size);
    writeFileSync(archive, bytes);

    expect(python(archive, true)).toMatchObject(
      files.map(({ name, content }) => ({ name, size: content.length, time: [2025, 3, 4, 5, 6, 8] })),
    );
    expect(execFileSync('unzip', ['-t', archive], { encoding: 'utf8' })).toContain('No errors detected');
    execFileSync('unzip', ['-q', archive, '-d', join(scratch, 'out')], { env: { LC_ALL: 'C.UTF-8' } });
    const listing =
      'import os, sys; print([os.stat(os.path.join(sys.argv[1], n)).st_mtime for n in os.listdir(sys.argv[1])])';
    const times = JSON.parse(execFileSync('python3', ['-c', listing, join(scratch, 'out')], { encoding: 'utf8' }));
    expect(times).toEqual(files.map(() => modifiedAt.getTime() / 1000));
  });

  it('has the same bytes each time', async () => {
    const [first, second] = await Promise.all([buffer(zipStream(layout, open)), buffer(zipStream(layout, open))]);
    expect(first.equals(second)).toBe(true);
  });

  it('is a valid archive without files', async () => {
    const empty = await buffer(zipStream(layoutZip([]), open));
    const archive = join(scratch, 'empty.zip');
    writeFileSync(archive, empty);
    expect(empty.length).toBe(22);
    expect(python(archive, true)).toEqual([]);
  });

  it('can have more files than the 16-bit count', async () => {
    const content = Buffer.from('x');
    const many = Array.from({ length: 70_000 }, (_, index) => ({
      name: `${index}.txt`,
      size: 1,
      crc32: crc32(content),
      modifiedAt,
    }));
    const archive = join(scratch, 'many.zip');
    writeFileSync(archive, await buffer(zipStream(layoutZip(many), async () => Readable.from([content]))));
    expect(python(archive, false)).toHaveLength(70_000);
  });

  it('can have files over 4 GiB, at offsets over 4 GiB', () => {
    const GIB = 1024 ** 3;
    const sizes = [0xfffffffe, 0xffffffff, 5 * GIB, 10];
    const zeros = crc32(Buffer.alloc(sizes.at(-1)!)); // right for the last, which is read to its end
    const large = layoutZip(sizes.map((size, index) => ({ name: `${index}.bin`, size, crc32: zeros, modifiedAt })));
    const archive = join(scratch, 'large.zip');
    writeSparse(archive, large);

    const seen = python(archive, false);
    expect(seen.map(({ size }) => size)).toEqual(sizes);
    const offsets = large.segments.filter((segment) => 'bytes' in segment).map(({ start }) => start);
    expect(seen.map(({ offset }) => offset)).toEqual(offsets.slice(0, -1));
    expect(execFileSync('zipinfo', ['-1', archive], { encoding: 'utf8' }).trim().split('\n')).toHaveLength(4);
    // The local headers are read when a file is opened.
    const begin = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z: print([len(z.open(n).read(100)) for n in z.namelist()])`;
    expect(JSON.parse(execFileSync('python3', ['-c', begin, archive], { encoding: 'utf8' }))).toEqual([
      100, 100, 100, 10,
    ]);
  });

  it('limits times to the years that ZIP supports', async () => {
    const times = [new Date(0), new Date('1969-01-01'), new Date('2200-01-01')];
    const odd = layoutZip(times.map((at, index) => ({ name: `${index}`, size: 0, crc32: 0, modifiedAt: at })));
    const archive = join(scratch, 'odd.zip');
    writeFileSync(archive, await buffer(zipStream(odd, open)));
    expect(python(archive, true).map(({ time }) => time[0])).toEqual([1980, 1980, 2107]);
  });

  it.each([
    ['no name', { name: '' }],
    ['a name too long', { name: 'x'.repeat(65_536) }],
    ['half a byte', { size: 0.5 }],
    ['a negative size', { size: -1 }],
    ['a CRC of more than 32 bits', { crc32: 2 ** 32 }],
    ['a signed CRC', { crc32: -1 }],
  ])('refuses an entry with %s', (_, wrong) => {
    expect(() => layoutZip([{ name: 'a', size: 1, crc32: 0, modifiedAt, ...wrong }])).toThrow(RangeError);
  });
});

describe('a part of an archive', () => {
  it('equals the same part of the whole archive, for any start and end', async () => {
    const tiny = ['ab', '', 'cde'].map((text) => Buffer.from(text));
    const small = layoutZip(
      tiny.map((content, index) => ({ name: `${index}`, size: content.length, crc32: crc32(content), modifiedAt })),
    );
    const openTiny: OpenEntry = async (index, range) =>
      Readable.from([range ? tiny[index]!.subarray(range.start, range.end + 1) : tiny[index]!]);
    const whole = await buffer(zipStream(small, openTiny));
    const edges = new Set(small.segments.flatMap(({ start }) => [start - 1, start, start + 1]).concat(small.size - 1));
    for (let start = 0; start < small.size; start += 1) {
      for (let end = start; end < small.size; end += 1) {
        if (!edges.has(start) && !edges.has(end) && end !== start) continue;
        const part = await buffer(zipStream(small, openTiny, { start, end }));
        if (!part.equals(whole.subarray(start, end + 1))) throw new Error(`bytes ${start} to ${end} differ`);
      }
    }
  });

  it('reads only the files that it covers, and only its part of them', async () => {
    const opened: unknown[] = [];
    const entry = layout.segments.find((segment) => 'entryIndex' in segment && segment.entryIndex === 2)!;
    const range = { start: entry.start + 10, end: entry.start + 19 };
    const part = await buffer(
      zipStream(layout, (index, within) => (opened.push([index, within]), open(index, within)), range),
    );
    expect(opened).toEqual([[2, { start: 10, end: 19 }]]);
    expect(part.equals(files[2]!.content.subarray(10, 20))).toBe(true);
  });

  it('ends at the end of the archive, and must begin inside it', async () => {
    const part = await buffer(zipStream(layout, open, { start: layout.size - 5, end: layout.size + 100 }));
    expect(part).toHaveLength(5);
    expect(() => zipStream(layout, open, { start: layout.size, end: layout.size })).toThrow(RangeError);
    expect(() => zipStream(layout, open, { start: 3, end: 2 })).toThrow(RangeError);
  });
});

describe('a file that fails', () => {
  it.each([
    ['a byte short', -1],
    ['a byte long', 1],
  ])('fails the archive when it is %s', async (_, by) => {
    const wrong: OpenEntry = async (index) => Readable.from([Buffer.alloc(files[index]!.content.length + by)]);
    await expect(buffer(zipStream(layout, wrong))).rejects.toThrow('bytes too');
  });

  it('fails the archive when it cannot be opened, although other files were opened before', async () => {
    const streams: Readable[] = [];
    const failing: OpenEntry = async (index) => {
      if (index === 2) throw new Error('object missing');
      streams.push(await open(index));
      return streams.at(-1)!;
    };
    await expect(buffer(zipStream(layout, failing))).rejects.toThrow('object missing');
    expect(streams.every((stream) => stream.destroyed)).toBe(true);
  });

  it('fails the archive when it broke while it was queued', async () => {
    const slowFirst: OpenEntry = async (index) => {
      if (index === 0) return Readable.from(slowly(files[0]!.content));
      const stream = new Readable({ read: () => undefined });
      stream.destroy(new Error('connection reset'));
      return stream;
    };
    await expect(buffer(zipStream(layout, slowFirst))).rejects.toThrow('connection reset');
  });

  it('is destroyed when the reader stops, even while it sends nothing', async () => {
    const silent = files.map(() => new Readable({ read: () => undefined }));
    const stream = zipStream(layout, async (index) => silent[index]!);
    stream.read();
    await new Promise((resolve) => setImmediate(resolve));
    stream.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect([0, 2, 3].map((index) => silent[index]!.destroyed)).toEqual([true, true, true]);
  });
});

async function* slowly(content: Buffer): AsyncGenerator<Buffer> {
  for (const half of [content.subarray(0, 10), content.subarray(10)]) {
    await new Promise((resolve) => setImmediate(resolve));
    yield half;
  }
}

/** The archive with holes where its files would be, which read as zeros. */
function writeSparse(path: string, { size, segments }: ZipLayout): void {
  const file = openSync(path, 'w');
  ftruncateSync(file, size);
  for (const segment of segments) {
    if ('bytes' in segment) writeSync(file, segment.bytes, 0, segment.bytes.length, segment.start);
  }
  closeSync(file);
}
