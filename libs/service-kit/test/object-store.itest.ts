import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { waitFor } from '@tradepost/testing/wait-for';
import { KeyRing } from '../src/security/at-rest/key-ring';
import { meter } from '../src/objects/checksum';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { EncryptedObjectStore } from '../src/objects/encrypted-object-store';
import { ObjectMissing, type ObjectStore } from '../src/objects/object-store';
import { S3ObjectStore } from '../src/objects/s3-object-store';

const MIB = 1024 * 1024;
const scratch = mkdtempSync(join(tmpdir(), 'object-store-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));

const keys = new KeyRing([randomUUID()]);

describe('a directory', () => {
  contract(async () => new DirectoryObjectStore(join(scratch, randomUUID())));
});

describe('an encrypted directory', () => {
  contract(async () => new EncryptedObjectStore(new DirectoryObjectStore(join(scratch, randomUUID())), keys));
});

(isS3Installed ? describe : describe.skip)('S3', () => {
  let server: RunningS3;
  beforeAll(async () => {
    server = await startS3({ dataDir: join(scratch, 's3') });
  });
  afterAll(() => server.stop());

  contract(async () => new S3ObjectStore({ ...server, bucket: `bucket-${randomUUID()}` }));

  describe('encrypted', () => {
    contract(
      async () => new EncryptedObjectStore(new S3ObjectStore({ ...server, bucket: `bucket-${randomUUID()}` }), keys),
    );
  });

  it('lists more objects than one page of S3 holds', async () => {
    const store = new S3ObjectStore({ ...server, bucket: `bucket-${randomUUID()}` });
    await store.prepare();
    const keys = Array.from({ length: 1_050 }, (_, index) => `many/${String(index).padStart(5, '0')}`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, Readable.from([Buffer.from('x')]))));
    }
    expect(await keysOf(store, 'many/')).toEqual(keys);
  });
});

/** What every store must do; the same cases on each. */
function contract(make: () => Promise<ObjectStore>): void {
  let store: ObjectStore;
  beforeEach(async () => {
    store = await make();
    await store.prepare();
  });

  const inFuture = () => new Date(Date.now() + 3_600_000);
  const read = async (key: string, range?: { start: number; end: number }) => buffer(await store.get(key, range));

  describe.each([
    ['nothing', 0],
    ['a few bytes', 10_000],
    ['exactly one part', 5 * MIB],
    ['several parts', 12 * MIB + 7],
  ])('%s', (_, size) => {
    const content = randomBytes(size);

    it.each([
      ['known', size],
      ['unknown', undefined],
    ])('returns the stored bytes, with a size that is %s in advance', async (_, declared) => {
      const began = Date.now();
      const metered = meter(inChunks(content));
      expect(await store.put('owner/folder/file', metered.stream, { size: declared })).toEqual({ size });
      expect((await read('owner/folder/file')).equals(content)).toBe(true);
      expect(metered.result()).toEqual({
        size,
        sha256: createHash('sha256').update(content).digest('hex'),
        crc32: crc32(content),
      });
      const info = await store.stat('owner/folder/file');
      expect(info).toMatchObject({ key: 'owner/folder/file', size });
      // servers tell it by the second
      expect(info!.modifiedAt.getTime()).toBeGreaterThan(began - 2_000);
      expect(info!.modifiedAt.getTime()).toBeLessThan(Date.now() + 2_000);
    });
  });

  it('replaces the whole object', async () => {
    await store.put('a/b/c', Readable.from([Buffer.from('a long first version')]));
    await store.put('a/b/c', Readable.from([Buffer.from('second')]));
    expect((await read('a/b/c')).toString()).toBe('second');
  });

  it('stores chunks of one byte each in order', async () => {
    const content = randomBytes(5_000);
    await store.put('a/b/c', Readable.from(Array.from(content, (byte) => Buffer.from([byte]))));
    expect((await read('a/b/c')).equals(content)).toBe(true);
  });

  it.each([1_000, 2 * MIB])('gives exactly the bytes of a range, of %d', async (size) => {
    const content = randomBytes(size);
    await store.put('a/b/c', inChunks(content));
    for (const [start, end] of [
      [0, 0],
      [0, 99],
      [17, 600],
      [size - 1, size - 1],
      [0, size - 1],
      [size - 5, size + 5],
    ]) {
      const expected = content.subarray(start, end! + 1);
      expect((await read('a/b/c', { start: start!, end: end! })).equals(expected)).toBe(true);
    }
    await expect(store.get('a/b/c', { start: size, end: size + 1 })).rejects.toThrow(RangeError);
    await expect(store.get('a/b/c', { start: 5, end: 4 })).rejects.toThrow(RangeError);
    await expect(store.get('a/b/c', { start: -1, end: 4 })).rejects.toThrow(RangeError);
  });

  it('reports a missing object, and removes it without an error', async () => {
    await store.put('a/b/c', Readable.from([Buffer.from('x')]));
    await store.remove('a/b/c');
    await store.remove('a/b/c');
    expect(await store.stat('a/b/c')).toBeNull();
    await expect(store.get('a/b/c')).rejects.toThrow(ObjectMissing);
    await expect(store.get('a/b')).rejects.toThrow(ObjectMissing);
    await expect(store.get('a/b/c', { start: 0, end: 1 })).rejects.toThrow(ObjectMissing);
    expect(await store.stat('a/b')).toBeNull();
  });

  describe.each([
    ['known', 12 * MIB],
    ['unknown', undefined],
  ])('an upload of %s size that fails', (_, size) => {
    const before = Buffer.from('the version before');
    beforeEach(async () => {
      await store.put('a/b/c', Readable.from([before]));
    });
    afterEach(async () => {
      expect((await read('a/b/c')).equals(before)).toBe(true);
      expect(await keysOf(store, '')).toEqual(['a/b/c']);
      expect(await store.discardUnfinished(inFuture())).toBe(0);
    });

    it('by a broken source', async () => {
      const broken = Readable.from(
        (async function* () {
          yield* inChunks(randomBytes(6 * MIB));
          throw new Error('connection cut');
        })(),
      );
      await expect(store.put('a/b/c', broken, { size })).rejects.toThrow('connection cut');
    });

    it('by being aborted while the source is silent', async () => {
      const control = new AbortController();
      const silent = (async function* () {
        yield* inChunks(randomBytes(6 * MIB));
        setImmediate(() => control.abort(new Error('gave up')));
        await new Promise(() => undefined);
      })();
      await expect(store.put('a/b/c', silent, { size, signal: control.signal })).rejects.toThrow('gave up');
    });

    it('by being aborted before it began', async () => {
      const signal = AbortSignal.abort(new Error('gave up'));
      await expect(store.put('a/b/c', Readable.from([Buffer.from('x')]), { size, signal })).rejects.toThrow('gave up');
    });
  });

  it.each([
    ['more', 6],
    ['fewer', 4],
  ])('refuses a source of %s bytes than declared', async (_, size) => {
    await expect(store.put('a/b/c', Readable.from([Buffer.alloc(size)]), { size: 5 })).rejects.toThrow('declared');
    expect(await store.stat('a/b/c')).toBeNull();
    expect(await store.discardUnfinished(inFuture())).toBe(0);
  });

  it('discards unfinished files of a killed process, if they are old enough', async () => {
    const control = new AbortController();
    const hanging = (async function* () {
      yield* inChunks(randomBytes(12 * MIB));
      await new Promise(() => undefined);
    })();
    const put = store.put('a/b/c', hanging, { signal: control.signal });
    put.catch(() => undefined);
    await waitFor(async () => {
      expect(await store.discardUnfinished(new Date(Date.now() - 3_600_000))).toBe(0);
      return (await store.discardUnfinished(inFuture())) === 1;
    });
    expect(await store.discardUnfinished(inFuture())).toBe(0);
    control.abort(new Error('over'));
    // a part may still have been in transfer when its upload was discarded
    await expect(put).rejects.toThrow(/^(over|the object store is unavailable)$/);
    expect(await keysOf(store, '')).toEqual([]);
  });

  it.each(['', '/a', 'a/', 'a//b', '..', 'a/../b', 'a/.hidden', 'a b', 'ä', 'a\\b', 'a\0', `a/${'x'.repeat(256)}`])(
    'refuses the key %j before touching anything',
    async (key) => {
      const source = Readable.from([Buffer.from('x')]);
      await expect(store.put(key, source)).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
      await expect(store.stat(key)).rejects.toThrow(TypeError);
      await expect(store.remove(key)).rejects.toThrow(TypeError);
      expect(await keysOf(store, '')).toEqual([]);
    },
  );

  it('lists by prefix in the order of the keys', async () => {
    const keys = ['a-1/f/1', 'a.1/f/1', 'a/f/1', 'a/f/10', 'a/f/2', 'a/g/1', 'a0/f/1', 'b/f/1'];
    for (const key of [...keys].reverse()) await store.put(key, Readable.from([Buffer.from(key)]));
    expect(await keysOf(store, '')).toEqual(keys);
    expect(await keysOf(store, 'a/')).toEqual(['a/f/1', 'a/f/10', 'a/f/2', 'a/g/1']);
    expect(await keysOf(store, 'a/f/1')).toEqual(['a/f/1', 'a/f/10']);
    expect(await keysOf(store, 'a')).toEqual(keys.slice(0, -1));
    expect(await keysOf(store, 'nobody/')).toEqual([]);
    for await (const info of store.list('b/')) expect(info).toMatchObject({ key: 'b/f/1' });
    await expect(keysOf(store, '../')).rejects.toThrow(TypeError);
  });

  it('stores twenty objects at once', async () => {
    const contents = Array.from({ length: 20 }, () => randomBytes(MIB + 1));
    await Promise.all(contents.map((content, index) => store.put(`a/b/${index}`, inChunks(content))));
    const back = await Promise.all(contents.map((_, index) => read(`a/b/${index}`)));
    expect(back.every((content, index) => content.equals(contents[index]!))).toBe(true);
  });

  it('lets a reader stop half-way', async () => {
    await store.put('a/b/c', inChunks(randomBytes(6 * MIB)));
    for await (const chunk of await store.get('a/b/c')) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await read('a/b/c', { start: 1, end: 2 })).length).toBe(2);
  });

  it('is ready, and can be prepared again without loss', async () => {
    await store.put('a/b/c', Readable.from([Buffer.from('x')]));
    await store.prepare();
    await store.ready();
    expect(await keysOf(store, '')).toEqual(['a/b/c']);
  });
}

function inChunks(content: Buffer): Readable {
  const chunk = 64 * 1024;
  const count = Math.ceil(content.length / chunk);
  return Readable.from(Array.from({ length: count }, (_, at) => content.subarray(at * chunk, (at + 1) * chunk)));
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}
