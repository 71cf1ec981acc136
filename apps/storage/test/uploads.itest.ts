import { randomUUID } from 'node:crypto';
import { defaultTotalStorage, identityEvents } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { StorageAccountRow } from '../src/account/account.entity';
import { FileRow } from '../src/file/file.entity';
import { UploadRow } from '../src/upload/upload.entity';
import { insertFiles, receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const gone = { code: 'UPLOAD_GONE', status: 409 };
const rejections = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));

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

describe('quota', () => {
  it('accepts exactly 10 of 50 concurrent uploads if the quota is enough for 10', async () => {
    const ann = sender();
    await fixture.room(ann, 10_999);
    const folders = await Promise.all([1, 2, 3].map(() => fixture.folder(ann)));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => fixture.begin(ann, folders[i % 3]!.id)),
    );
    const begun = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(begun).toHaveLength(10);
    expect(new Set(rejections(results))).toEqual(new Set(['QUOTA_EXCEEDED']));
    expect(await fixture.used(ann)).toBe(10_000);
    await expect(fixture.begin(ann, folders[0]!.id)).rejects.toMatchObject({
      status: 507,
      message: 'Your storage is full',
    });

    await Promise.all(begun.slice(0, 5).map(({ uploadId }) => fixture.commit(ann, uploadId)));
    await Promise.all(
      begun.slice(5).flatMap(({ uploadId }) => [1, 2].map(() => fixture.call(storage.abortUpload, { uploadId }, ann))),
    );
    expect(await fixture.used(ann)).toBe(5 * 600);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('does not drift when commits and aborts of one upload race', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const uploads = await Promise.all(Array.from({ length: 10 }, () => fixture.begin(ann, folder.id)));
    await Promise.allSettled(
      uploads.flatMap(({ uploadId }) => [
        fixture.commit(ann, uploadId),
        fixture.call(storage.abortUpload, { uploadId }, ann),
        fixture.commit(ann, uploadId),
      ]),
    );
    const { total } = await fixture.call(storage.files, { folderId: folder.id }, ann);
    expect(await fixture.used(ann)).toBe(total * 600);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('applies to bytes beyond the announced size', async () => {
    const ann = sender();
    await fixture.room(ann, 1500);
    const folder = await fixture.folder(ann);
    const { uploadId } = await fixture.begin(ann, folder.id);
    await expect(fixture.commit(ann, uploadId, { size: 1501 })).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(await fixture.used(ann)).toBe(1000);
    await fixture.commit(ann, uploadId, { size: 1500 });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('is created for a company that identity has not announced yet', async () => {
    const ann = sender();
    await fixture.upload(ann, (await fixture.folder(ann)).id, 'a.csv');
    expect(await sql(fixture.db.read).findOneByOrFail(StorageAccountRow, { companyId: ann.companyId! })).toMatchObject({
      companyName: ann.companyName,
      ownerId: ann.userId,
      totalBytes: defaultTotalStorage,
      usedBytes: 600,
    });
  });
});

describe('uploads of many files', () => {
  type Given = Record<string, unknown>;
  const begin = async (
    owner: ReturnType<typeof sender>,
    folderId: string,
    given: [fileName: string, terms?: Given][],
    extra?: { idempotencyKey: string },
  ) => {
    const terms = given.map(([, one = {}]) => one);
    const files = given.map(([fileName], position) => ({ fileName, expectedBytes: 1000, position }));
    const { uploads } = await fixture.call(storage.beginUploads, { folderId, terms, files }, owner, extra);
    return uploads.map((upload) => ('error' in upload ? upload.error.code : upload));
  };
  const idOf = (upload: unknown) => (upload as { uploadId: string }).uploadId;
  const commit = async (owner: ReturnType<typeof sender>, ids: string[]) =>
    (await fixture.call(storage.commitUploads, { uploads: ids.map(fixture.received) }, owner)).results;
  const sealing = (fileId: string = randomUUID()) => ({
    enc: 'sdx1',
    fileId,
    fileVersion: 1,
    wrappedKey: 'A'.repeat(80),
    sealedMeta: 'A'.repeat(40),
    mimetype: 'text/csv',
  });

  it('have the same terms, names and events as single uploads', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Many');
    await fixture.upload(ann, folder.id, 'a.csv');
    const begun = await begin(ann, folder.id, [
      ['A.csv', { price: '0.1', numberOfRecords: 3 }],
      ['x.csv', { name: 'b.csv' }],
      ['b.csv', { preview: 'a,b' }],
      ['../c.csv', { sample: true }],
    ]);
    expect(await fixture.used(ann)).toBe(600 + 4 * 1000);
    const results = await commit(ann, begun.map(idOf));
    expect(
      results.map(({ name, status, file }) => [name, status, file?.name, file?.totalAmount, file?.sample]),
    ).toEqual([
      ['A.csv', 201, 'A (2).csv', '0.30', null],
      ['x.csv', 201, 'b.csv', '0.00', null],
      ['b.csv', 201, 'b (2).csv', '0.00', 'rows'],
      ['../c.csv', 201, '.c.csv', '0.00', 'file'],
    ]);
    expect((await commit(ann, begun.map(idOf))).map(({ file }) => file)).toEqual(results.map(({ file }) => file));
    const published = (await fixture.published(storageEvents.fileUploaded)).filter(
      ({ folderId }) => folderId === folder.id,
    );
    expect(published.map(({ name, fileId, folderName }) => [name, fileId, folderName])).toEqual(
      [{ name: 'a.csv', id: published[0]?.fileId }, ...results.map(({ file }) => file)].map((file) => [
        file?.name,
        file?.id,
        'Many',
      ]),
    );
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([5 * 600, 0]);
    expect((await fixture.call(storage.stats, {}, ann)).files).toBe(5);
  });

  it('are refused separately', async () => {
    const [ann, bob] = [sender(), sender()];
    const folder = await fixture.folder(ann);
    const taken = sealing();
    await fixture.begin(bob, (await fixture.folder(bob)).id, taken);
    const twice = sealing();
    expect(
      await begin(ann, folder.id, [
        ['a.csv', { price: '-1' }],
        ['b.csv', { inPlace: true, fileVersion: 2 }],
        ['c.csv', taken],
        ['d.csv', twice],
        ['e.csv', twice],
        ['f.csv', { fileId: randomUUID(), replace: true }],
        ['', {}],
      ]),
    ).toEqual([
      'INVALID',
      'INVALID',
      'FILE_ID_TAKEN',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'FILE_ID_TAKEN',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'INVALID',
    ]);
    expect(await fixture.drift(ann)).toBe(0);
    const [good] = await begin(ann, folder.id, [['g.csv']]);
    const [other] = await begin(bob, (await fixture.folder(bob)).id, [['h.csv']]);
    const results = await commit(ann, [idOf(other), idOf(good), randomUUID()]);
    expect(results.map(({ status, error, file }) => [status, error?.code ?? file?.name])).toEqual([
      [409, 'UPLOAD_GONE'],
      [201, 'g.csv'],
      [409, 'UPLOAD_GONE'],
    ]);
    await expect(begin(bob, folder.id, [['a.csv']])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('use the remaining quota in their order, and are refused if the company accepts only sealed files', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.room(ann, 2_500);
    const three = (await begin(ann, folder.id, [['a.csv'], ['b.csv'], ['c.csv']])).map((one) =>
      typeof one === 'string' ? one : 'begun',
    );
    expect(three).toEqual(['begun', 'begun', 'QUOTA_EXCEEDED']);
    expect([await fixture.used(ann), await fixture.drift(ann)]).toEqual([2_000, 0]);
    await fixture.deliverEvent(identityEvents.sealingRequired, {
      companyId: ann.companyId as string,
      companyName: ann.companyName as string,
      userId: ann.userId,
      email: ann.email,
      required: true,
    });
    await fixture.room(ann, 3_500);
    expect(await begin(ann, folder.id, [['d.csv'], ['e.csv', sealing()], ['f.csv']])).toEqual([
      'E2E_REQUIRED',
      expect.objectContaining({ uploadId: expect.any(String) }),
      'E2E_REQUIRED',
    ]);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('are repeated separately: committed files are returned, and the others begin again', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const extra = { idempotencyKey: 'many' };
    const files: [string, Given?][] = [['a.csv'], ['b.csv'], ['c.csv', sealing()]];
    const first = await begin(ann, folder.id, files, extra);
    const [file] = await commit(ann, [idOf(first[0])]);
    const again = await begin(ann, folder.id, files, extra);
    expect(again[0]).toEqual(
      expect.objectContaining({ uploadId: idOf(first[0]), done: expect.objectContaining({ file: file?.file }) }),
    );
    expect((await commit(ann, [idOf(first[1])]))[0]?.error?.code).toBe('UPLOAD_GONE');
    await commit(ann, again.slice(1, 2).map(idOf));
    const { items } = await fixture.call(storage.files, { folderId: folder.id }, ann);
    expect(items.map(({ name }) => name).sort()).toEqual(['a.csv', 'b.csv']);
    const sealed: [string, Given?][] = [['c.csv', sealing()]];
    const [begun] = await begin(ann, folder.id, sealed);
    expect(idOf((await begin(ann, folder.id, sealed))[0])).not.toBe(idOf(begun));
    expect(await fixture.drift(ann)).toBe(0);
  });
});

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
