import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { memberOf } from '@tradepost/testing/service-harness';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { inFuture, day, sealedBytes, sealedFilesOf, sealing } from './sealed-kit';

type Range = { start: number; end: number };

(isS3Installed ? describe : describe.skip)('own sealed files that are read from S3', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'direct-own-'));
  let s3: RunningS3;
  let fixture: Fixture;
  beforeAll(async () => {
    s3 = await startS3({ dataDir: join(scratch, 's3') });
    const env = { OBJECT_STORE_URL: `${s3.url}/tradepost`, OBJECT_STORE_PUBLIC_URL: s3.endpoint };
    fixture = await startFixture({ env });
    await fixture.store.prepare();
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
    await rm(scratch, { recursive: true, force: true });
  });
  afterEach(() => jest.useRealTimers());

  const { uploaded, sweep } = sealedFilesOf(() => fixture);
  const atTime = (now: number) =>
    jest.useFakeTimers({ now, doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'setInterval', 'nextTick'] });

  /** A sealed file with two versions. */
  async function stored() {
    const ann = sender();
    const { id: folderId } = await fixture.folder(ann);
    const contents = [randomBytes(sealedBytes), randomBytes(sealedBytes)];
    const first = await uploaded(ann, folderId);
    const second = await uploaded(ann, folderId, sealing(first.file.id, 2));
    const keys = [first.objectKey, second.objectKey];
    for (const [at, key] of keys.entries()) {
      await fixture.store.put(key, Readable.from([contents[at]]), { size: sealedBytes, sealed: true });
    }
    const fileId = first.file.id;
    const direct = (
      ranges: Range[],
      { by = ann, ...of }: { by?: UserActor; version?: number; folderId?: string } = {},
    ) => fixture.call(storage.directRanges, { folderId, fileId, version: 2, ranges, ...of }, by);
    return { ann, folderId, fileId, contents, keys, direct };
  }
  const read = async (url: string, range: string | undefined, method = 'GET') => {
    const answer = await fetch(url, { method, headers: range ? { range } : {} });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const some = [{ start: 84, end: 100 }];

  it('come in the ranges that were signed, and in no others, each version from its object', async () => {
    const { contents, keys, direct } = await stored();
    for (const [at, content] of contents.entries()) {
      const ranges = [
        { start: 84, end: 10_000 },
        { start: 10_000, end: sealedBytes },
      ];
      const { urls, expiresAt } = await direct(ranges, { version: at + 1 });
      expect(Date.parse(expiresAt!) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
      expect(urls.map((url) => new URL(url).origin)).toEqual([s3.endpoint, s3.endpoint]);
      const parts = [await read(urls[0]!, 'bytes=84-9999'), await read(urls[1]!, `bytes=10000-${sealedBytes - 1}`)];
      expect(parts.map(({ status }) => status)).toEqual([206, 206]);
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content.subarray(84))).toBe(true);
      for (const refused of [
        read(urls[0]!, undefined),
        read(urls[0]!, 'bytes=0-9999'),
        read(urls[0]!, 'bytes=84-10000'),
        read(urls[0]!, 'bytes=84-9999', 'DELETE'),
        read(urls[0]!.replace(keys[at]!, keys[1 - at]!), 'bytes=84-9999'),
        read(urls[0]!.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'), 'bytes=84-9999'),
      ])
        expect((await refused).status).toBe(403);
    }
  });

  it('have addresses that end after five minutes', async () => {
    const { direct } = await stored();
    atTime(Date.now() - 5 * 60_000 - 5_000);
    const { urls } = await direct(some);
    jest.useRealTimers();
    expect((await read(urls[0]!, 'bytes=84-99')).status).toBe(403);
    expect((await read((await direct(some)).urls[0]!, 'bytes=84-99')).status).toBe(206);
  });

  it('are refused to other companies, and to people without the right to their content or without the keys', async () => {
    const { ann, direct } = await stored();
    await expect(direct(some, { by: sender() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(direct(some, { by: receiver() })).rejects.toMatchObject({ status: 403 });
    await expect(direct(some, { by: memberOf(ann, ['auditor'], { hasKeys: true }) })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(direct(some, { by: memberOf(ann, ['manager']) })).rejects.toMatchObject({
      code: 'OWNER_KEYS_REQUIRED',
    });
    expect((await direct(some, { by: memberOf(ann, ['manager'], { hasKeys: true }) })).urls).toHaveLength(1);
  });

  it('are refused outside of the version, and of versions and files that are not there', async () => {
    const { ann, fileId, keys, direct } = await stored();
    for (const wrong of [
      { start: 5, end: 5 },
      { start: 6, end: 5 },
      { start: 0, end: sealedBytes + 1 },
    ])
      await expect(direct([...some, wrong])).rejects.toMatchObject({ code: 'RANGE' });
    for (const wrong of [
      { start: -1, end: 5 },
      { start: 0.5, end: 5 },
    ])
      await expect(direct([wrong])).rejects.toMatchObject({ code: 'INVALID' });
    await expect(direct(Array.from({ length: 33 }, () => some[0]!))).rejects.toMatchObject({ code: 'INVALID' });
    const { id: otherFolder } = await fixture.folder(ann);
    for (const missing of [{ version: 3 }, { folderId: otherFolder }])
      await expect(direct(some, missing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // an earlier version, until its retention ends
    const [url] = (await direct(some, { version: 1 })).urls;
    expect((await read(url!, 'bytes=84-99')).status).toBe(206);
    await sweep(inFuture(60 * day));
    await expect(direct(some, { version: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await read(url!, 'bytes=84-99')).status).toBe(404);
    expect(await fixture.isThere(keys[1]!)).toBe(true);
    await fixture.call(storage.deleteFiles, { fileIds: [fileId] }, ann);
    await expect(direct(some)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are the only ones: a managed version has no address', async () => {
    const ann = sender();
    const { id: folderId } = await fixture.folder(ann);
    const { id: fileId } = await fixture.upload(ann, folderId, 'a.csv');
    const ask = { folderId, fileId, version: 1, ranges: [{ start: 0, end: 1 }] };
    expect(await fixture.call(storage.directRanges, ask, ann)).toEqual({ urls: [], expiresAt: null });
  });
});
