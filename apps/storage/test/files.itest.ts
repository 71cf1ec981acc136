import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, sha256Of, startFixture, type Fixture } from './fixture';

const hold = { transferId: 't', until: new Date(Date.now() + 60_000).toISOString() };

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('editing', () => {
  it('changes the given fields only', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const file = await fixture.upload(ann, folder.id, 'a.csv', { price: '0.1', numberOfRecords: 3 });
    const edited = await fixture.call(
      storage.editFile,
      { folderId: folder.id, fileId: file.id, records: 7, amount: '12.5', category: 'B2B', currency: 'EUR' },
      ann,
    );
    expect(edited).toMatchObject({
      id: file.id,
      numberOfRecords: 7,
      totalAmount: '12.50',
      category: 'B2B',
      currency: 'EUR',
      price: '0.10',
      name: 'a.csv',
      sha256: file.sha256,
    });
    expect(edited.updatedAt > file.updatedAt).toBe(true);
    expect(await fixture.published(storageEvents.fileEdited)).toContainEqual(
      expect.objectContaining({ fileId: file.id, name: 'a.csv' }),
    );
  });

  it('refuses bad values and changes nothing', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const file = await fixture.upload(ann, folder.id, 'a.csv');
    for (const bad of [
      { records: -1 },
      { records: 1.5 },
      { amount: -0.01 },
      { amount: 'many' },
      { amount: 1e16 },
      { currency: 'euro' },
      { price: 'NaN' },
    ]) {
      await expect(
        fixture.call(storage.editFile, { folderId: folder.id, fileId: file.id, ...bad }, ann),
      ).rejects.toMatchObject({ code: 'INVALID' });
    }
    expect((await fixture.call(storage.folders, {}, ann))[0]?.files[0]).toEqual(file);
  });

  it('takes the largest values the rules allow', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const file = await fixture.upload(ann, folder.id, 'a.csv', { price: 1e15, numberOfRecords: 1e15 });
    expect(file).toMatchObject({
      price: '1000000000000000.00',
      numberOfRecords: 1e15,
      totalAmount: `1${'0'.repeat(30)}.00`,
    });
    const edited = await fixture.call(
      storage.editFile,
      { folderId: folder.id, fileId: file.id, price: 1e15, amount: 1e15 },
      ann,
    );
    expect(edited.totalAmount).toBe('1000000000000000.00');
  });
});

describe('deleting a file', () => {
  it('works by name or id, once, and does not return the quota before the bin is emptied', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Bin');
    await fixture.upload(ann, folder.id, 'a.csv');
    const b = await fixture.upload(ann, folder.id, 'b.csv');
    await fixture.call(storage.deleteFile, { folderName: 'bin', fileName: 'A.CSV', mimetype: 'text/csv' }, ann);
    await fixture.call(storage.deleteFile, { fileId: b.id }, ann);
    await expect(fixture.call(storage.deleteFile, { fileId: b.id }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 0, folders: 1, usedStorage: 1200 });
    expect((await fixture.published(storageEvents.fileDeleted)).filter(({ fileId }) => fileId === b.id)).toHaveLength(
      1,
    );
    expect((await fixture.upload(ann, folder.id, 'a.csv')).name).toBe('a.csv');
  });

  it('needs the file id, or folder and file name', async () => {
    const ann = sender();
    await fixture.folder(ann, 'Some');
    for (const input of [{}, { folderName: 'Some' }, { fileName: 'a.csv' }]) {
      await expect(fixture.call(storage.deleteFile, input, ann)).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(
      fixture.call(storage.deleteFile, { folderName: 'Some', fileName: 'none.csv' }, ann),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe("another's file", () => {
  it('is not found by another sender, by a receiver, and under another folder', async () => {
    const [ann, bob] = [sender(), sender()];
    const [folder, other] = [await fixture.folder(ann), await fixture.folder(ann)];
    const file = await fixture.upload(ann, folder.id, 'a.csv');
    const at = { folderId: folder.id, fileId: file.id };
    await expect(fixture.call(storage.openFile, at, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(storage.editFile, { ...at, records: 1 }, bob)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(storage.deleteFile, { fileId: file.id }, bob)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(storage.openFile, at, receiver())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    for (const command of [storage.openFile, storage.editFile]) {
      await expect(fixture.call(command, { ...at, folderId: other.id }, ann)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect(await fixture.call(storage.holdFiles, { ...hold, fileIds: [file.id] }, bob)).toEqual({
      files: [],
      licences: [],
    });
    expect(await fixture.call(storage.ownFiles, { fileIds: [file.id] }, bob)).toEqual({ files: [] });
    expect(await fixture.call(storage.openFile, at, ann)).toMatchObject({
      ...at,
      objectKey: `${ann.companyId}/${folder.id}/${file.id}`,
      folderName: folder.name,
      sha256: sha256Of('x'),
      crc32: 0xfffffffe,
      size: 600,
    });
  });

  it('is not held for a transfer when it is deleted, unfinished or unknown', async () => {
    const ann = sender();
    const [folder, gone] = [await fixture.folder(ann), await fixture.folder(ann, 'Gone')];
    const [live, deleted, lost] = [
      await fixture.upload(ann, folder.id, 'a.csv'),
      await fixture.upload(ann, folder.id, 'b.csv'),
      await fixture.upload(ann, gone.id, 'c.csv'),
    ];
    const { uploadId } = await fixture.begin(ann, folder.id, { fileName: 'd.csv' });
    await fixture.call(storage.deleteFile, { fileId: deleted.id }, ann);
    await fixture.call(storage.deleteFolder, { name: 'Gone' }, ann);
    const fileIds = [live.id, deleted.id, lost.id, uploadId, uuidv7()];
    const { files } = await fixture.call(storage.holdFiles, { ...hold, fileIds }, ann);
    expect(files.map(({ fileId }) => fileId)).toEqual([live.id]);
    expect(await fixture.call(storage.ownFiles, { fileIds }, ann)).toEqual({ files });
    await expect(fixture.call(storage.openFile, { folderId: folder.id, fileId: uploadId }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('stats', () => {
  it('belong to the caller’s company; a receiver without one gets the default', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.upload(ann, folder.id, 'a.csv');
    expect(await fixture.call(storage.stats, {}, ann)).toEqual({
      totalStorage: defaultTotalStorage,
      usedStorage: 600,
      files: 1,
      folders: 1,
    });
    const nothing = { totalStorage: defaultTotalStorage, usedStorage: 0, files: 0, folders: 0 };
    expect(await fixture.call(storage.stats, {}, sender())).toEqual(nothing);
    expect(await fixture.call(storage.stats, {}, receiver())).toEqual(nothing);
  });
});

it('shows an auditor the details of a file without its first rows and columns', async () => {
  const ann = sender();
  const auditor = { ...ann, userId: uuidv7(), roles: ['auditor'] as const };
  const folder = await fixture.folder(ann);
  const profile = { rows: 1, columns: [{ name: 'price', type: 'integer' }] };
  const { id: fileId } = await fixture.upload(ann, folder.id, 'a.csv', {
    preview: 'price\n7',
    profile: JSON.stringify(profile),
  });
  const details = (actor: typeof ann | typeof auditor) =>
    fixture.call(storage.file, { folderId: folder.id, fileId }, actor);
  expect(await details(ann)).toMatchObject({ preview: 'price\n7', profile });
  expect(await details(auditor)).toMatchObject({ name: 'a.csv', preview: null, profile: null });
});

it('only a change of a live file changes the version of the pages of its folder', async () => {
  const ann = sender();
  const [folder, other] = [await fixture.folder(ann, 'Versioned'), await fixture.folder(ann)];
  const versionOf = async ({ id }: { id: string }) =>
    (await fixture.call(storage.filesUnless, { folderId: id }, ann)).version;
  const changes = async (work: () => Promise<unknown>) => {
    const before = [await versionOf(folder), await versionOf(other)];
    await work();
    const after = [await versionOf(folder), await versionOf(other)];
    return after.map((version, at) => version > before[at]!);
  };
  const file = await fixture.upload(ann, folder.id, 'a.csv');
  const [fileId, folderId] = [file.id, folder.id];
  const edit = (given: object) => fixture.call(storage.editFile, { folderId, fileId, ...given }, ann);
  expect(await changes(() => fixture.upload(ann, folderId, 'b.csv'))).toEqual([true, false]);
  expect(await changes(() => edit({ price: 2 }))).toEqual([true, false]);
  expect(await changes(() => edit({ preview: 'a,b' }))).toEqual([true, false]);
  expect(await changes(() => fixture.upload(ann, folderId, 'a.csv', { fileId }))).toEqual([true, false]);
  expect(await changes(() => fixture.call(storage.moveFiles, { fileIds: [fileId], folderId: other.id }, ann))).toEqual([
    true,
    true,
  ]);
  expect(await changes(() => fixture.call(storage.deleteFile, { fileId }, ann))).toEqual([false, true]);
  expect(await changes(() => fixture.call(storage.restore, { fileIds: [fileId] }, ann))).toEqual([false, true]);
  expect(await changes(() => fixture.begin(ann, folderId))).toEqual([false, false]);
  expect(await changes(() => fixture.call(storage.describeFolder, { id: folderId, licence: 'x' }, ann))).toEqual([
    false,
    false,
  ]);
  const { version, page } = await fixture.call(storage.filesUnless, { folderId }, ann);
  expect(page).toEqual(await fixture.call(storage.files, { folderId }, ann));
  expect(await fixture.call(storage.filesUnless, { folderId, known: version }, ann)).toEqual({ version, page: null });
  await expect(fixture.call(storage.filesUnless, { folderId }, sender())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await fixture.call(storage.deleteFolder, { name: 'Versioned' }, ann);
  await expect(fixture.call(storage.filesUnless, { folderId }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
