import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { sealedSize } from '@tradepost/sealing/file/format';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import { day } from '@tradepost/service-kit/runtime/durations';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { ObjectGarbageCollector } from '../src/bin/object-garbage-collector';
import { sender, startFixture } from './fixture';

const MB = 1024 ** 2;
const length = sealedSize(17 * MB);
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sizeOf = (number: number) => {
  const { start, end } = spanOfPart(length, number)!;
  return end - start;
};
/** Of the size of the last part, which is the smallest. */
const [last, other] = [randomBytes(sizeOf(3)), randomBytes(sizeOf(3))];

(isS3Installed ? describe : describe.skip)('parts that are sent to S3', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'direct-parts-'));
  let s3: RunningS3;
  let storeUrl: string;
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  beforeAll(async () => {
    s3 = await startS3({ dataDir: join(scratch, 's3') });
    storeUrl = `${s3.url}/tradepost`;
    fixture = await startFixture({ env: { OBJECT_STORE_URL: storeUrl, OBJECT_STORE_PUBLIC_URL: s3.endpoint } });
    await fixture.store.prepare();
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  const sealed = () => ({
    ...{ enc: 'sdx1', fileId: randomUUID(), fileVersion: 1, mimetype: 'text/csv', expectedBytes: length },
    ...{ wrappedKey: 'A'.repeat(80), sealedMeta: 'A'.repeat(240), resumable: true },
  });
  async function begun(given: Record<string, unknown> = sealed()) {
    const ann = sender();
    const { id: folderId } = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folderId, given);
    const direct = (input: { wanted?: PartRef[]; stored?: PartRef[] }, by: UserActor = ann) =>
      fixture.call(storage.directParts, { uploadId, wanted: [], stored: [], ...input }, by);
    const urlOf = async (number: number, content: Uint8Array) =>
      (await direct({ wanted: [{ number, sha256: hex(content) }] })).urls[0]!.url;
    const state = () => fixture.call(storage.uploadParts, { uploadId }, ann);
    const listed = async () => (await state()).parts;
    return { ann, uploadId, objectKey, direct, urlOf, state, listed };
  }
  type PartRef = { number: number; sha256: string };

  const put = async (
    url: string,
    content: Uint8Array,
    { method = 'PUT', sha256 = hex(content), headers = {} } = {},
  ) => {
    const all = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'), ...headers };
    const body = new Uint8Array(content);
    const { status } = await fetch(url, { method, headers: all, ...(method === 'PUT' && { body }) });
    return status;
  };
  const stored = async (key: string) => buffer(await fixture.store.get(key));

  it('gives one address for each part in one call, and counts a part once the store has it', async () => {
    const { direct, state, listed, objectKey } = await begun();
    expect((await state()).direct).toBe(true);
    const contents = [randomBytes(sizeOf(1)), randomBytes(sizeOf(2)), last];
    const parts = contents.map((content, at) => ({ number: at + 1, sha256: hex(content) }));
    const { urls, expiresAt } = await direct({ wanted: parts });
    expect(urls.map(({ number, url }) => [number, new URL(url).origin])).toEqual(
      [1, 2, 3].map((number) => [number, s3.endpoint]),
    );
    expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    expect((await direct({ stored: parts })).stored).toEqual([]);
    expect(await Promise.all(urls.slice(1).map(({ number, url }) => put(url, contents[number - 1]!)))).toEqual([
      200, 200,
    ]);
    expect((await direct({ stored: parts })).stored).toEqual([2, 3]);
    expect(await listed()).toEqual(parts.slice(1).map((part) => ({ ...part, size: sizeOf(part.number) })));
    expect((await stored(`${objectKey}.direct-3`)).equals(last)).toBe(true);
    // the same call again changes nothing
    expect((await direct({ stored: parts })).stored).toEqual([2, 3]);
    expect((await stored(`${objectKey}.direct-3`)).equals(last)).toBe(true);
  });

  it('signs size, checksum, object and method', async () => {
    const { urlOf, objectKey, listed, direct } = await begun();
    const url = await urlOf(3, last);
    const refused: [string, Promise<number>][] = [
      ['size', put(url, last.subarray(1), { sha256: hex(last) })],
      ['longer', put(url, Buffer.concat([last, other]), { sha256: hex(last) })],
      ['checksum', put(url, other)],
      ['object', put(url.replace('.direct-3', '.direct-2'), last)],
      ['the file itself', put(url.replace('.direct-3', ''), last)],
      ['method', put(url, last, { method: 'DELETE' })],
      ['reading', put(url, last, { method: 'GET' })],
      ['a later end', put(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'), last)],
      ['an envelope', put(url, last, { headers: { 'x-amz-meta-at-rest': 'x' } })],
    ];
    for (const [what, answer] of refused) expect([what, await answer]).toEqual([what, 403]);
    expect(await fixture.store.stat(`${objectKey}.direct-3`)).toBeNull();
    expect((await direct({ stored: [{ number: 3, sha256: hex(last) }] })).stored).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('is no way to another object, or to another request for its own', async () => {
    const theirs = await begun();
    const secret = `${theirs.objectKey}.direct-3`;
    expect(await put(await theirs.urlOf(3, other), other)).toBe(200);
    const { urlOf, objectKey } = await begun();
    const url = await urlOf(3, last);
    const own = `${objectKey}.direct-3`;
    const to = (path: string) => url.replace(own, path);
    const headers: Record<string, string>[] = [
      ...[`/tradepost/${secret}`, `tradepost/${secret}`, encodeURIComponent(`tradepost/${secret}`)].map((source) => ({
        'x-amz-copy-source': source,
      })),
      { 'x-amz-copy-source': `/tradepost/${secret}`, 'x-amz-copy-source-range': 'bytes=0-9' },
      { 'x-amz-acl': 'public-read' },
      { 'x-amz-tagging': 'a=b' },
      { 'x-amz-website-redirect-location': 'https://evil.example' },
      { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', 'x-amz-decoded-content-length': '1' },
    ];
    const urls = [
      ...['', '..', '../..', '%2e%2e', `${own}/../../x`, `${own}%2f..%2fx`, `${own}//`, secret].map(to),
      ...['acl', 'tagging', 'uploads', 'uploadId=x&partNumber=1', 'response-content-type=text/html', 'versionId=x'].map(
        (query) => `${url}&${query}`,
      ),
      `${url}&X-Amz-SignedHeaders=host`,
      url.replace(/X-Amz-SignedHeaders=[^&]+/, 'X-Amz-SignedHeaders=host'),
      url.replace('X-Amz-Algorithm=AWS4-HMAC-SHA256&', ''),
      url.replace(/X-Amz-Date=\d{8}/, 'X-Amz-Date=20991231'),
    ];
    for (const more of headers) expect([more, (await put(url, last, { headers: more })) >= 400]).toEqual([more, true]);
    for (const wrong of urls) expect([wrong, (await put(wrong, last)) >= 400]).toEqual([wrong, true]);
    expect(await fixture.store.stat(own)).toBeNull();
    expect((await stored(secret)).equals(other)).toBe(true);
  });

  it('signs for a short time', async () => {
    const urls = new DirectUrls({ OBJECT_STORE_URL: storeUrl, OBJECT_STORE_PUBLIC_URL: s3.endpoint });
    const { objectKey } = await begun();
    const part = { size: last.length, sha256: hex(last) };
    jest.useFakeTimers({ now: Date.now() - 6 * 60_000, doNotFake: ['setTimeout', 'setImmediate', 'nextTick'] });
    const expired = urls.put(`${objectKey}.direct-3`, part);
    jest.useRealTimers();
    expect(await put(expired, last)).toBe(403);
    expect(await put(urls.put(`${objectKey}.direct-3`, part), last)).toBe(200);
  });

  it('refuses people of other companies, parts that the upload does not have, and uploads that have ended', async () => {
    const { direct, ann, uploadId } = await begun();
    const part = { number: 3, sha256: hex(last) };
    await expect(direct({ wanted: [part] }, sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(direct({ stored: [part] }, sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    for (const number of [0, 4, 99_999])
      await expect(direct({ wanted: [{ ...part, number }] })).rejects.toMatchObject({ code: 'PART_INVALID' });
    for (const sha256 of ['', 'x'.repeat(64), hex(last).toUpperCase()])
      await expect(direct({ wanted: [{ ...part, sha256 }] })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(direct({ wanted: Array.from({ length: 33 }, () => part) })).rejects.toMatchObject({ code: 'INVALID' });
    await fixture.call(storage.abortUpload, { uploadId }, ann);
    await expect(direct({ wanted: [part] })).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  });

  it('gives no address for a managed file', async () => {
    const { direct, state } = await begun({ expectedBytes: 17 * MB, resumable: true });
    expect((await state()).direct).toBe(false);
    const part = { number: 3, sha256: hex(last) };
    expect(await direct({ wanted: [part], stored: [part] })).toEqual({ urls: [], stored: [], expiresAt: null });
  });

  it('never stores more than the upload has reserved, whatever two clients or a repeat send', async () => {
    const { direct, urlOf, listed, objectKey } = await begun();
    const [mine, theirs] = [await urlOf(3, last), await urlOf(3, other)];
    expect([await put(mine, last), await put(theirs, other), await put(mine, last)]).toEqual([200, 200, 200]);
    const keys: string[] = [];
    for await (const { key } of fixture.store.list(objectKey)) keys.push(key);
    expect(keys).toEqual([`${objectKey}.direct-3`]);
    expect((await direct({ stored: [{ number: 3, sha256: hex(other) }] })).stored).toEqual([3]);
    expect((await direct({ stored: [{ number: 3, sha256: hex(last) }] })).stored).toEqual([3]);
    expect((await listed()).map(({ sha256 }) => sha256)).toEqual([hex(last)]);
    expect((await stored(`${objectKey}.direct-3`)).equals(last)).toBe(true);
  });

  it('drops a part that is not as it was announced, and removes what comes after the end of an upload', async () => {
    const { ann, uploadId, direct, urlOf, listed, objectKey } = await begun();
    const url = await urlOf(3, last);
    await put(url, last);
    await direct({ stored: [{ number: 3, sha256: hex(last) }] });
    const drop = (given: object, by: UserActor = ann) =>
      fixture.call(storage.dropPart, { uploadId, number: 3, objectKey: `${objectKey}.direct-3`, ...given }, by);
    await expect(drop({}, sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await drop({ number: 2 });
    await drop({ objectKey: `${objectKey}.direct-2` });
    expect(await listed()).toHaveLength(1);
    await drop({});
    expect([await listed(), await fixture.isThere(`${objectKey}.direct-3`)]).toEqual([[], false]);
    await fixture.call(storage.abortUpload, { uploadId }, ann);
    expect(await put(url, last)).toBe(200);
    await fixture.app.get(ObjectGarbageCollector).sweep(new Date(Date.now() + 2 * day));
    expect(await fixture.isThere(`${objectKey}.direct-3`)).toBe(false);
  });
});
