import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { AccountRow, FileRow } from '../src/workspace.entity';
import { receiver, sender, sha256Of, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const gone = { code: 'UPLOAD_GONE', status: 409 };
const rejections = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));

describe('an upload', () => {
  it('reserves what is announced, keeps what came and says so', async () => {
    const ann = sender();
    const folder = await stage.folder(ann, 'Prices');
    const { uploadId, objectKey } = await stage.begin(ann, folder.id, { fileName: 'a.csv', expectedBytes: 1000 });
    expect(objectKey).toBe(`${ann.companyId}/${folder.id}/${uploadId}`);
    expect(await stage.used(ann)).toBe(1000);
    expect((await stage.call(storage.files, { folderId: folder.id }, ann)).total).toBe(0);

    const answer = await stage.commit(ann, uploadId, { size: 600, sha256: sha256Of('bytes') });
    expect(answer.totalvalue).toBe('0.00');
    expect(answer.file).toEqual({
      id: uploadId,
      name: 'a.csv',
      mimetype: 'text/csv',
      size: 600,
      category: 'Personal',
      currency: 'USD',
      price: '0.00',
      numberOfRecords: 0,
      totalAmount: '0.00',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      deleteFile: false,
      sha256: sha256Of('bytes'),
      mode: 'managed',
      version: 1,
      scan: 'none',
      sample: null,
    });
    expect((await stage.call(storage.files, { folderId: folder.id }, ann)).items).toEqual([answer.file]);
    expect(await stage.used(ann)).toBe(600);
    expect(await stage.commit(ann, uploadId, { size: 1, sha256: sha256Of('others') })).toEqual(answer);
    expect((await stage.published(storageEvents.fileUploaded)).filter(({ fileId }) => fileId === uploadId)).toEqual([
      {
        companyId: ann.companyId,
        companyName: ann.companyName,
        folderId: folder.id,
        folderName: 'Prices',
        fileId: uploadId,
        name: 'a.csv',
        size: 600,
        sha256: sha256Of('bytes'),
        mode: 'managed',
      },
    ]);
  });

  it('is worth its records times its price, to the cent, unless its total is given', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const worth = async (given: Record<string, unknown>) => {
      const { uploadId } = await stage.begin(ann, folder.id, given);
      const { file, totalvalue } = await stage.commit(ann, uploadId);
      return [file.price, file.numberOfRecords, file.totalAmount, totalvalue];
    };
    expect(await worth({ price: '0.1', numberOfRecords: '3' })).toEqual(['0.10', 3, '0.30', '0.30']);
    expect(await worth({ price: '1.005', numberOfRecords: '1' })).toEqual(['1.005', 1, '1.01', '1.01']);
    expect(await worth({ price: '0.07', numberOfRecords: '100000000000000' })).toEqual([
      '0.07',
      1e14,
      '7000000000000.00',
      '7000000000000.00',
    ]);
    expect(await worth({ price: '2', numberOfRecords: '5', totalAmount: '9.99' })).toEqual(['2.00', 5, '9.99', '9.99']);
    expect(await worth({ price: '2', numberOfRecords: '5', totalAmount: '0' })).toEqual(['2.00', 5, '0.00', '0.00']);
  });

  it('gets a clean name that is free in its folder', async () => {
    const ann = sender();
    const [folder, other] = [await stage.folder(ann), await stage.folder(ann)];
    const named = async (folderId: string, fileName: string, name?: string) =>
      (await stage.upload(ann, folderId, fileName, { name })).name;
    expect(await named(folder.id, 'a.csv')).toBe('a.csv');
    expect(await named(folder.id, 'A.CSV')).toBe('A (2).CSV');
    expect(await named(folder.id, 'x.csv', 'a.csv')).toBe('a (3).csv');
    expect(await named(other.id, 'a.csv')).toBe('a.csv');
    expect(await named(folder.id, '../../etc/a.csv')).toBe('.etca.csv');
    const many = await Promise.all(Array.from({ length: 6 }, () => stage.upload(ann, other.id, 'b.csv')));
    expect(many.map(({ name }) => name).sort()).toEqual([
      'b (2).csv',
      'b (3).csv',
      'b (4).csv',
      'b (5).csv',
      'b (6).csv',
      'b.csv',
    ]);
  });

  it('gets the first free number, far beyond one look', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    await stage.db.read.query(
      `INSERT INTO file (id, company_id, folder_id, name, object_key, state, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, CASE n WHEN 1 THEN 'A.csv' ELSE 'A (' || n || ').csv' END, 'k', 'ready', 0, '', '', 0, 0, 0, now(), now()
       FROM generate_series(1, 1500) n WHERE n <> 1203`,
      [ann.companyId, folder.id],
    );
    const names = [
      (await stage.upload(ann, folder.id, 'a.csv')).name,
      (await stage.upload(ann, folder.id, 'a.csv')).name,
    ];
    expect(names).toEqual(['a (1203).csv', 'a (1501).csv']);
  });

  it('is refused with bad terms and leaves nothing', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const bad = [
      { fileName: '' },
      { fileName: 'a\u0000.csv' },
      { expectedBytes: -1 },
      { expectedBytes: 'lots' },
      { expectedBytes: undefined },
      { price: '-1' },
      { price: 'free' },
      { numberOfRecords: '1.5' },
      { totalAmount: 'Infinity' },
      { currency: 'dollars' },
      { category: 'x'.repeat(121) },
    ];
    for (const given of bad)
      await expect(stage.begin(ann, folder.id, given)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await stage.used(ann)).toBe(0);
    const { uploadId } = await stage.begin(ann, folder.id);
    await expect(stage.commit(ann, uploadId, { size: -5 })).rejects.toMatchObject({ code: 'INVALID' });
    expect(await stage.used(ann)).toBe(1000);
  });

  it('goes only into a live folder of the own company', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await stage.folder(ann, 'Mine');
    const { uploadId } = await stage.begin(ann, folder.id);
    await expect(stage.begin(bob, folder.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.begin(ann, 'no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.begin(receiver(), folder.id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.begin(sender({ ...ann, kycStatus: 'Pending' }), folder.id)).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(stage.commit(bob, uploadId)).rejects.toMatchObject(gone);
    await stage.call(storage.abortUpload, { uploadId }, bob);
    await expect(
      stage.call(storage.commitUpload, { uploadId, size: 1, sha256: 'x', crc32: 0, mimetype: 'text/csv' }, publicActor),
    ).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
    expect((await stage.commit(ann, uploadId)).file.id).toBe(uploadId);
    await stage.call(storage.deleteFolder, { name: 'Mine' }, ann);
    await expect(stage.begin(ann, folder.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that runs into the deletion of its folder is gone', async () => {
    const ann = sender();
    for (let i = 0; i < 5; i += 1) {
      const folder = await stage.folder(ann, `Doomed ${i}`);
      const { uploadId, objectKey } = await stage.begin(ann, folder.id);
      await stage.put(objectKey);
      const [removal, commit] = await Promise.allSettled([
        stage.call(storage.deleteFolder, { name: folder.name }, ann),
        stage.commit(ann, uploadId),
      ]);
      expect(removal.status).toBe('fulfilled');
      if (commit.status === 'rejected') {
        expect(commit.reason).toMatchObject(gone);
        await stage.call(storage.abortUpload, { uploadId }, ann);
        expect(await stage.isThere(objectKey)).toBe(false);
      } else {
        expect(await stage.db.read.findOneBy(FileRow, { id: uploadId })).toMatchObject({ deletedAt: expect.any(Date) });
      }
    }
    const folder = await stage.folder(ann);
    const { uploadId } = await stage.begin(ann, folder.id);
    await stage.call(storage.deleteFolder, { name: folder.id }, ann);
    await expect(stage.commit(ann, uploadId)).rejects.toMatchObject(gone);
    await stage.call(storage.abortUpload, { uploadId }, ann);
    expect(await stage.drift(ann)).toBe(0);
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 0, folders: 0 });
  });
});

describe('an upload with malware', () => {
  it('is forgotten with all it took, and recorded once', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await stage.folder(ann, 'Prices');
    const { uploadId, objectKey } = await stage.begin(ann, folder.id, { fileName: 'bad.csv' });
    await stage.put(objectKey);
    const refuse = (actor = ann) =>
      stage.call(storage.refuseUpload, { uploadId, signature: 'Win.Test.EICAR_HDB-1' }, actor);
    const told = async () =>
      (await stage.published(storageEvents.fileRefused)).filter(({ folderId }) => folderId === folder.id);
    await refuse(bob);
    expect([await stage.isThere(objectKey), await told()]).toEqual([true, []]);
    await Promise.all([refuse(), refuse()]);
    await refuse();
    expect(await told()).toEqual([
      {
        companyId: ann.companyId,
        companyName: ann.companyName,
        folderId: folder.id,
        folderName: 'Prices',
        name: 'bad.csv',
        signature: 'Win.Test.EICAR_HDB-1',
      },
    ]);
    expect([await stage.isThere(objectKey), await stage.used(ann), await stage.drift(ann)]).toEqual([false, 0, 0]);
    await expect(stage.commit(ann, uploadId)).rejects.toMatchObject(gone);
  });

  it('takes no file that is there already', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { id } = await stage.upload(ann, folder.id, 'a.csv');
    const next = await stage.begin(ann, folder.id, { fileId: id, fileName: 'b.csv' });
    for (const uploadId of [id, next.uploadId])
      await stage.call(storage.refuseUpload, { uploadId, signature: 'X' }, ann);
    expect(await stage.call(storage.file, { folderId: folder.id, fileId: id }, ann)).toMatchObject({
      version: 1,
      size: 600,
    });
    expect(
      (await stage.published(storageEvents.fileRefused)).filter(({ folderId }) => folderId === folder.id),
    ).toMatchObject([{ name: 'a.csv' }]);
    expect([await stage.used(ann), await stage.drift(ann)]).toEqual([600, 0]);
  });
});

describe('quota', () => {
  it('lets exactly 10 of 50 uploads at once into room for 10', async () => {
    const ann = sender();
    await stage.room(ann, 10_999);
    const folders = await Promise.all([1, 2, 3].map(() => stage.folder(ann)));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => stage.begin(ann, folders[i % 3]!.id)),
    );
    const begun = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(begun).toHaveLength(10);
    expect(new Set(rejections(results))).toEqual(new Set(['QUOTA_EXCEEDED']));
    expect(await stage.used(ann)).toBe(10_000);
    await expect(stage.begin(ann, folders[0]!.id)).rejects.toMatchObject({
      status: 507,
      message: 'Your storage is full',
    });

    await Promise.all(begun.slice(0, 5).map(({ uploadId }) => stage.commit(ann, uploadId)));
    await Promise.all(
      begun.slice(5).flatMap(({ uploadId }) => [1, 2].map(() => stage.call(storage.abortUpload, { uploadId }, ann))),
    );
    expect(await stage.used(ann)).toBe(5 * 600);
    expect(await stage.drift(ann)).toBe(0);
  });

  it('does not drift when commits and aborts of one upload race', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const uploads = await Promise.all(Array.from({ length: 10 }, () => stage.begin(ann, folder.id)));
    await Promise.allSettled(
      uploads.flatMap(({ uploadId }) => [
        stage.commit(ann, uploadId),
        stage.call(storage.abortUpload, { uploadId }, ann),
        stage.commit(ann, uploadId),
      ]),
    );
    const { total } = await stage.call(storage.files, { folderId: folder.id }, ann);
    expect(await stage.used(ann)).toBe(total * 600);
    expect(await stage.drift(ann)).toBe(0);
  });

  it('holds for bytes beyond the announced too', async () => {
    const ann = sender();
    await stage.room(ann, 1500);
    const folder = await stage.folder(ann);
    const { uploadId } = await stage.begin(ann, folder.id);
    await expect(stage.commit(ann, uploadId, { size: 1501 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await stage.used(ann)).toBe(1000);
    await stage.commit(ann, uploadId, { size: 1500 });
    expect(await stage.drift(ann)).toBe(0);
  });

  it('is opened for a company that identity has not told of yet', async () => {
    const ann = sender();
    await stage.upload(ann, (await stage.folder(ann)).id, 'a.csv');
    expect(await stage.db.read.findOneByOrFail(AccountRow, { companyId: ann.companyId! })).toMatchObject({
      companyName: ann.companyName,
      ownerId: ann.userId,
      totalBytes: defaultTotalStorage,
      usedBytes: 600,
    });
  });
});

describe('a repeated upload', () => {
  const extra = { idempotencyKey: 'k' };

  it('gets the file of the first, even when its folder is gone, and makes no second', async () => {
    const ann = sender();
    const folder = await stage.folder(ann, 'First');
    const first = await stage.begin(ann, folder.id, {}, extra);
    expect(first.done).toBeUndefined();
    const answer = await stage.commit(ann, first.uploadId);
    expect(await stage.begin(ann, folder.id, {}, extra)).toEqual({ ...first, done: answer });
    expect((await stage.call(storage.files, { folderId: folder.id }, ann)).total).toBe(1);
    expect(await stage.used(ann)).toBe(600);
    await stage.call(storage.deleteFolder, { name: 'First' }, ann);
    expect((await stage.begin(ann, folder.id, {}, extra)).done?.file.id).toBe(first.uploadId);
  });

  it('may try again after the first was aborted, and takes over from one that broke off', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const aborted = await stage.begin(ann, folder.id, {}, extra);
    await stage.call(storage.abortUpload, { uploadId: aborted.uploadId }, ann);
    const broken = await stage.begin(ann, folder.id, {}, extra);
    expect(broken.uploadId).not.toBe(aborted.uploadId);
    const third = await stage.begin(ann, folder.id, {}, extra);
    await expect(stage.commit(ann, broken.uploadId)).rejects.toMatchObject(gone);
    expect((await stage.commit(ann, third.uploadId)).file.name).toBe('a.csv');
    expect(await stage.used(ann)).toBe(600);
  });

  it('makes one file, however many come at once and wherever they race', async () => {
    const ann = sender();
    const folders = [await stage.folder(ann), await stage.folder(ann)];
    const whole = async (folderId: string) => {
      const { uploadId, done } = await stage.begin(ann, folderId, {}, extra);
      return (done ?? (await stage.commit(ann, uploadId))).file.id;
    };
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => whole(folders[i % 2]!.id)));
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(new Set(ids).size).toBe(1);
    for (const code of rejections(results)) expect(['UPLOAD_GONE', 'IN_PROGRESS']).toContain(code);
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 1, usedStorage: 600 });
    expect(await stage.drift(ann)).toBe(0);
  });

  it("is nobody else's, and after a day a new one", async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const first = await stage.begin(ann, folder.id, {}, extra);
    await stage.commit(ann, first.uploadId);
    const colleague = sender({ companyId: ann.companyId });
    expect((await stage.begin(colleague, folder.id, {}, extra)).done).toBeUndefined();
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await stage.db.read.update(FileRow, first.uploadId, { createdAt: yesterday, contentAt: yesterday });
    expect((await stage.begin(ann, folder.id, {}, extra)).done).toBeUndefined();
  });
});
