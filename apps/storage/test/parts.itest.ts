import { randomUUID } from 'node:crypto';
import { storage } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { day } from '@tradepost/service-kit/runtime/durations';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { sender, sha256Of, startFixture } from './fixture';

const MB = 1024 ** 2;
const length = 20 * MB;
const sizes = [8 * MB, 8 * MB, 4 * MB];

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => (fixture = await startFixture()));
afterAll(() => fixture.stop());

async function begun(given: Record<string, unknown> = {}) {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const { uploadId, objectKey } = await fixture.begin(ann, folderId, {
    expectedBytes: length,
    resumable: true,
    ...given,
  });
  /** Stores a part, as the gateway does. @returns its object's key */
  const put = async (number: number, { content = `part ${number}`, size = sizes[number - 1] ?? 1, by = ann } = {}) => {
    const key = `${objectKey}.part-${randomUUID()}`;
    await fixture.put(key);
    await fixture.call(storage.putPart, { uploadId, number, objectKey: key, size, sha256: sha256Of(content) }, by);
    return key;
  };
  const listed = async () => (await fixture.call(storage.uploadParts, { uploadId }, ann)).parts;
  return { ann, folderId, uploadId, objectKey, put, listed };
}

it('lists parts that came in any order, several at once, and says how large they are', async () => {
  const { ann, uploadId, put } = await begun();
  await Promise.all([3, 1, 2].map((number) => put(number)));
  const state = await fixture.call(storage.uploadParts, { uploadId }, ann);
  expect(state).toMatchObject({ length, partBytes: 8 * MB, next: null, expiresAt: expect.any(String), direct: false });
  expect(state.parts).toEqual(sizes.map((size, at) => ({ number: at + 1, size, sha256: sha256Of(`part ${at + 1}`) })));
  const later = await fixture.call(storage.uploadParts, { uploadId, from: 2 }, ann);
  expect(later.parts.map(({ number }) => number)).toEqual([2, 3]);
});

it('replaces a part that is sent again, keeps an equal one, and removes what no row names', async () => {
  const { put, listed } = await begun();
  const first = await put(1);
  const equal = await put(1);
  expect([await fixture.isThere(first), await fixture.isThere(equal)]).toEqual([true, false]);
  const other = await put(1, { content: 'other' });
  expect([await fixture.isThere(first), await fixture.isThere(other)]).toEqual([false, true]);
  expect(await listed()).toEqual([{ number: 1, size: sizes[0], sha256: sha256Of('other') }]);
});

it('refuses a part of another size, number, object, company or upload', async () => {
  const { ann, uploadId, objectKey, put, listed } = await begun();
  await put(1);
  const refused = (given: Parameters<typeof put>, code: string) =>
    expect(put(...given)).rejects.toMatchObject({ code });
  await refused([2, { size: 8 * MB - 1 }], 'PART_INVALID');
  await refused([3, { size: 8 * MB }], 'PART_INVALID');
  for (const number of [0, 4, 99_999]) await refused([number], 'PART_INVALID');
  await refused([2, { by: sender() }], 'UPLOAD_GONE');
  const other = await begun();
  const foreign = { number: 2, size: 8 * MB, sha256: sha256Of('x'), objectKey: `${other.objectKey}.part-1` };
  await expect(fixture.call(storage.putPart, { uploadId, ...foreign }, ann)).rejects.toMatchObject({ code: 'INVALID' });
  await expect(
    fixture.call(storage.putPart, { ...foreign, uploadId: other.uploadId, objectKey: `${objectKey}.part-1` }, ann),
  ).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  await expect(fixture.call(storage.uploadParts, { uploadId }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await listed()).map(({ number }) => number)).toEqual([1]);
});

it('cuts a sealed upload by the bytes of the sealed file', async () => {
  const { uploadId, ann, put } = await begun({
    ...{ enc: 'sdx1', fileId: randomUUID(), fileVersion: 1, mimetype: 'text/csv', expectedBytes: sealedSize(8 * MB) },
    ...{ wrappedKey: 'A'.repeat(80), sealedMeta: 'A'.repeat(240) },
  });
  await put(1);
  await put(2, { size: sealedSize(8 * MB) - 8 * MB });
  expect((await fixture.call(storage.uploadParts, { uploadId }, ann)).parts).toHaveLength(2);
});

it('removes the parts with the commit, and answers its repeat with the file', async () => {
  const { ann, uploadId, put, listed } = await begun();
  const keys = await Promise.all([1, 2, 3].map((number) => put(number)));
  const { file } = await fixture.commit(ann, uploadId, { size: length });
  for (const key of keys) expect(await fixture.isThere(key)).toBe(false);
  expect(await listed()).toEqual([]);
  expect((await fixture.call(storage.uploadParts, { uploadId }, ann)).expiresAt).toBeNull();
  await expect(put(1)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  expect((await fixture.commit(ann, uploadId, { size: length })).file).toEqual(file);
  expect(await fixture.drift(ann)).toBe(0);
});

it('removes the parts of an upload that was aborted, or not continued for a day after its last part', async () => {
  const sweeper = fixture.app.get(RetentionSweeper);
  const [aborted, abandoned, running] = [await begun(), await begun(), await begun()];
  const keys = await Promise.all([aborted, abandoned].map(({ put }) => put(2)));
  await fixture.call(storage.abortUpload, { uploadId: aborted.uploadId }, aborted.ann);
  const beforeLast = new Date();
  const last = await running.put(1);
  await sweeper.sweep(new Date(beforeLast.getTime() + day - 1));
  expect(await fixture.isThere(last)).toBe(true);
  await sweeper.sweep(new Date(Date.now() + day + 1));
  for (const key of [...keys, last]) expect(await fixture.isThere(key)).toBe(false);
  for (const { ann } of [aborted, abandoned])
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([0, 0]);
});

it('lets an upload end that has reserved its bytes, and refuses one that no longer fits', async () => {
  const { ann, folderId, uploadId, put } = await begun();
  await put(1);
  await fixture.room(ann, length + 10);
  await expect(fixture.begin(ann, folderId, { expectedBytes: 11, resumable: true })).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
  });
  await Promise.all([put(2), put(3)]);
  expect((await fixture.commit(ann, uploadId, { size: length })).file.size).toBe(length);
});
