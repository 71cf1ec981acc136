import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isS3Installed, type RunningS3, startS3 } from '@tradepost/testing/servers/s3';
import { KeyUnavailable } from '../src/security/at-rest/key-provider';
import { rotateKeys } from '../src/security/at-rest/rotate';
import { log } from '../src/observability/logging';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { EncryptedObjectStore } from '../src/objects/encrypted-object-store';
import { ObjectDamaged } from '../src/objects/object-store';
import { S3ObjectStore } from '../src/objects/s3-object-store';
import { bodySize, chunkSize, prefixSize, sealedChunkSize } from '../src/security/at-rest/body';
import { KeyRing } from '../src/security/at-rest/key-ring';
import { registry } from '../src/observability/metrics';
import type { RawObjectStore } from '../src/objects/raw-object-store';
import { after, before, newKey, of } from './at-rest-keys';

const scratch = mkdtempSync(join(tmpdir(), 'at-rest-'));
afterAll(() => rm(scratch, { recursive: true, force: true }));
let alarms: jest.SpyInstance;
beforeEach(() => (alarms = jest.spyOn(log, 'error').mockImplementation()));

describe('a directory', () => {
  const root = () => join(scratch, randomUUID());
  contract(async () => new DirectoryObjectStore(root()));
});

(isS3Installed ? describe : describe.skip)('S3', () => {
  let server: RunningS3;
  beforeAll(async () => {
    server = await startS3({ dataDir: join(scratch, 's3') });
  });
  afterAll(() => server.stop());

  contract(async () => new S3ObjectStore({ ...server, bucket: `bucket-${randomUUID()}` }));
});

/** What holds wherever the bytes lie. */
function contract(make: () => Promise<RawObjectStore>): void {
  let raw: RawObjectStore;
  let store: EncryptedObjectStore;
  beforeEach(async () => {
    raw = await make();
    await raw.prepare();
    store = new EncryptedObjectStore(raw, before);
  });

  const key = 'owner/folder/file';
  const read = async (from: EncryptedObjectStore = store, range?: { start: number; end: number }) =>
    buffer(await from.get(key, range));
  /** As the operator of the store could. */
  const tamper = async (
    at: string,
    change: (body: Buffer, envelope: string) => { body?: Buffer; envelope?: string },
  ) => {
    const { stream, envelope } = await raw.open(at);
    const body = await buffer(stream);
    const changed = { body, envelope: envelope!, ...change(body, envelope!) };
    await raw.put(at, of(changed.body), { envelope: changed.envelope });
  };

  it.each([true, false])('stores no unencrypted content, with a size that is known in advance: %s', async (known) => {
    const content = Buffer.from('a line that nobody else may read\n'.repeat(3_000));
    expect(await store.put(key, of(content), known ? { size: content.length } : {})).toEqual({ size: content.length });
    const { stream, size, envelope } = await raw.open(key);
    const body = await buffer(stream);
    expect(body).toHaveLength(bodySize(content.length));
    expect(size).toBe(body.length);
    for (const line of ['a line that', 'may read']) expect(body.includes(line)).toBe(false);
    expect(envelope).toMatch(/^1:ring:[\w-]{16}:[\w-]{80}$/);
    expect(await store.stat(key)).toMatchObject({ size: content.length });
    // the same content again is other bytes under another data key
    await store.put('owner/folder/other', of(content));
    const again = await raw.open('owner/folder/other');
    expect(again.envelope).not.toBe(envelope);
    expect((await buffer(again.stream)).subarray(prefixSize).equals(body.subarray(prefixSize))).toBe(false);
  });

  it('stores end-to-end encrypted files unchanged', async () => {
    const sealed = randomBytes(1_000);
    await store.put(key, of(sealed), { sealed: true, size: sealed.length });
    expect((await buffer(await raw.get(key))).equals(sealed)).toBe(true);
    expect((await read()).equals(sealed)).toBe(true);
    expect(await rotateKeys(raw, after)).toMatchObject({ objects: 1, without: 1, rewrapped: 0 });
  });

  it.each([1_000, 100_000])('reads objects from before encryption, of %d bytes', async (size) => {
    const plain = randomBytes(size);
    await raw.put(key, of(plain));
    expect((await read()).equals(plain)).toBe(true);
    expect((await read(store, { start: 17, end: 900 })).equals(plain.subarray(17, 901))).toBe(true);
    expect(await store.stat(key)).toMatchObject({ size });
  });

  it('returns exactly the bytes of a range, for any chunk borders', async () => {
    for (const size of [1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize, 50 * chunkSize + 7]) {
      const content = randomBytes(size);
      await store.put(key, of(content));
      const near = (border: number) => Math.min(size - 1, Math.max(0, border + randomInt(-2, 3)));
      const ranges = Array.from({ length: 12 }, () =>
        [near(randomInt(52) * chunkSize), near(randomInt(52) * chunkSize)].sort((a, b) => a - b),
      );
      for (const [start, end] of [...ranges, [0, size - 1], [size - 1, size + 99], [0, 0]]) {
        expect((await read(store, { start: start!, end: end! })).equals(content.subarray(start, end! + 1))).toBe(true);
      }
      await expect(store.get(key, { start: size, end: size })).rejects.toThrow(RangeError);
    }
  });

  describe('refuses, and raises an alarm for,', () => {
    const content = randomBytes(3 * chunkSize + 100);
    const border = (n: number) => prefixSize + n * sealedChunkSize;
    const flip = (at: number) => (body: Buffer) => ({ body: Buffer.from(body).fill(body[at]! ^ 1, at, at + 1) });

    it.each<[string, (body: Buffer, envelope: string) => { body?: Buffer; envelope?: string }]>([
      ['a bit flipped in the salt', flip(0)],
      ['a bit flipped in the commitment', flip(30)],
      ['a bit flipped in the first chunk', flip(border(0))],
      ['a bit flipped in the last chunk', flip(border(3) + 5)],
      ['the end cut off at a border', (body) => ({ body: body.subarray(0, border(3)) })],
      ['the end cut off behind a border', (body) => ({ body: body.subarray(0, border(2) + 16) })],
      ['the last byte cut off', (body) => ({ body: body.subarray(0, -1) })],
      ['all of it cut off', () => ({ body: Buffer.alloc(0) })],
      ['something behind it', (body) => ({ body: Buffer.concat([body, Buffer.alloc(20)]) })],
      [
        'chunks swapped',
        (body) => ({
          body: Buffer.concat([
            body.subarray(0, border(0)),
            body.subarray(border(1), border(2)),
            body.subarray(border(0), border(1)),
            body.subarray(border(2)),
          ]),
        }),
      ],
      [
        'a wrapped key that was changed',
        (_, envelope) => ({
          envelope: `${envelope.slice(0, -3)}${envelope.at(-3) === 'A' ? 'B' : 'A'}${envelope.slice(-2)}`,
        }),
      ],
      ['an envelope of another format', (_, envelope) => ({ envelope: `2${envelope.slice(1)}` })],
    ])('%s', async (_, change) => {
      await store.put(key, of(content));
      await tamper(key, change);
      const given: Buffer[] = [];
      const whole = async () => {
        for await (const piece of await store.get(key)) given.push(piece as Buffer);
      };
      await expect(whole()).rejects.toThrow(ObjectDamaged);
      const right = Buffer.concat(given);
      expect(right.equals(content.subarray(0, right.length))).toBe(true);
      expect(right.length).toBeLessThan(content.length);
      expect(alarms).toHaveBeenCalledWith(
        expect.objectContaining({ objectKey: key }),
        'an object was changed or damaged in the store',
      );
      expect(await registry.getSingleMetricAsString('tradepost_objects_unreadable_total')).toMatch(
        /reason="damaged"[^\n]* [1-9]/,
      );
    });

    it('a bit flipped in the requested part', async () => {
      await store.put(key, of(content));
      await tamper(key, flip(border(1) + 9));
      await expect(read(store, { start: chunkSize + 500, end: chunkSize + 600 })).rejects.toThrow(ObjectDamaged);
      expect((await read(store, { start: 0, end: 10 })).equals(content.subarray(0, 11))).toBe(true);
    });

    it('one object in the place of another', async () => {
      await store.put(key, of(content));
      await store.put('owner/folder/other', of(content));
      const { stream, envelope } = await raw.open('owner/folder/other');
      await raw.put(key, stream, { envelope: envelope! });
      await expect(read()).rejects.toThrow(ObjectDamaged);
      await expect(read(store, { start: 0, end: 1 })).rejects.toThrow(ObjectDamaged);
    });

    it('the data key of another', async () => {
      await store.put(key, of(content));
      await store.put('owner/folder/other', of(content));
      const other = (await raw.stat('owner/folder/other'))!.envelope!;
      await tamper(key, () => ({ envelope: other }));
      await expect(read()).rejects.toThrow(ObjectDamaged);
    });
  });

  it('names the missing setting when the key is not configured', async () => {
    await store.put(key, of(randomBytes(10)));
    const stranger = new EncryptedObjectStore(raw, new KeyRing([newKey]));
    await expect(read(stranger)).rejects.toThrow(KeyUnavailable);
    await expect(read(stranger)).rejects.toThrow(/none of AT_REST_KEY, AT_REST_KEY_PREVIOUS$/);
    expect(alarms).toHaveBeenCalledWith(
      expect.objectContaining({ objectKey: key }),
      'could not decrypt an object: its key is not available',
    );
  });

  it('rotates keys while objects are read, and continues after an interruption', async () => {
    const contents = new Map(
      Array.from({ length: 45 }, (_, n) => [`owner/folder/${n}`, randomBytes(chunkSize * (n % 3) + n)]),
    );
    for (const [at, content] of contents) await store.put(at, of(content), { contentType: 'application/pdf' });
    await raw.put('owner/folder/plain', of(Buffer.from('x')));
    await new EncryptedObjectStore(raw, new KeyRing(['a key that nobody has any more, of 32'])).put(
      'owner/folder/lost',
      of(Buffer.from('x')),
    );

    const both = new EncryptedObjectStore(raw, after);
    let done = false;
    const reading = (async () => {
      while (!done)
        for (const [at, content] of contents) expect((await buffer(await both.get(at))).equals(content)).toBe(true);
    })();
    await expect(
      rotateKeys(raw, after, ({ rewrapped }) => {
        if (rewrapped === 10) throw new Error('broken off');
      }),
    ).rejects.toThrow('broken off');
    const rest = await rotateKeys(raw, after);
    done = true;
    await reading;
    expect(rest).toMatchObject({
      objects: 47,
      without: 1,
      unreadable: [{ key: 'owner/folder/lost', reason: expect.stringContaining('AT_REST_KEY_PREVIOUS') }],
    });
    expect(rest.rewrapped).toBeGreaterThan(0);
    expect(rest.rewrapped).toBeLessThanOrEqual(35);
    expect(await rotateKeys(raw, after)).toMatchObject({ objects: 47, rewrapped: 0 });

    const only = new EncryptedObjectStore(raw, new KeyRing([newKey]));
    for (const [at, content] of contents) {
      expect((await buffer(await only.get(at))).equals(content)).toBe(true);
      expect(await only.stat(at)).toMatchObject({ size: content.length });
    }
  });

  it('does not change the key of an object that was replaced or removed in the meantime', async () => {
    await store.put(key, of(Buffer.from('first')));
    const { envelope } = (await raw.stat(key))!;
    await store.put(key, of(Buffer.from('second')));
    expect(await raw.changeEnvelope(key, envelope!, '1:another')).toBe(false);
    expect((await read()).toString()).toBe('second');
    await store.remove(key);
    expect(await raw.changeEnvelope(key, envelope!, '1:another')).toBe(false);
    expect(await rotateKeys(raw, after)).toMatchObject({ objects: 0 });
  });
}
