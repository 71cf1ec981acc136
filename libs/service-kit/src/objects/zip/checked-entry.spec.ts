import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { checkedEntry, CorruptEntry } from './checked-entry';

const content = Buffer.from('records,value\n1,2\n');
const recorded = { objectKey: 'a/b/c', size: content.length, crc32: crc32(content) };
const from = (bytes: Buffer) => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]);

describe('an entry', () => {
  it('passes if its bytes match the recorded hash', async () => {
    expect(await buffer(checkedEntry(from(content), recorded))).toEqual(content);
  });

  it.each([
    ['one bit differs', Buffer.concat([content.subarray(0, -1), Buffer.from([content.at(-1)! ^ 1])])],
    ['one byte is missing', content.subarray(0, -1)],
    ['one byte is too many', Buffer.concat([content, Buffer.alloc(1)])],
  ])('fails when %s', async (_, bytes) => {
    await expect(buffer(checkedEntry(from(bytes), recorded))).rejects.toThrow(CorruptEntry);
  });

  it('fails with the error of the source', async () => {
    const broken = new Readable({ read: () => undefined });
    const read = buffer(checkedEntry(broken, recorded));
    broken.destroy(new Error('connection reset'));
    await expect(read).rejects.toThrow('connection reset');
  });

  it('destroys its source when the reader stops', async () => {
    const silent = new Readable({ read: () => undefined });
    const entry = checkedEntry(silent, recorded);
    const closed = new Promise((resolve) => silent.once('close', resolve));
    entry.destroy();
    await closed;
    expect(silent.destroyed).toBe(true);
  });
});
