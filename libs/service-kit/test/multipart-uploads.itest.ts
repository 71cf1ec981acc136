import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { DirectUrls } from '../src/objects/direct/direct-urls';
import { ObjectMissing, ObjectStoreUnavailable } from '../src/objects/object-store';
import { S3ObjectStore } from '../src/objects/s3-object-store';

const MIB = 1024 * 1024;
const md5 = (...parts: Uint8Array[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

(isS3Installed ? describe : describe.skip)('multipart uploads of S3', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'multipart-'));
  let server: RunningS3;
  let store: S3ObjectStore;
  let urls: DirectUrls;
  const key = () => `company/folder/${randomUUID()}`;
  beforeAll(async () => {
    server = await startS3({ dataDir: join(scratch, 's3') });
    store = new S3ObjectStore({ ...server, bucket: 'tradepost' });
    await store.prepare();
    urls = new DirectUrls({ OBJECT_STORE_URL: `${server.url}/tradepost`, OBJECT_STORE_PUBLIC_URL: server.endpoint });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  const put = async (url: string, body: Uint8Array, { sum = md5(body), method = 'PUT', headers = {} } = {}) => {
    const all = { 'content-md5': Buffer.from(sum, 'hex').toString('base64'), ...headers };
    const answer = await fetch(url, { method, headers: all, ...(method === 'PUT' && { body: new Uint8Array(body) }) });
    return answer.status;
  };
  /** Sends parts through addresses, as clients do. */
  async function sent(contents: Record<number, Uint8Array>) {
    const objectKey = key();
    const multipartId = await store.multipart.begin(objectKey);
    for (const [number, content] of Object.entries(contents)) {
      const url = urls.putPart(
        objectKey,
        { multipartId, number: Number(number) },
        { size: content.length, md5: md5(content) },
      );
      expect(await put(url, content)).toBe(200);
    }
    return { objectKey, multipartId };
  }

  it('joins parts that came in any order, and one that the store copies, without their bytes passing here', async () => {
    const [first, second, third] = [randomBytes(6 * MIB), randomBytes(5 * MIB), randomBytes(1_000)];
    const { objectKey, multipartId } = await sent({ 3: third, 1: first });
    await store.put(`${objectKey}.part-2`, Readable.from([second]), { size: second.length });
    expect(await store.stat(objectKey)).toBeNull();
    const copied = await store.multipart.copy(objectKey, multipartId, 2, `${objectKey}.part-2`);
    const listed = await store.multipart.parts(objectKey, multipartId);
    expect([...listed!].map(([number, { size }]) => [number, size])).toEqual(
      [first, second, third].map((part, at) => [at + 1, part.length]),
    );
    const named = [
      { number: 1, etag: md5(first) },
      { number: 2, etag: copied },
      { number: 3, etag: md5(third) },
    ];
    await store.multipart.complete(objectKey, multipartId, named);
    expect((await buffer(await store.get(objectKey))).equals(Buffer.concat([first, second, third]))).toBe(true);
    expect(
      (await buffer(await store.get(objectKey, { start: 6 * MIB - 5, end: 6 * MIB + 4 }))).equals(
        Buffer.concat([first.subarray(-5), second.subarray(0, 5)]),
      ),
    ).toBe(true);
    const sums = [first, second, third].map((part) => Buffer.from(md5(part), 'hex'));
    const whole = { size: first.length + second.length + third.length, etag: `${md5(...sums)}-3` };
    expect(await store.multipart.joined(objectKey)).toEqual(whole);
    // a part that comes late is refused, or changes nothing
    const late = urls.putPart(objectKey, { multipartId, number: 3 }, { size: third.length, md5: md5(third) });
    expect([200, 404]).toContain(await put(late, third));
    await store.multipart.abort(objectKey, multipartId);
    expect((await buffer(await store.get(objectKey))).equals(Buffer.concat([first, second, third]))).toBe(true);
    expect(await store.multipart.joined(objectKey)).toEqual(whole);
  });

  it('lists ranges of more parts than one answer of S3 holds', async () => {
    const objectKey = key();
    const id = await store.multipart.begin(objectKey);
    const numbers = [1, 2, 999, 1_000, 1_001, 2_500, 10_000];
    for (const number of numbers) {
      const content = Buffer.from(String(number));
      await put(
        urls.putPart(objectKey, { multipartId: id, number }, { size: content.length, md5: md5(content) }),
        content,
      );
    }
    const listed = async (range?: { first: number; last: number }) => [
      ...(await store.multipart.parts(objectKey, id, range))!.keys(),
    ];
    expect(await listed()).toEqual(numbers);
    expect(await listed({ first: 2, last: 1_000 })).toEqual([2, 999, 1_000]);
    expect(await listed({ first: 3, last: 900 })).toEqual([]);
    expect(await listed({ first: 10_000, last: 10_000 })).toEqual([10_000]);
  });

  it('takes nothing but what an address was signed for', async () => {
    const content = randomBytes(2_000);
    const { objectKey, multipartId } = await sent({ 1: content });
    const other = await sent({ 1: content });
    const url = urls.putPart(objectKey, { multipartId, number: 2 }, { size: content.length, md5: md5(content) });
    const wrong = randomBytes(2_000);
    const refused: [string, Promise<number>][] = [
      ['other bytes under the signed checksum', put(url, wrong, { sum: md5(content) })],
      ['other bytes under their own checksum', put(url, wrong)],
      ['no checksum', put(url, content, { headers: { 'content-md5': '' } })],
      ['fewer bytes', put(url, content.subarray(1), { sum: md5(content) })],
      ['more bytes', put(url, Buffer.concat([content, wrong]), { sum: md5(content) })],
      ['another number', put(url.replace('partNumber=2', 'partNumber=1'), content)],
      [
        'another upload',
        put(url.replace(encodeURIComponent(multipartId), encodeURIComponent(other.multipartId)), content),
      ],
      ['another object', put(url.replace(objectKey, other.objectKey), content)],
      ['no part', put(url.replace(/partNumber=2&/, ''), content)],
      ['a copy', put(url, content, { headers: { 'x-amz-copy-source': `/tradepost/${other.objectKey}` } })],
      ['the end of the upload', put(url, content, { method: 'DELETE' })],
      ['a list', put(url, content, { method: 'GET' })],
      ['a longer life', put(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'), content)],
    ];
    for (const [what, answer] of refused) expect([what, (await answer) >= 400]).toEqual([what, true]);
    expect([...(await store.multipart.parts(objectKey, multipartId))!.keys()]).toEqual([1]);
    expect(await put(url, content)).toBe(200);
    await store.multipart.abort(objectKey, multipartId);
    expect(await put(url, content)).toBe(404);
    expect(await store.stat(objectKey)).toBeNull();
  });

  it('joins nothing if a part is not as it is named', async () => {
    const content = randomBytes(2_000);
    const { objectKey, multipartId } = await sent({ 1: content });
    const named = [{ number: 1, etag: md5(randomBytes(3)) }];
    await expect(store.multipart.complete(objectKey, multipartId, named)).rejects.toThrow(ObjectStoreUnavailable);
    await expect(store.multipart.complete(objectKey, multipartId, [{ number: 2, etag: md5(content) }])).rejects.toThrow(
      ObjectStoreUnavailable,
    );
    await expect(store.multipart.copy(objectKey, multipartId, 2, key())).rejects.toThrow(ObjectMissing);
    expect(await store.multipart.joined(objectKey)).toBeNull();
    expect([...(await store.multipart.parts(objectKey, multipartId))!.keys()]).toEqual([1]);
  });

  it('spares those in use when it discards old ones', async () => {
    const [used, old] = [await sent({ 1: randomBytes(10) }), await sent({ 1: randomBytes(10) })];
    const later = new Date(Date.now() + 60_000);
    await store.discardUnfinished(later, new Set([used.multipartId]));
    expect(await store.multipart.parts(old.objectKey, old.multipartId)).toBeNull();
    expect([...(await store.multipart.parts(used.objectKey, used.multipartId))!.keys()]).toEqual([1]);
    expect(await store.discardUnfinished(later)).toBe(1);
  });

  it('discards what another one ends at the same moment', async () => {
    for (let begun = 0; begun < 3; begun += 1) await store.multipart.begin(key());
    const later = new Date(Date.now() + 60_000);
    await Promise.all([store.discardUnfinished(later), store.discardUnfinished(later)]);
    expect(await store.discardUnfinished(later)).toBe(0);
  });
});
