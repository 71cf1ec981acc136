import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { FileRow } from '../src/file/file.entity';
import { insertFiles, receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const gone = { code: 'UPLOAD_GONE', status: 409 };

describe('an upload', () => {
  it('reserves the announced bytes, counts the received ones and publishes an event', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Prices');
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id, { fileName: 'a.csv', expectedBytes: 1000 });
    expect(objectKey).toBe(`${ann.companyId}/${folder.id}/${uploadId}`);
    expect(await fixture.used(ann)).toBe(1000);
    expect((await fixture.call(storage.files, { folderId: folder.id }, ann)).total).toBe(0);

    const answer = await fixture.commit(ann, uploadId, { size: 600, sha256: sha256Of('bytes') });
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
    expect((await fixture.call(storage.files, { folderId: folder.id }, ann)).items).toEqual([answer.file]);
    expect(await fixture.used(ann)).toBe(600);
    expect(await fixture.commit(ann, uploadId, { size: 1, sha256: sha256Of('others') })).toEqual(answer);
    expect((await fixture.published(storageEvents.fileUploaded)).filter(({ fileId }) => fileId === uploadId)).toEqual([
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

  it('has records times price as its total, to the cent, unless the total is given', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const worth = async (given: Record<string, unknown>) => {
      const { uploadId } = await fixture.begin(ann, folder.id, given);
      const { file, totalvalue } = await fixture.commit(ann, uploadId);
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
    const [folder, other] = [await fixture.folder(ann), await fixture.folder(ann)];
    const named = async (folderId: string, fileName: string, name?: string) =>
      (await fixture.upload(ann, folderId, fileName, { name })).name;
    expect(await named(folder.id, 'a.csv')).toBe('a.csv');
    expect(await named(folder.id, 'A.CSV')).toBe('A (2).CSV');
    expect(await named(folder.id, 'x.csv', 'a.csv')).toBe('a (3).csv');
    expect(await named(other.id, 'a.csv')).toBe('a.csv');
    expect(await named(folder.id, '../../etc/a.csv')).toBe('.etca.csv');
    const many = await Promise.all(Array.from({ length: 6 }, () => fixture.upload(ann, other.id, 'b.csv')));
    expect(many.map(({ name }) => name).sort()).toEqual([
      'b (2).csv',
      'b (3).csv',
      'b (4).csv',
      'b (5).csv',
      'b (6).csv',
      'b.csv',
    ]);
  });

  it('gets the first free number, even after more than one batch of names', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await sql(fixture.db.read).query(
      insertFiles('generate_series(1, 1500) n WHERE n <> 1203', {
        company: '$1::uuid',
        folder: '$2::uuid',
        name: "CASE n WHEN 1 THEN 'A.csv' ELSE 'A (' || n || ').csv' END",
      }),
      [ann.companyId, folder.id],
    );
    const names = [
      (await fixture.upload(ann, folder.id, 'a.csv')).name,
      (await fixture.upload(ann, folder.id, 'a.csv')).name,
    ];
    expect(names).toEqual(['a (1203).csv', 'a (1501).csv']);
  });

  it('is refused with invalid terms and leaves nothing', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
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
      await expect(fixture.begin(ann, folder.id, given)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await fixture.used(ann)).toBe(0);
    const { uploadId } = await fixture.begin(ann, folder.id);
    await expect(fixture.commit(ann, uploadId, { size: -5 })).rejects.toMatchObject({ code: 'INVALID' });
    expect(await fixture.used(ann)).toBe(1000);
  });

  it('goes only into a live folder of the own company', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await fixture.folder(ann, 'Mine');
    const { uploadId } = await fixture.begin(ann, folder.id);
    await expect(fixture.begin(bob, folder.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.begin(ann, 'no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.begin(receiver(), folder.id)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.begin(sender({ ...ann, kycStatus: 'Pending' }), folder.id)).rejects.toMatchObject({
      code: 'KYC_PENDING',
    });
    await expect(fixture.commit(bob, uploadId)).rejects.toMatchObject(gone);
    await fixture.call(storage.abortUpload, { uploadId }, bob);
    await expect(
      fixture.call(
        storage.commitUpload,
        { uploadId, size: 1, sha256: 'x', crc32: 0, mimetype: 'text/csv' },
        publicActor,
      ),
    ).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
    expect((await fixture.commit(ann, uploadId)).file.id).toBe(uploadId);
    await fixture.call(storage.deleteFolder, { name: 'Mine' }, ann);
    await expect(fixture.begin(ann, folder.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends with UPLOAD_GONE when its folder is deleted', async () => {
    const ann = sender();
    for (let i = 0; i < 5; i += 1) {
      const folder = await fixture.folder(ann, `Doomed ${i}`);
      const { uploadId, objectKey } = await fixture.begin(ann, folder.id);
      await fixture.put(objectKey);
      const [removal, commit] = await Promise.allSettled([
        fixture.call(storage.deleteFolder, { name: folder.name }, ann),
        fixture.commit(ann, uploadId),
      ]);
      expect(removal.status).toBe('fulfilled');
      if (commit.status === 'rejected') {
        expect(commit.reason).toMatchObject(gone);
        await fixture.call(storage.abortUpload, { uploadId }, ann);
        expect(await fixture.isThere(objectKey)).toBe(false);
      } else {
        expect(await sql(fixture.db.read).findOneBy(FileRow, { id: uploadId })).toMatchObject({
          deletedAt: expect.any(Date),
        });
      }
    }
    const folder = await fixture.folder(ann);
    const { uploadId } = await fixture.begin(ann, folder.id);
    await fixture.call(storage.deleteFolder, { name: folder.id }, ann);
    await expect(fixture.commit(ann, uploadId)).rejects.toMatchObject(gone);
    await fixture.call(storage.abortUpload, { uploadId }, ann);
    expect(await fixture.drift(ann)).toBe(0);
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 0, folders: 0 });
  });
});

describe('an upload with malware', () => {
  it('is removed with its quota and bytes, and recorded once', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await fixture.folder(ann, 'Prices');
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id, { fileName: 'bad.csv' });
    await fixture.put(objectKey);
    const refuse = (actor = ann) =>
      fixture.call(storage.rejectInfectedUpload, { uploadId, signature: 'Win.Test.EICAR_HDB-1' }, actor);
    const recorded = async () =>
      (await fixture.published(storageEvents.infectedFileRejected)).filter(({ folderId }) => folderId === folder.id);
    await refuse(bob);
    expect([await fixture.isThere(objectKey), await recorded()]).toEqual([true, []]);
    await Promise.all([refuse(), refuse()]);
    await refuse();
    expect(await recorded()).toEqual([
      {
        companyId: ann.companyId,
        companyName: ann.companyName,
        folderId: folder.id,
        folderName: 'Prices',
        name: 'bad.csv',
        signature: 'Win.Test.EICAR_HDB-1',
      },
    ]);
    expect([await fixture.isThere(objectKey), await fixture.used(ann), await fixture.drift(ann)]).toEqual([
      false,
      0,
      0,
    ]);
    await expect(fixture.commit(ann, uploadId)).rejects.toMatchObject(gone);
  });

  it('does not remove an existing file', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { id } = await fixture.upload(ann, folder.id, 'a.csv');
    const next = await fixture.begin(ann, folder.id, { fileId: id, fileName: 'b.csv' });
    for (const uploadId of [id, next.uploadId])
      await fixture.call(storage.rejectInfectedUpload, { uploadId, signature: 'X' }, ann);
    expect(await fixture.call(storage.file, { folderId: folder.id, fileId: id }, ann)).toMatchObject({
      version: 1,
      size: 600,
    });
    expect(
      (await fixture.published(storageEvents.infectedFileRejected)).filter(({ folderId }) => folderId === folder.id),
    ).toMatchObject([{ name: 'a.csv' }]);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([600, 0]);
  });
});
