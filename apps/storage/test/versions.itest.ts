import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Sweeper } from '../src/sweeper';
import { FileRow } from '../src/workspace.entity';
import { receiver, sender, sha256Of, startStage, type Stage } from './stage';

const day = 24 * 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

/** A file with bytes, and its next version. */
async function replaced() {
  const [ann, rita] = [sender(), receiver()];
  await stage.partner(ann, rita);
  const folder = await stage.folder(ann, 'Prices');
  await stage.call(storage.deliver, { id: folder.id, email: [rita.email, 'nobody@example.com'] }, ann);
  const first = await stage.begin(ann, folder.id, {
    fileName: 'a.csv',
    price: '2',
    numberOfRecords: '3',
    category: 'Trade',
  });
  await stage.put(first.objectKey);
  await stage.commit(ann, first.uploadId, { sha256: sha256Of('one') });
  const next = await stage.begin(
    ann,
    folder.id,
    { fileId: first.uploadId, fileName: 'other.CSV', numberOfRecords: '5', preview: 'a,b\n1,2' },
    { idempotencyKey: 'v2' },
  );
  await stage.put(next.objectKey);
  return { ann, rita, folder, first, next };
}

describe('what a scanner said', () => {
  it('is kept with the bytes it was said of, and shown to both sides', async () => {
    const { ann, rita, folder, first, next } = await replaced();
    const seen = async () => [
      (await stage.call(storage.file, { folderId: folder.id, fileId: first.uploadId }, ann)).scan,
      (await stage.call(storage.receivedFile, { folderId: folder.id, fileId: first.uploadId }, rita)).scan,
    ];
    expect(await seen()).toEqual(['none', 'none']);
    await expect(stage.commit(ann, next.uploadId, { scan: 'surely' })).rejects.toMatchObject({ code: 'INVALID' });
    expect((await stage.commit(ann, next.uploadId, { scan: 'clean' })).file.scan).toBe('clean');
    expect(await seen()).toEqual(['clean', 'clean']);
    const versions = await stage.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions.map(({ version, scan }) => [version, scan])).toEqual([
      [2, 'clean'],
      [1, 'none'],
    ]);
  });
});

describe('a new version', () => {
  it('keeps the file, its name and what is not told anew, and tells those who see it', async () => {
    const { ann, rita, folder, first, next } = await replaced();
    expect(await stage.used(ann)).toBe(1600);
    expect((await stage.call(storage.files, { folderId: folder.id }, ann)).items).toEqual([
      expect.objectContaining({ id: first.uploadId, version: 1 }),
    ]);
    const answer = await stage.commit(ann, next.uploadId, { size: 700, sha256: sha256Of('two') });
    expect(answer.file).toMatchObject({
      id: first.uploadId,
      name: 'a.csv',
      version: 2,
      size: 700,
      sha256: sha256Of('two'),
      category: 'Trade',
      price: '2.00',
      numberOfRecords: 5,
      totalAmount: '10.00',
      sample: 'rows',
    });
    expect(await stage.commit(ann, next.uploadId)).toEqual(answer);
    expect(
      (await stage.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.csv' }, { idempotencyKey: 'v2' })).done,
    ).toEqual(answer);
    expect((await stage.call(storage.folders, {}, ann))[0]).toMatchObject({ count: 1, files: [answer.file] });
    expect((await stage.call(storage.received, {}, rita))[0]?.files).toEqual([
      expect.objectContaining({ fileId: first.uploadId, version: 2, key: next.objectKey }),
    ]);
    expect(
      (await stage.published(storageEvents.fileReplaced)).filter(({ fileId }) => fileId === first.uploadId),
    ).toEqual([expect.objectContaining({ name: 'a.csv', version: 2, emails: [rita.email], folderName: 'Prices' })]);
    expect([await stage.used(ann), await stage.drift(ann)]).toEqual([1300, 0]);

    const versions = await stage.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions).toEqual([
      expect.objectContaining({ version: 2, current: true, purgeAt: null }),
      expect.objectContaining({ version: 1, current: false, size: 600, sha256: sha256Of('one') }),
    ]);
    expect(versions[1]!.createdAt < versions[0]!.createdAt).toBe(true);
    const open = (version: number) =>
      stage.call(storage.openVersion, { folderId: folder.id, fileId: first.uploadId, version }, ann);
    expect([await open(1), await open(2)]).toMatchObject([
      { objectKey: first.objectKey, name: 'a.csv' },
      { objectKey: next.objectKey },
    ]);
    await expect(open(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leaves the earlier one for 30 days, and for a transfer as long as it lives', async () => {
    const { ann, first, next } = await replaced();
    await stage.call(
      storage.holdFiles,
      { transferId: 't', fileIds: [first.uploadId], until: inFuture(40 * day).toISOString() },
      ann,
    );
    await stage.commit(ann, next.uploadId);
    const sweep = (at: Date) => stage.app.get(Sweeper).sweep(at);
    await sweep(inFuture(31 * day));
    expect([await stage.isThere(first.objectKey), await stage.isThere(next.objectKey)]).toEqual([true, true]);
    await sweep(inFuture(41 * day));
    expect([await stage.isThere(first.objectKey), await stage.isThere(next.objectKey)]).toEqual([false, true]);
    expect([await stage.used(ann), await stage.drift(ann)]).toEqual([600, 0]);
  });

  it('is of the same kind, and goes the way of a file or folder deleted meanwhile', async () => {
    const { ann, folder, first, next } = await replaced();
    await expect(stage.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.pdf' })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'A new version of a.csv must be a .csv file too',
    });
    await stage.call(storage.deleteFile, { fileId: first.uploadId }, ann);
    await expect(stage.commit(ann, next.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(stage.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.csv' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await stage.call(storage.abortUpload, { uploadId: next.uploadId }, ann);
    expect([await stage.isThere(next.objectKey), await stage.drift(ann)]).toEqual([false, 0]);
  });

  it('is the last of several that come at once, and none is lost', async () => {
    const { ann, folder, first, next } = await replaced();
    const others = await Promise.all(
      Array.from({ length: 4 }, () => stage.begin(ann, folder.id, { fileId: first.uploadId })),
    );
    const done = await Promise.all([next, ...others].map(({ uploadId }) => stage.commit(ann, uploadId)));
    expect(done.map(({ file }) => file.version).sort()).toEqual([2, 3, 4, 5, 6]);
    const versions = await stage.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    const keys = (await stage.db.read.findBy(FileRow, { companyId: ann.companyId! })).map(({ objectKey }) => objectKey);
    expect(new Set(keys).size).toBe(6);
    expect(await stage.drift(ann)).toBe(0);
  });
});

describe('an upload in parts', () => {
  it('counts each part once, keeps its lease alive and ends as one file', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { uploadId, objectKey } = await stage.begin(ann, folder.id, {
      fileName: 'a.csv',
      name: 'Prices',
      expectedBytes: 900,
      resumable: true,
    });
    const part = async (offset: number, size: number, name: string, by = ann) => {
      await stage.put(`${objectKey}.part-${name}`);
      return stage.call(storage.keepPart, { uploadId, objectKey: `${objectKey}.part-${name}`, offset, size }, by);
    };
    const race = await Promise.allSettled(['a', 'b', 'c'].map((name) => part(0, 500, name)));
    expect(
      race.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'kept')).sort(),
    ).toEqual(['OFFSET_CONFLICT', 'OFFSET_CONFLICT', 'kept']);
    for (const [offset, size, code] of [
      [0, 1, 'OFFSET_CONFLICT'],
      [500, 401, 'INVALID'],
      [900, 0, 'OFFSET_CONFLICT'],
    ] as const)
      await expect(part(offset, size, 'x')).rejects.toMatchObject({ code });
    await expect(part(500, 400, 'y', sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(
      stage.call(storage.keepPart, { uploadId, objectKey: 'company/folder/else', offset: 500, size: 1 }, ann),
    ).rejects.toMatchObject({ code: 'INVALID' });
    const state = await stage.call(storage.uploadState, { uploadId }, ann);
    expect(state).toMatchObject({ offset: 500, length: 900, originalName: 'a.csv', parts: [{ size: 500 }] });
    expect(Date.parse(state.expiresAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await expect(stage.call(storage.uploadState, { uploadId }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await part(500, 400, 'last')).toEqual({ offset: 900 });
    const { file } = await stage.commit(ann, uploadId, { size: 900 });
    expect(await stage.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: 900,
      length: 900,
      done: { file },
    });
    expect(await stage.isThere(`${objectKey}.part-last`)).toBe(false);
    await expect(part(900, 0, 'late')).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  });

  it('that is given up or forgotten leaves no part and no quota', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const uploads = await Promise.all([1, 2].map(() => stage.begin(ann, folder.id, { resumable: true })));
    for (const { uploadId, objectKey } of uploads) {
      await stage.put(`${objectKey}.part-1`);
      await stage.call(storage.keepPart, { uploadId, objectKey: `${objectKey}.part-1`, offset: 0, size: 10 }, ann);
    }
    const [first, second] = uploads as [(typeof uploads)[0], (typeof uploads)[0]];
    await stage.call(storage.abortUpload, { uploadId: first.uploadId }, ann);
    expect([await stage.isThere(`${first.objectKey}.part-1`), await stage.used(ann)]).toEqual([false, 1000]);
    await stage.app.get(Sweeper).sweep(inFuture(23 * 3_600_000));
    expect(await stage.isThere(`${second.objectKey}.part-1`)).toBe(true);
    await stage.app.get(Sweeper).sweep(inFuture(25 * 3_600_000));
    expect([await stage.isThere(`${second.objectKey}.part-1`), await stage.used(ann)]).toEqual([false, 0]);
  });
});
