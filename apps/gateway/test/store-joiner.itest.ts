import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { In } from '@tradepost/contracts/define';
import { storage, type StoredPart, type UploadState } from '@tradepost/contracts/storage';
import { spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { DirectUrls } from '@tradepost/service-kit/objects/direct/direct-urls';
import type { MultipartUploads } from '@tradepost/service-kit/objects/multipart/multipart-uploads';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { ObjectStoreUnavailable, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { joinUpload, UploadJoiner } from '../src/files/parts/upload-joiner';
import { StoreJoiner } from '../src/files/parts/store-joiner';
import { UploadFinalizer } from '../src/files/upload-finalizer';
import type { CommandSender } from '../src/http/route-call';
import { sha256 } from './gateway-harness';
import { asSealed } from './sealed-file';

const MB = 1024 ** 2;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const file = { fileId: randomUUID(), version: 1 };
const content = 17 * MB;
const whole = asSealed(file, content);
randomBytes(whole.length - 28).copy(whole, 28);
const bytesOf = (number: number) => {
  const { start, end } = spanOfPart(whole.length, number)!;
  return whole.subarray(start, end);
};
const partsSha256 = sha256(Buffer.concat([1, 2, 3].map((number) => Buffer.from(sha256(bytesOf(number)), 'hex'))));

(isS3Installed ? describe : describe.skip)('the store joins', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'store-joiner-'));
  let s3: RunningS3;
  let store: ObjectStore;
  let multipart: MultipartUploads;
  let urls: DirectUrls;
  let joiner: UploadJoiner;
  beforeAll(async () => {
    s3 = await startS3({ dataDir: join(scratch, 's3') });
    const OBJECT_STORE_URL = `${s3.url}/tradepost`;
    store = openObjectStore(OBJECT_STORE_URL);
    await store.prepare();
    multipart = store.multipart!;
    urls = new DirectUrls({ OBJECT_STORE_URL, OBJECT_STORE_PUBLIC_URL: s3.endpoint });
    const finalizer = new UploadFinalizer(store, { verdict: 'none' } as never);
    joiner = new UploadJoiner(store, finalizer, {} as never, new StoreJoiner(store, finalizer));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await s3?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  /** A multipart upload; the parts with these numbers are sent to it. */
  async function begun(numbers: readonly number[] = [1, 2, 3], sent: (number: number) => Buffer = bytesOf) {
    const uploadId = randomUUID();
    const objectKey = `company/folder/${uploadId}`;
    const multipartId = await multipart.begin(objectKey);
    for (const number of numbers) {
      const content = sent(number);
      const about = { size: content.length, md5: md5(content) };
      const headers = { 'content-md5': Buffer.from(about.md5, 'hex').toString('base64') };
      const url = urls.putPart(objectKey, { multipartId, number }, about);
      expect((await fetch(url, { method: 'PUT', headers, body: new Uint8Array(content) })).status).toBe(200);
    }
    const state: UploadState = {
      ...{ uploadId, originalName: 'a.pdf', objectKey, offset: 0, length: whole.length, parts: [], expiresAt: null },
      sealed: { ...file, mimetype: 'application/pdf', contentSize: null },
    };
    const sentToStorage: [string, object][] = [];
    const sender: CommandSender<(typeof joinUpload)[number]> = {
      send: async (command: { subject: string }, input: object) => {
        sentToStorage.push([command.subject, input]);
        return { file: { id: uploadId } } as never;
      },
    } as never;
    const join = (parts: StoredPart[] = [1, 2, 3].map(partOf)) =>
      joiner.join(state, { parts, partsSha256, multipartId }, sender);
    const stored = async () => buffer(await store.get(objectKey));
    const committed = () => sentToStorage.find(([subject]) => subject === storage.commitUpload.subject)?.[1];
    return { uploadId, objectKey, multipartId, state, sentToStorage, join, stored, committed };
  }
  const partOf = (number: number): StoredPart => {
    const bytes = bytesOf(number);
    return { number, size: bytes.length, sha256: sha256(bytes), md5: md5(bytes), crc32: crc32(bytes), objectKey: null };
  };
  const asObject = async (objectKey: string, number: number, known: Partial<StoredPart> = {}) => {
    const key = `${objectKey}.part-${number}`;
    await store.put(key, Readable.from([bytesOf(number)]), { size: bytesOf(number).length });
    return { ...partOf(number), md5: null, objectKey: key, ...known };
  };
  const facts: Partial<In<typeof storage.commitUpload>> = {
    size: content,
    sealedSize: whole.length,
    sha256: `${partsSha256}-3`,
    crc32: crc32(whole),
    mimetype: 'application/pdf',
    scan: 'none',
  };

  it('parts that came to it, and reads nothing but their header', async () => {
    const { join, stored, committed, uploadId } = await begun();
    const read = jest.spyOn(store, 'get');
    await join();
    expect(committed()).toEqual({ uploadId, ...facts });
    expect(read.mock.calls.map(([, range]) => range)).toEqual([{ start: 0, end: 27 }]);
    expect((await stored()).equals(whole)).toBe(true);
  });

  it('parts that came through a gateway with the others; one with a CRC that no gateway knows is read and compared', async () => {
    const { join, stored, committed, objectKey } = await begun([2]);
    await join([await asObject(objectKey, 1), partOf(2), await asObject(objectKey, 3, { crc32: null })]);
    expect(committed()).toMatchObject(facts);
    expect((await stored()).equals(whole)).toBe(true);
  });

  it('no part from a gateway in the place of another one that may still come to the store', async () => {
    const { join, objectKey, committed, sentToStorage, uploadId } = await begun([2, 3]);
    const same = await asObject(objectKey, 1, { md5: md5(bytesOf(1)) });
    await expect(join([{ ...same, md5: md5(bytesOf(2)) }, partOf(2), partOf(3)])).rejects.toMatchObject({
      code: 'PARTS_DIFFER',
    });
    expect(sentToStorage).toEqual([[storage.dropPart.subject, { uploadId, number: 1, objectKey: same.objectKey }]]);
    await join([same, partOf(2), partOf(3)]);
    expect(committed()).toMatchObject(facts);
  });

  it('no object that its client may replace while it is copied', async () => {
    const { join, objectKey, uploadId, sentToStorage } = await begun([2]);
    const direct = async (number: number) => {
      const key = `${objectKey}.direct-${number}`;
      await store.put(key, Readable.from([bytesOf(number)]), { size: bytesOf(number).length });
      return { ...partOf(number), md5: null, crc32: null, objectKey: key };
    };
    const parts = [await direct(1), partOf(2), await direct(3)];
    await expect(join(parts)).rejects.toMatchObject({ code: 'PARTS_DIFFER' });
    expect(sentToStorage).toEqual(
      [1, 3].map((number) => [
        storage.dropPart.subject,
        { uploadId, number, objectKey: `${objectKey}.direct-${number}` },
      ]),
    );
    expect(await store.stat(objectKey)).toBeNull();
  });

  it('nothing while a part is missing or another one, which is sent again', async () => {
    const damaged = await begun([1, 2, 3], (number) => (number === 2 ? randomBytes(8 * MB) : bytesOf(number)));
    await expect(damaged.join()).rejects.toMatchObject({ code: 'PARTS_DIFFER' });
    const { uploadId } = damaged;
    expect(damaged.sentToStorage).toEqual([[storage.dropPart.subject, { uploadId, number: 2, objectKey: null }]]);
    const missing = await begun([1, 3]);
    await expect(missing.join()).rejects.toMatchObject({ code: 'PARTS_DIFFER' });
    expect(missing.sentToStorage).toEqual([
      [storage.dropPart.subject, { uploadId: missing.uploadId, number: 2, objectKey: null }],
    ]);
    const unread = await begun([1, 2]);
    const objectKey = `${unread.objectKey}.direct-3`;
    await store.put(objectKey, Readable.from([randomBytes(bytesOf(3).length)]));
    const third = { ...partOf(3), md5: null, crc32: null, objectKey };
    await expect(unread.join([partOf(1), partOf(2), third])).rejects.toMatchObject({ code: 'PARTS_DIFFER' });
    expect(unread.sentToStorage).toEqual([
      [storage.dropPart.subject, { uploadId: unread.uploadId, number: 3, objectKey }],
    ]);
    for (const one of [damaged, missing, unread]) expect(await store.stat(one.objectKey)).toBeNull();
  });

  it.each([
    ['forgets', () => void jest.spyOn(multipart, 'parts').mockResolvedValue(null)],
    ['does not forget', () => undefined],
  ])(
    'once: a commit that ended after it is finished by the next, in a store that %s what it has joined',
    async (_, as) => {
      const { join, committed, objectKey, multipartId } = await begun();
      as();
      await multipart.complete(
        objectKey,
        multipartId,
        [1, 2, 3].map((number) => ({ number, etag: md5(bytesOf(number)) })),
      );
      await join();
      expect(committed()).toMatchObject(facts);
    },
  );

  it('not what an earlier commit joined of other parts', async () => {
    const { join, sentToStorage, objectKey, multipartId, uploadId } = await begun([1, 2, 3], (number) =>
      number === 3 ? randomBytes(bytesOf(3).length) : bytesOf(number),
    );
    const listed = await multipart.parts(objectKey, multipartId);
    await multipart.complete(objectKey, multipartId, [...listed!.values()]);
    jest.spyOn(multipart, 'parts').mockResolvedValue(null);
    await expect(join()).rejects.toMatchObject({ code: 'PARTS_DIFFER' });
    expect(sentToStorage).toEqual([[storage.endMultipart.subject, { uploadId, multipartId }]]);
  });

  it('not a file with the header of another one, which ends the upload', async () => {
    const { join, sentToStorage, uploadId, state } = await begun();
    state.sealed = { ...file, version: 2, mimetype: 'application/pdf' };
    await expect(join()).rejects.toMatchObject({ code: 'SEALED_INVALID' });
    expect(sentToStorage).toEqual([[storage.abortUpload.subject, { uploadId }]]);
  });

  it('and nothing is committed if it says that it has joined the parts, and has not', async () => {
    const { join, committed } = await begun();
    jest.spyOn(multipart, 'complete').mockResolvedValue();
    await expect(join()).rejects.toThrow(ObjectStoreUnavailable);
    expect(committed()).toBeUndefined();
  });
});
