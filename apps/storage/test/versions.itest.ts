import { storage, storageEvents } from '@tradepost/contracts/storage';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { FileVersionRow } from '../src/file/file.entity';
import { receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const day = 24 * 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** A file with bytes, and its next version. */
async function replaced() {
  const [ann, rita] = [sender(), receiver()];
  await fixture.partner(ann, rita);
  const folder = await fixture.folder(ann, 'Prices');
  await fixture.call(storage.deliver, { id: folder.id, email: [rita.email, 'nobody@example.com'] }, ann);
  const first = await fixture.begin(ann, folder.id, {
    fileName: 'a.csv',
    price: '2',
    numberOfRecords: '3',
    category: 'Trade',
  });
  await fixture.put(first.objectKey);
  await fixture.commit(ann, first.uploadId, { sha256: sha256Of('one') });
  const next = await fixture.begin(
    ann,
    folder.id,
    { fileId: first.uploadId, fileName: 'other.CSV', numberOfRecords: '5', preview: 'a,b\n1,2' },
    { idempotencyKey: 'v2' },
  );
  await fixture.put(next.objectKey);
  return { ann, rita, folder, first, next };
}

describe('a scan result', () => {
  it('is stored with the version, and shown to both sides', async () => {
    const { ann, rita, folder, first, next } = await replaced();
    const seen = async () => [
      (await fixture.call(storage.file, { folderId: folder.id, fileId: first.uploadId }, ann)).scan,
      (await fixture.call(storage.receivedFile, { folderId: folder.id, fileId: first.uploadId }, rita)).scan,
    ];
    expect(await seen()).toEqual(['none', 'none']);
    await expect(fixture.commit(ann, next.uploadId, { scan: 'surely' })).rejects.toMatchObject({ code: 'INVALID' });
    expect((await fixture.commit(ann, next.uploadId, { scan: 'clean' })).file.scan).toBe('clean');
    expect(await seen()).toEqual(['clean', 'clean']);
    const versions = await fixture.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions.map(({ version, scan }) => [version, scan])).toEqual([
      [2, 'clean'],
      [1, 'none'],
    ]);
  });
});

describe('a new version', () => {
  it('keeps the file, its name and unchanged terms, and notifies its receivers', async () => {
    const { ann, rita, folder, first, next } = await replaced();
    expect(await fixture.used(ann)).toBe(1600);
    expect((await fixture.call(storage.files, { folderId: folder.id }, ann)).items).toEqual([
      expect.objectContaining({ id: first.uploadId, version: 1 }),
    ]);
    const answer = await fixture.commit(ann, next.uploadId, { size: 700, sha256: sha256Of('two') });
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
    expect(await fixture.commit(ann, next.uploadId)).toEqual(answer);
    expect(
      (await fixture.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.csv' }, { idempotencyKey: 'v2' }))
        .done,
    ).toEqual(answer);
    expect((await fixture.call(storage.folders, {}, ann))[0]).toMatchObject({ count: 1, files: [answer.file] });
    expect((await fixture.call(storage.received, {}, rita))[0]?.files).toEqual([
      expect.objectContaining({ fileId: first.uploadId, version: 2, key: next.objectKey }),
    ]);
    expect(
      (await fixture.published(storageEvents.fileReplaced)).filter(({ fileId }) => fileId === first.uploadId),
    ).toEqual([expect.objectContaining({ name: 'a.csv', version: 2, emails: [rita.email], folderName: 'Prices' })]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([1300, 0]);

    const versions = await fixture.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions).toEqual([
      expect.objectContaining({ version: 2, current: true, purgeAt: null }),
      expect.objectContaining({ version: 1, current: false, size: 600, sha256: sha256Of('one') }),
    ]);
    expect(versions[1]!.createdAt < versions[0]!.createdAt).toBe(true);
    const open = (version: number) =>
      fixture.call(storage.openVersion, { folderId: folder.id, fileId: first.uploadId, version }, ann);
    expect([await open(1), await open(2)]).toMatchObject([
      { objectKey: first.objectKey, name: 'a.csv' },
      { objectKey: next.objectKey },
    ]);
    await expect(open(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps the earlier version for 30 days, or until a transfer ends', async () => {
    const { ann, first, next } = await replaced();
    await fixture.call(
      storage.holdFiles,
      { transferId: 't', fileIds: [first.uploadId], until: inFuture(40 * day).toISOString() },
      ann,
    );
    await fixture.commit(ann, next.uploadId);
    const sweep = (at: Date) => fixture.app.get(RetentionSweeper).sweep(at);
    await sweep(inFuture(31 * day));
    expect([await fixture.isThere(first.objectKey), await fixture.isThere(next.objectKey)]).toEqual([true, true]);
    await sweep(inFuture(41 * day));
    expect([await fixture.isThere(first.objectKey), await fixture.isThere(next.objectKey)]).toEqual([false, true]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([600, 0]);
  });

  it('has the same extension, and cannot be committed after its file was deleted', async () => {
    const { ann, folder, first, next } = await replaced();
    await expect(fixture.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.pdf' })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'A new version of a.csv must be a .csv file too',
    });
    await fixture.call(storage.deleteFile, { fileId: first.uploadId }, ann);
    await expect(fixture.commit(ann, next.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(fixture.begin(ann, folder.id, { fileId: first.uploadId, fileName: 'a.csv' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(storage.abortUpload, { uploadId: next.uploadId }, ann);
    expect([await fixture.isThere(next.objectKey), await fixture.drift(ann)]).toEqual([false, 0]);
  });

  it('is accepted with other concurrent versions, and none is lost', async () => {
    const { ann, folder, first, next } = await replaced();
    const others = await Promise.all(
      Array.from({ length: 4 }, () => fixture.begin(ann, folder.id, { fileId: first.uploadId })),
    );
    const done = await Promise.all([next, ...others].map(({ uploadId }) => fixture.commit(ann, uploadId)));
    expect(done.map(({ file }) => file.version).sort()).toEqual([2, 3, 4, 5, 6]);
    const versions = await fixture.call(storage.versions, { folderId: folder.id, fileId: first.uploadId }, ann);
    expect(versions.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    const keys = (await sql(fixture.db.read).findBy(FileVersionRow, { companyId: ann.companyId! })).map(
      ({ objectKey }) => objectKey,
    );
    expect(new Set(keys).size).toBe(6);
    expect(await fixture.drift(ann)).toBe(0);
  });
});

describe('an upload in parts', () => {
  it('counts each part once, extends its lease and becomes one file', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id, {
      fileName: 'a.csv',
      name: 'Prices',
      expectedBytes: 900,
      resumable: true,
    });
    const part = async (offset: number, size: number, name: string, by = ann) => {
      await fixture.put(`${objectKey}.part-${name}`);
      return fixture.call(storage.commitPart, { uploadId, objectKey: `${objectKey}.part-${name}`, offset, size }, by);
    };
    const race = await Promise.allSettled(['a', 'b', 'c'].map((name) => part(0, 500, name)));
    expect(
      race.map((result) => (result.status === 'rejected' ? (result.reason as { code: string }).code : 'stored')).sort(),
    ).toEqual(['OFFSET_CONFLICT', 'OFFSET_CONFLICT', 'stored']);
    for (const [offset, size, code] of [
      [0, 1, 'OFFSET_CONFLICT'],
      [500, 401, 'INVALID'],
      [900, 0, 'OFFSET_CONFLICT'],
    ] as const)
      await expect(part(offset, size, 'x')).rejects.toMatchObject({ code });
    await expect(part(500, 400, 'y', sender())).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(
      fixture.call(storage.commitPart, { uploadId, objectKey: 'company/folder/else', offset: 500, size: 1 }, ann),
    ).rejects.toMatchObject({ code: 'INVALID' });
    const state = await fixture.call(storage.uploadState, { uploadId }, ann);
    expect(state).toMatchObject({ offset: 500, length: 900, originalName: 'a.csv', parts: [{ size: 500 }] });
    expect(Date.parse(state.expiresAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await expect(fixture.call(storage.uploadState, { uploadId }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await part(500, 400, 'last')).toEqual({ offset: 900 });
    const { file } = await fixture.commit(ann, uploadId, { size: 900 });
    expect(await fixture.call(storage.uploadState, { uploadId }, ann)).toMatchObject({
      offset: 900,
      length: 900,
      done: { file },
    });
    expect(await fixture.isThere(`${objectKey}.part-last`)).toBe(false);
    await expect(part(900, 0, 'late')).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
  });

  it('leaves no parts and no quota after an abort or its lease', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const uploads = await Promise.all([1, 2].map(() => fixture.begin(ann, folder.id, { resumable: true })));
    for (const { uploadId, objectKey } of uploads) {
      await fixture.put(`${objectKey}.part-1`);
      await fixture.call(storage.commitPart, { uploadId, objectKey: `${objectKey}.part-1`, offset: 0, size: 10 }, ann);
    }
    const [first, second] = uploads as [(typeof uploads)[0], (typeof uploads)[0]];
    await fixture.call(storage.abortUpload, { uploadId: first.uploadId }, ann);
    expect([await fixture.isThere(`${first.objectKey}.part-1`), await fixture.used(ann)]).toEqual([false, 1000]);
    await fixture.app.get(RetentionSweeper).sweep(inFuture(23 * 3_600_000));
    expect(await fixture.isThere(`${second.objectKey}.part-1`)).toBe(true);
    await fixture.app.get(RetentionSweeper).sweep(inFuture(25 * 3_600_000));
    expect([await fixture.isThere(`${second.objectKey}.part-1`), await fixture.used(ann)]).toEqual([false, 0]);
  });
});

describe('the versions of a file', () => {
  it('are only so many, counted with those under way; nothing is dropped to make room', async () => {
    const strict = await fixture.replica({ VERSIONS_PER_FILE: '3' });
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { id: fileId } = await fixture.upload(ann, folder.id, 'a.csv');
    const begin = () =>
      strict.call(
        storage.beginUpload,
        { folderId: folder.id, fileName: 'a.csv', fileId, expectedBytes: 1000, replace: true },
        ann,
      );
    const begun = await Promise.allSettled([1, 2, 3, 4, 5].map(begin));
    const open = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value.uploadId] : []));
    expect(open).toHaveLength(2);
    const full = { code: 'VERSIONS_FULL', status: 409, message: expect.stringContaining('as many versions') };
    for (const one of begun) if (one.status === 'rejected') expect(one.reason).toMatchObject(full);
    for (const uploadId of open) await fixture.commit(ann, uploadId);
    await expect(begin()).rejects.toMatchObject(full);
    const versions = () => fixture.call(storage.versions, { folderId: folder.id, fileId }, ann);
    expect((await versions()).map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(await fixture.drift(ann)).toBe(0);
    await fixture.app.get(RetentionSweeper).sweep(inFuture(31 * day));
    expect((await versions()).map(({ version }) => version)).toEqual([3]);
    await expect(begin()).resolves.toMatchObject({ uploadId: expect.any(String) });
    await strict.stop();
    // another file has room of its own
    await fixture.upload(ann, folder.id, 'b.csv');
  });

  it('fit into one answer, however many and large they are', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { id: fileId } = await fixture.upload(ann, folder.id, 'a.csv');
    await fixture.db.source.query(
      `INSERT INTO file_version SELECT (jsonb_populate_record(v, jsonb_build_object('version', n, 'purge_at', now() + interval '1 day',
         'wrapped_key', repeat('k', 80), 'sealed_meta', repeat('m', 5400), 'owner_id', gen_random_uuid(), 'sealed_size', 9))).*
       FROM file_version v, generate_series(2, 2000) n WHERE v.file_id = $1`,
      [fileId],
    );
    const versions = await fixture.call(storage.versions, { folderId: folder.id, fileId }, ann);
    expect(versions[0]!.version).toBe(2_000);
    expect(versions.length).toBeGreaterThan(1_000);
    expect(Buffer.byteLength(JSON.stringify(versions))).toBeLessThan(6 * 1024 ** 2 + 2);
  });
});
