import { storage } from '@tradepost/contracts/storage';
import { UploadRow } from '../src/upload/upload.entity';
import { sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const gone = { code: 'UPLOAD_GONE', status: 409 };
const rejections = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));

describe('a repeated upload', () => {
  const extra = { idempotencyKey: 'k' };

  it('gets the file of the first call, even after its folder was deleted, and creates no second one', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'First');
    const first = await fixture.begin(ann, folder.id, {}, extra);
    expect(first.done).toBeUndefined();
    const answer = await fixture.commit(ann, first.uploadId);
    expect(await fixture.begin(ann, folder.id, {}, extra)).toEqual({ ...first, done: answer });
    expect((await fixture.call(storage.files, { folderId: folder.id }, ann)).total).toBe(1);
    expect(await fixture.used(ann)).toBe(600);
    await fixture.call(storage.deleteFolder, { name: 'First' }, ann);
    expect((await fixture.begin(ann, folder.id, {}, extra)).done?.file.id).toBe(first.uploadId);
  });

  it('with the key of another folder is another upload, also in a batch', async () => {
    const ann = sender();
    const [one, two] = [await fixture.folder(ann, 'One'), await fixture.folder(ann, 'Two')];
    const first = await fixture.begin(ann, one.id, {}, extra);
    await fixture.commit(ann, first.uploadId);
    const second = await fixture.begin(ann, two.id, {}, extra);
    expect(second.done).toBeUndefined();
    const { file } = await fixture.commit(ann, second.uploadId);
    expect(file.id).not.toBe(first.uploadId);
    expect((await fixture.call(storage.files, { folderId: two.id }, ann)).total).toBe(1);
    const batch = (folderId: string) =>
      fixture.call(
        storage.beginUploads,
        { folderId, terms: [{}], files: [{ fileName: 'b.csv', expectedBytes: 10, position: 0 }] },
        ann,
        extra,
      );
    const [{ uploads: inOne }, { uploads: inTwo }] = [await batch(one.id), await batch(two.id)];
    expect(inTwo).not.toEqual(inOne);
    // the upload in the first folder was not replaced
    await expect(fixture.commit(ann, (inOne[0] as { uploadId: string }).uploadId)).resolves.toBeDefined();
  });

  it('starts again after an abort, and replaces an interrupted upload', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const aborted = await fixture.begin(ann, folder.id, {}, extra);
    await fixture.call(storage.abortUpload, { uploadId: aborted.uploadId }, ann);
    const broken = await fixture.begin(ann, folder.id, {}, extra);
    expect(broken.uploadId).not.toBe(aborted.uploadId);
    const third = await fixture.begin(ann, folder.id, {}, extra);
    await expect(fixture.commit(ann, broken.uploadId)).rejects.toMatchObject(gone);
    expect((await fixture.commit(ann, third.uploadId)).file.name).toBe('a.csv');
    expect(await fixture.used(ann)).toBe(600);
  });

  it('creates one file in each folder for many concurrent calls', async () => {
    const ann = sender();
    const folders = [await fixture.folder(ann), await fixture.folder(ann)];
    const whole = async (folderId: string) => {
      const { uploadId, done } = await fixture.begin(ann, folderId, {}, extra);
      return (done ?? (await fixture.commit(ann, uploadId))).file.id;
    };
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => whole(folders[i % 2]!.id)));
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(new Set(ids).size).toBe(2);
    for (const code of rejections(results)) expect(['UPLOAD_GONE', 'IN_PROGRESS']).toContain(code);
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 2, usedStorage: 1200 });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('belongs to one user, and is a new upload after a day', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const first = await fixture.begin(ann, folder.id, {}, extra);
    await fixture.commit(ann, first.uploadId);
    const colleague = sender({ companyId: ann.companyId });
    expect((await fixture.begin(colleague, folder.id, {}, extra)).done).toBeUndefined();
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await sql(fixture.db.read).update(UploadRow, first.uploadId, { createdAt: yesterday, committedAt: yesterday });
    expect((await fixture.begin(ann, folder.id, {}, extra)).done).toBeUndefined();
  });
});
