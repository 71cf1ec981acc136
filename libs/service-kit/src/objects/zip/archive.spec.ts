import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { entryOffsets, layoutArchive } from './archive';
import { zipStream } from './stored-zip';

it('has the offset of each entry, including empty ones', async () => {
  const contents = ['first', '', 'the third', ''].map((text) => Buffer.from(text));
  const entries = contents.map((content, i) => ({
    objectKey: `${i}`,
    name: `${i}.sdx`,
    size: content.length,
    crc32: crc32(content),
    modifiedAt: '2026-01-02T03:04:05.000Z',
  }));
  const layout = layoutArchive(entries);
  const archive = await buffer(zipStream(layout, async (index) => Readable.from([contents[index]!])));
  const offsets = entryOffsets(layout, entries.length);
  expect(offsets.map((offset, i) => archive.toString('utf8', offset, offset + contents[i]!.length))).toEqual([
    'first',
    '',
    'the third',
    '',
  ]);
  for (const [i, offset] of offsets.entries()) {
    // by APPNOTE 4.3.7: a local header of 30 bytes, its name and its extra field, then the data
    const header = archive.lastIndexOf('PK\x03\x04', offset - 1, 'latin1');
    expect(header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)).toBe(offset);
    expect(archive.toString('utf8', header + 30, header + 30 + 5)).toBe(`${i}.sdx`);
  }
});
