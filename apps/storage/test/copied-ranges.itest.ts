import { randomUUID } from 'node:crypto';
import { storage, type CopiedRange } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { frontSize, sealedSegmentSize } from '@tradepost/sealing/file/segments';
import { memberOf } from '@tradepost/testing/service-harness';
import { sender, sha256Of, startFixture } from './fixture';
import { sealedFilesOf, sealing } from './sealed-kit';

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => (fixture = await startFixture()));
afterAll(() => fixture.stop());
const { uploaded, versions } = sealedFilesOf(() => fixture);

const MB = 1024 ** 2;
/** Two segments. */
const contentSize = 12 * MB;
const segment = sealedSegmentSize(6 * MB);
const front = frontSize(2);
const whole = front + 2 * segment;
const partsSha256 = sha256Of('parts');

const inSegments = { contentSize, resumable: true };

/** A file in two segments, and its next version, of which the second segment is copied. */
async function begun({ copiedBytes = segment, sent = whole - segment } = {}) {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const fileId = randomUUID();
  const first = await fixture.begin(ann, folderId, { ...sealing(fileId), ...inSegments, expectedBytes: whole });
  await fixture.put(first.objectKey);
  await fixture.commit(ann, first.uploadId, { size: contentSize, sealedSize: whole, sha256: sha256Of('one') });
  const next = {
    ...sealing(fileId, 2),
    ...inSegments,
    replace: true,
    expectedBytes: sent,
    ...(copiedBytes > 0 && { copiedBytes }),
  };
  const { uploadId, objectKey } = await fixture.begin(ann, folderId, next);
  const join = (copied: CopiedRange[], by = ann) =>
    fixture.call(storage.commitParts, { uploadId, partsSha256, copied }, by);
  const commit = (given: Record<string, unknown> = {}) =>
    fixture.commit(ann, uploadId, { size: contentSize, sealedSize: whole, sha256: sha256Of('two'), ...given });
  return { ann, folderId, fileId, first, uploadId, objectKey, join, commit };
}

const second = { at: front + segment, from: front + segment, length: segment };

it('names the object of the version that is replaced, and counts what is sent, and the whole file', async () => {
  const { ann, folderId, fileId, first, uploadId, objectKey, join, commit } = await begun();
  const state = await fixture.call(storage.uploadState, { uploadId }, ann);
  expect(state).toMatchObject({ length: front + segment, copiedBytes: segment, sealed: { contentSize } });
  expect(await join([second])).toEqual({ parts: [], replaced: first.objectKey, multipartId: null });
  await fixture.put(objectKey);
  await commit();
  const { versions: listed } = { versions: await versions(ann, folderId, fileId) };
  expect(JSON.stringify(listed)).toContain(`"sealedSize":${whole}`);
  expect((await fixture.call(storage.stats, {}, ann)).usedStorage).toBe(2 * contentSize);
});

it.each<[string, CopiedRange[]]>([
  ['no range', []],
  ['a range that is too short', [{ ...second, length: segment - 1 }]],
  ['a range beyond the end of the version that is replaced', [{ ...second, from: second.from + 1 }]],
  ['a range beyond the end of the new file', [{ ...second, at: second.at + 1 }]],
  ['the header', [{ ...second, at: 27 }]],
  [
    'ranges that overlap',
    [
      { ...second, length: segment - 10 },
      { at: second.at + 5, from: 0, length: 10 },
    ],
  ],
  [
    'ranges in the other order',
    [
      { ...second, at: second.at + 10, length: segment - 10 },
      { at: 100, from: 0, length: 10 },
    ],
  ],
  ['an empty range', [{ at: 100, from: 0, length: 0 }, second]],
])('refuses %s, and the upload can still be committed', async (_, copied) => {
  const { join, first } = await begun();
  await expect(join(copied)).rejects.toMatchObject({ code: 'RANGE' });
  expect((await join([second])).replaced).toBe(first.objectKey);
});

it('refuses more ranges than it reads, ranges of an upload that copies nothing, and the upload of another company', async () => {
  const { join } = await begun();
  const tiny = Array.from({ length: 1001 }, (_, at) => ({ at: 100 + at, from: 0, length: 1 }));
  await expect(join(tiny)).rejects.toMatchObject({ code: 'INVALID' });
  await expect(join([second], sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  const none = await begun({ copiedBytes: 0, sent: whole });
  await expect(none.join([second])).rejects.toMatchObject({ code: 'RANGE' });
  expect((await none.join([])).replaced).toBeNull();
});

it('refuses to copy from a version that was replaced since, or of a file that was deleted', async () => {
  const { ann, folderId, fileId, join } = await begun();
  const other = { ...sealing(fileId, 2), ...inSegments, replace: true, expectedBytes: whole };
  const faster = await fixture.begin(ann, folderId, other);
  await fixture.put(faster.objectKey);
  await fixture.commit(ann, faster.uploadId, { size: contentSize, sealedSize: whole, sha256: sha256Of('faster') });
  await expect(join([second])).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });

  const deleted = await begun();
  await fixture.call(storage.deleteFile, { fileId: deleted.fileId }, deleted.ann);
  await expect(deleted.join([second])).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

it('refuses to copy from a version that is not sealed', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const { id: fileId } = await fixture.upload(ann, folderId, 'a.csv');
  const next = { ...sealing(fileId, 2), ...inSegments, replace: true, copiedBytes: 100, expectedBytes: whole - 100 };
  const { uploadId } = await fixture.begin(ann, folderId, { ...next, fileName: 'a.csv' });
  const join = (copied: CopiedRange[]) => fixture.call(storage.commitParts, { uploadId, partsSha256, copied }, ann);
  for (const copied of [[{ at: front, from: 0, length: 100 }], []])
    await expect(join(copied)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
});

it('refuses to replace, and so to copy from, the file of another company', async () => {
  const { fileId } = await begun();
  const eve = sender();
  const { id: folderId } = await fixture.folder(eve);
  const next = { ...sealing(fileId, 2), ...inSegments, replace: true, copiedBytes: segment };
  await expect(fixture.begin(eve, folderId, { ...next, expectedBytes: whole - segment })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('names nothing to a member who may not upload, or has no keys of the company', async () => {
  const { ann, folderId, fileId, join } = await begun();
  for (const role of ['downloader', 'auditor', 'approver'] as const)
    await expect(join([second], memberOf(ann, [role]))).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const next = { ...sealing(fileId, 2), ...inSegments, replace: true, copiedBytes: segment };
  const uma = memberOf(ann, ['uploader']);
  await expect(fixture.begin(uma, folderId, { ...next, expectedBytes: whole - segment })).rejects.toMatchObject({
    code: 'OWNER_KEYS_REQUIRED',
  });
});

it('refuses sizes that a file in segments cannot have, and other bytes than were announced', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  const begin = (given: Record<string, unknown>) =>
    fixture.begin(ann, folderId, { ...sealing(), ...inSegments, expectedBytes: whole, ...given });
  for (const given of [
    { expectedBytes: 2 * whole },
    { contentSize: 1 },
    { contentSize: 10 * contentSize },
    { expectedBytes: sealedSize(contentSize) },
    { resumable: false },
    { copiedBytes: segment, expectedBytes: whole - segment },
  ])
    await expect(begin(given)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
  const { commit, objectKey } = await begun();
  await fixture.put(objectKey);
  for (const given of [{ sealedSize: whole - segment }, { size: 1 }])
    await expect(commit(given)).rejects.toMatchObject({ code: 'SEALED_INVALID' });
});

it('still takes a file that is sealed as a whole', async () => {
  const ann = sender();
  const { id: folderId } = await fixture.folder(ann);
  expect((await uploaded(ann, folderId)).file.mode).toBe('e2e');
});
