import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { sealedSize } from '@tradepost/sealing/file/format';
import { day } from '@tradepost/service-kit/runtime/durations';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import fc from 'fast-check';
import { ObjectGarbageCollector } from '../src/bin/object-garbage-collector';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { sender, startFixture } from './fixture';

const MB = 1024 ** 2;
const length = sealedSize(17 * MB);
const digest = (kind: string, bytes: Uint8Array) => createHash(kind).update(bytes).digest('hex');
const sizeOf = (number: number) => {
  const { start, end } = spanOfPart(length, number)!;
  return end - start;
};
/** Of the size of the last part, which is the smallest. */
const [last, other] = [randomBytes(sizeOf(3)), randomBytes(sizeOf(3))];
const partOf = (number: number, content: Uint8Array) => ({
  number,
  sha256: digest('sha256', content),
  md5: digest('md5', content),
  crc32: crc32(content),
});
type PartRef = ReturnType<typeof partOf>;

(isS3Installed ? describe : describe.skip)('parts that S3 joins', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'multipart-parts-'));
  let s3: RunningS3;
  let fixture: Awaited<ReturnType<typeof startFixture>>;
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

  const sealed = () => ({
    ...{ enc: 'sdx1', fileId: randomUUID(), fileVersion: 1, mimetype: 'text/csv', expectedBytes: length },
    ...{ wrappedKey: 'A'.repeat(80), sealedMeta: 'A'.repeat(240), resumable: true },
  });
  async function begun() {
    const ann = sender();
    const { id: folderId } = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folderId, sealed());
    const direct = (input: { wanted?: Partial<PartRef>[]; stored?: Partial<PartRef>[] }, by: UserActor = ann) =>
      fixture.call(storage.directParts, { uploadId, wanted: [], stored: [], ...input } as never, by);
    const listed = async () => (await fixture.call(storage.uploadParts, { uploadId }, ann)).parts;
    const toJoin = (given: object = { joinsInStore: true }, by: UserActor = ann) =>
      fixture.call(storage.commitParts, { uploadId, partsSha256: 'a'.repeat(64), copied: [], ...given }, by);
    const inStore = async () => {
      const { multipartId } = await toJoin();
      const parts = await fixture.store.multipart!.parts(objectKey, multipartId!);
      return parts && [...parts.keys()];
    };
    return { ann, uploadId, objectKey, direct, listed, toJoin, inStore };
  }
  const put = async (url: string, content: Uint8Array) => {
    const headers = { 'content-md5': Buffer.from(digest('md5', content), 'hex').toString('base64') };
    return (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })).status;
  };
  const idIn = (url: string) => new URL(url).searchParams.get('uploadId');
  const code = (code: string) => expect.objectContaining({ code });

  it('are one multipart upload, and count once the store has them', async () => {
    const { direct, listed, toJoin, objectKey, uploadId, ann } = await begun();
    const contents = [randomBytes(sizeOf(1)), randomBytes(sizeOf(2)), last];
    const parts = contents.map((content, at) => partOf(at + 1, content));
    const calls = await Promise.all([direct({ wanted: parts }), direct({ wanted: parts }), direct({ wanted: parts })]);
    const urls = calls.flatMap((answer) => answer.urls);
    expect(new Set(urls.map(({ url }) => idIn(url))).size).toBe(1);
    expect(calls.map(({ checksum }) => checksum)).toEqual(Array(3).fill('content-md5'));
    expect((await direct({ stored: parts })).stored).toEqual([]);
    expect(await put(urls[1]!.url, contents[1]!)).toBe(200);
    expect(await put(urls[2]!.url, contents[2]!)).toBe(200);
    expect((await direct({ stored: parts })).stored).toEqual([2, 3]);
    expect(await listed()).toEqual(
      parts.slice(1).map(({ number, sha256 }) => ({ number, sha256, size: sizeOf(number) })),
    );
    // nothing to read before the store has joined them
    expect(await fixture.isThere(objectKey)).toBe(false);
    const page = await toJoin();
    expect(page.multipartId).toBe(idIn(urls[0]!.url));
    expect(page.parts).toEqual(parts.slice(1).map((part) => ({ ...part, objectKey: null, size: sizeOf(part.number) })));
    // a gateway of the release before would read objects that are not there
    await expect(toJoin({})).rejects.toEqual(code('IN_PROGRESS'));
    // what one more gateway gets joins the others
    const own = { uploadId, number: 1, objectKey: `${objectKey}.part-x`, size: sizeOf(1), sha256: parts[0]!.sha256 };
    await fixture.call(storage.putPart, { ...own, crc32: parts[0]!.crc32 }, ann);
    const { uploadId: _, ...asPart } = own;
    expect((await toJoin()).parts[0]).toEqual({ ...asPart, md5: parts[0]!.md5, crc32: parts[0]!.crc32 });
  });

  it('count only with the size and the MD5 that their client states', async () => {
    const { direct, listed } = await begun();
    const { urls } = await direct({ wanted: [partOf(3, last)] });
    await put(urls[0]!.url, last);
    expect((await direct({ stored: [{ ...partOf(3, last), md5: digest('md5', other) }] })).stored).toEqual([]);
    expect((await direct({ stored: [partOf(2, last)] })).stored).toEqual([]);
    expect(await listed()).toEqual([]);
    expect((await direct({ stored: [partOf(3, last)] })).stored).toEqual([3]);
    expect((await listed()).map(({ sha256 }) => sha256)).toEqual([digest('sha256', last)]);
  });

  it('have addresses for one content, so that none that is used late changes a file', async () => {
    const { direct, toJoin, uploadId, objectKey, ann } = await begun();
    const answers = await Promise.allSettled([last, other].map((content) => direct({ wanted: [partOf(3, content)] })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const first = answers[0]!.status === 'fulfilled' ? last : other;
    for (const content of [last, other]) {
      const again = direct({ wanted: [partOf(3, content)] });
      if (content === first) expect((await again).urls).toHaveLength(1);
      else await expect(again).rejects.toEqual(code('PART_INVALID'));
    }
    // the gateway compares what it got itself
    const sha256 = digest('sha256', other);
    const part = { uploadId, number: 3, objectKey: `${objectKey}.part-x`, size: sizeOf(3), sha256, crc32: 1 };
    await fixture.call(storage.putPart, part, ann);
    expect((await toJoin()).parts).toEqual([expect.objectContaining({ sha256, md5: digest('md5', first) })]);
  });

  it('have one content from the first commit on, so that none that is copied or sent late changes a file', async () => {
    const { direct, toJoin, uploadId, objectKey, ann } = await begun();
    const throughGateway = (content: Uint8Array) => {
      const { md5: _, ...sums } = partOf(3, content);
      const part = { uploadId, objectKey: `${objectKey}.part-${randomUUID()}`, size: sizeOf(3), ...sums };
      return fixture.call(storage.putPart, part, ann);
    };
    await direct({ wanted: [partOf(2, randomBytes(sizeOf(2)))] });
    await throughGateway(other);
    await throughGateway(last);
    await toJoin();
    for (const content of [last, other])
      await expect(direct({ wanted: [partOf(3, content)] })).rejects.toEqual(code('PART_INVALID'));
    await expect(throughGateway(other)).rejects.toEqual(code('PART_INVALID'));
    await throughGateway(last);
    expect((await toJoin()).parts).toEqual([expect.objectContaining({ sha256: digest('sha256', last), md5: null })]);
  });

  it('get no address that a commit at the same moment does not know of', async () => {
    const delays = fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 }));
    const property = fc.asyncProperty(delays, async ([first, second]) => {
      const { direct, toJoin, uploadId, objectKey, ann } = await begun();
      await direct({ wanted: [partOf(2, randomBytes(sizeOf(2)))] });
      const { md5: _, ...sums } = partOf(3, last);
      await fixture.call(
        storage.putPart,
        { uploadId, objectKey: `${objectKey}.part-x`, size: sizeOf(3), ...sums },
        ann,
      );
      const [given, page] = await Promise.all([
        setTimeout(first).then(() => direct({ wanted: [partOf(3, other)] }).catch(() => null)),
        setTimeout(second).then(() => toJoin()),
      ]);
      expect(page.parts.map(({ md5 }) => md5)).toEqual([given ? digest('md5', other) : null]);
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('leave no second multipart upload behind when several calls begin one', async () => {
    const { direct } = await begun();
    const begin = jest.spyOn(fixture.store.multipart!, 'begin');
    const abort = jest.spyOn(fixture.store.multipart!, 'abort');
    const answers = await Promise.all(Array.from({ length: 4 }, () => direct({ wanted: [partOf(3, last)] })));
    const used = idIn(answers[0]!.urls[0]!.url);
    const ids = await Promise.all(begin.mock.results.map(({ value }) => value));
    expect(abort.mock.calls.map(([, id]) => id).sort()).toEqual(ids.filter((id) => id !== used).sort());
    jest.restoreAllMocks();
  });

  it.each(['aborted', 'committed'])('get no address of an upload that is %s at this moment', async (how) => {
    const { direct, uploadId, ann } = await begun();
    const multipart = fixture.store.multipart!;
    const begin = multipart.begin.bind(multipart);
    let id: string | undefined;
    jest.spyOn(multipart, 'begin').mockImplementationOnce(async (key) => {
      id = await begin(key);
      if (how === 'aborted') await fixture.call(storage.abortUpload, { uploadId }, ann);
      else await fixture.commit(ann, uploadId, { size: 17 * MB, sealedSize: length });
      return id;
    });
    const abort = jest.spyOn(multipart, 'abort');
    await expect(direct({ wanted: [partOf(3, last)] })).rejects.toEqual(code('UPLOAD_GONE'));
    expect(abort.mock.calls.map((call) => call[1])).toEqual([id]);
    jest.restoreAllMocks();
  });

  it('may have other contents in a multipart upload that begins after another one has ended', async () => {
    const { direct, uploadId, ann } = await begun();
    const { urls } = await direct({ wanted: [partOf(3, last)] });
    await fixture.call(storage.endMultipart, { uploadId, multipartId: idIn(urls[0]!.url)! }, ann);
    const [again] = (await direct({ wanted: [partOf(3, other)] })).urls;
    expect(await put(again!.url, other)).toBe(200);
    expect((await direct({ stored: [partOf(3, other)] })).stored).toEqual([3]);
  });

  it('are refused if one of them is named twice', async () => {
    const { direct } = await begun();
    const part = partOf(3, last);
    for (const twice of [
      [part, part],
      [part, partOf(3, other)],
    ]) {
      await expect(direct({ wanted: twice })).rejects.toEqual(code('PART_INVALID'));
      await expect(direct({ stored: twice })).rejects.toEqual(code('PART_INVALID'));
    }
  });

  it('go to the server from a client that does not state their sums, once another one did', async () => {
    const { direct } = await begun();
    const { number, sha256 } = partOf(3, last);
    expect((await direct({ wanted: [{ number, sha256 }] })).checksum).toBeUndefined();
    await direct({ wanted: [partOf(3, last)] });
    expect(await direct({ wanted: [{ number, sha256 }] })).toEqual({ stored: [], urls: [], expiresAt: null });
  });

  it.each([
    ['an MD5 in other letters', { md5: 'A'.repeat(32) }],
    ['a short MD5', { md5: 'a'.repeat(31) }],
    ['a CRC that is too large', { crc32: 2 ** 32 }],
    ['a CRC below 0', { crc32: -1 }],
    ['a CRC that is no number', { crc32: 'x' as never }],
  ])('are refused with %s', async (_, given) => {
    const { direct } = await begun();
    await expect(direct({ wanted: [{ ...partOf(3, last), ...given }] })).rejects.toEqual(code('INVALID'));
  });

  it('belong to the company of their upload', async () => {
    const { direct, toJoin, uploadId, ann } = await begun();
    const [part, stranger] = [partOf(3, last), sender()];
    const { urls } = await direct({ wanted: [part] });
    await put(urls[0]!.url, last);
    await direct({ stored: [part] });
    const multipartId = idIn(urls[0]!.url)!;
    const calls = [
      direct({ wanted: [part] }, stranger),
      direct({ stored: [part] }, stranger),
      toJoin({ joinsInStore: true }, stranger),
      fixture.call(storage.endMultipart, { uploadId, multipartId }, stranger),
      fixture.call(storage.dropPart, { uploadId, number: 3, objectKey: null }, stranger),
    ];
    for (const one of calls) await expect(one).rejects.toEqual(code('UPLOAD_GONE'));
    await fixture.call(storage.endMultipart, { uploadId, multipartId: 'another' }, ann);
    expect((await toJoin()).parts).toHaveLength(1);
    await fixture.call(storage.dropPart, { uploadId, number: 3, objectKey: null }, ann);
    expect((await toJoin()).parts).toEqual([]);
  });

  it('begin again when the store has lost them', async () => {
    const { direct, toJoin, uploadId, ann, listed } = await begun();
    const { urls } = await direct({ wanted: [partOf(3, last)] });
    await put(urls[0]!.url, last);
    await direct({ stored: [partOf(3, last)] });
    await fixture.call(storage.endMultipart, { uploadId, multipartId: idIn(urls[0]!.url)! }, ann);
    expect([await listed(), (await toJoin()).multipartId]).toEqual([[], null]);
    const again = await direct({ wanted: [partOf(3, last)] });
    expect(idIn(again.urls[0]!.url)).not.toBe(idIn(urls[0]!.url));
  });

  it.each(['aborted', 'past its lease'])(
    'are removed when the upload is %s, and spared by the garbage collector before',
    async (how) => {
      const { direct, inStore, uploadId, objectKey, ann } = await begun();
      const part = partOf(3, last);
      const { urls } = await direct({ wanted: [part] });
      await put(urls[0]!.url, last);
      await direct({ stored: [part] });
      await fixture.app.get(ObjectGarbageCollector).sweep(new Date(Date.now() + 2 * day));
      expect(await inStore()).toEqual([3]);
      if (how === 'aborted') await fixture.call(storage.abortUpload, { uploadId }, ann);
      else await fixture.app.get(RetentionSweeper).sweep(new Date(Date.now() + 2 * day));
      expect(await fixture.store.multipart!.parts(objectKey, idIn(urls[0]!.url)!)).toBeNull();
      expect(await put(urls[0]!.url, last)).toBe(404);
    },
  );
});
