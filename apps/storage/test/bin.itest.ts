import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { FolderRow } from '../src/folder/folder.entity';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const day = 24 * 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Sender = ReturnType<typeof sender>;
const sweep = (now?: Date) => fixture.app.get(RetentionSweeper).sweep(now);
const bin = (by: Sender, query: Record<string, unknown> = {}) => fixture.call(storage.bin, query, by);
const names = async (by: Sender, folderId: string) =>
  (await fixture.call(storage.files, { folderId, sort: 'name' }, by)).items.map(({ name }) => name);
/** Folders with a count that differs from their live files. */
const miscounted = async (by: Sender) => {
  const folders = await sql(fixture.db.read).findBy(FolderRow, { companyId: by.companyId! });
  const there = await sql(fixture.db.read).query(
    'SELECT folder_id, count(*)::int AS n FROM file WHERE company_id = $1 AND current_version IS NOT NULL AND deleted_at IS NULL GROUP BY folder_id',
    [by.companyId],
  );
  return folders.filter(
    ({ id, fileCount }) => fileCount !== (there.find((row: { folder_id: string }) => row.folder_id === id)?.n ?? 0),
  );
};

describe('the bin', () => {
  it('lists deleted files, newest first, and restores them under a free name', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Prices');
    const [a, b] = [await fixture.upload(ann, folder.id, 'a.csv'), await fixture.upload(ann, folder.id, 'b.csv')];
    await fixture.call(storage.deleteFile, { fileId: a.id }, ann);
    await fixture.call(storage.deleteFiles, { fileIds: [b.id] }, ann);
    const { items, total } = await bin(ann);
    expect([total, items.map(({ name }) => name)]).toEqual([2, ['b.csv', 'a.csv']]);
    expect(items[1]).toMatchObject({ id: a.id, folderId: folder.id, folderName: 'Prices', size: 600 });
    expect(Date.parse(items[1]!.purgeAt) - Date.parse(items[1]!.deletedAt)).toBe(30 * day);
    expect((await bin(ann, { q: 'A.', pageSize: 1 })).total).toBe(1);
    expect((await bin(sender())).total).toBe(0);

    await fixture.upload(ann, folder.id, 'A.csv');
    const { files } = await fixture.call(storage.restore, { fileIds: [a.id] }, ann);
    expect(files).toEqual([expect.objectContaining({ id: a.id, name: 'a (2).csv', deleteFile: false })]);
    expect(await names(ann, folder.id)).toEqual(['a (2).csv', 'A.csv']);
    expect((await bin(ann)).total).toBe(1);
    expect(await fixture.published(storageEvents.fileRestored)).toContainEqual(
      expect.objectContaining({ fileId: a.id, name: 'a (2).csv' }),
    );
    expect(await miscounted(ann)).toEqual([]);
  });

  it('restores a deleted folder, whole or with one file, without its deliveries', async () => {
    const [ann, rita] = [sender(), receiver()];
    await fixture.partner(ann, rita);
    const folder = await fixture.folder(ann, 'Gone');
    const files = [await fixture.upload(ann, folder.id, 'a.csv'), await fixture.upload(ann, folder.id, 'b.csv')];
    await fixture.call(storage.deleteFile, { fileId: files[0]!.id }, ann);
    const again = await fixture.upload(ann, folder.id, 'a.csv');
    await fixture.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    await fixture.call(storage.deleteFolder, { name: 'Gone' }, ann);
    await fixture.folder(ann, 'gone');
    await fixture.call(storage.restore, { folderId: folder.id }, ann);
    expect(await names(ann, folder.id)).toEqual(['a.csv', 'b.csv']);
    const back = (await fixture.call(storage.folders, {}, ann)).find(({ id }) => id === folder.id);
    expect(back).toMatchObject({ name: 'Gone (2)', count: 2, access: [] });
    expect(await fixture.call(storage.received, {}, rita)).toEqual([]);
    await expect(fixture.call(storage.restore, { folderId: folder.id }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    await fixture.call(storage.deleteFolder, { name: folder.id }, ann);
    await fixture.call(storage.restore, { fileIds: [again.id] }, ann);
    expect(await names(ann, folder.id)).toEqual(['a.csv']);
    expect((await bin(ann)).items.map(({ id }) => id).sort()).toEqual(files.map(({ id }) => id).sort());
    expect(await miscounted(ann)).toEqual([]);
  });

  it('is emptied: nothing can be restored, and the next sweep returns quota and bytes', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const [a, b] = [await fixture.begin(ann, folder.id), await fixture.begin(ann, folder.id)];
    for (const { uploadId, objectKey } of [a, b]) {
      await fixture.put(objectKey);
      await fixture.commit(ann, uploadId);
    }
    await fixture.call(storage.deleteFiles, { fileIds: [a.uploadId, b.uploadId] }, ann);
    expect(await fixture.call(storage.emptyBin, { fileIds: [a.uploadId] }, ann)).toEqual({
      message: '1 file permanently deleted',
    });
    expect((await bin(ann)).items.map(({ id }) => id)).toEqual([b.uploadId]);
    await expect(fixture.call(storage.restore, { fileIds: [a.uploadId] }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await sweep(inFuture(1000));
    expect([await fixture.isThere(a.objectKey), await fixture.isThere(b.objectKey), await fixture.used(ann)]).toEqual([
      false,
      true,
      600,
    ]);
    expect(await fixture.call(storage.emptyBin, {}, sender())).toEqual({ message: '0 files permanently deleted' });
    await fixture.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(1000));
    expect([await fixture.isThere(b.objectKey), await fixture.used(ann)]).toEqual([false, 0]);
  });

  it('retains the bytes of a live transfer, even from an emptied bin, until it ends', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.call(storage.describeFolder, { id: folder.id, licence: 'Internal use' }, ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id);
    await fixture.put(objectKey);
    await fixture.commit(ann, uploadId);
    const until = inFuture(60 * day).toISOString();
    const held = await fixture.call(storage.holdFiles, { transferId: 't1', fileIds: [uploadId, uuidv7()], until }, ann);
    expect(held).toMatchObject({
      files: [{ fileId: uploadId, objectKey }],
      licences: [{ folderId: folder.id, terms: 'Internal use' }],
    });
    expect(
      (await fixture.call(storage.holdFiles, { transferId: 't1', fileIds: [uploadId], until }, sender())).files,
    ).toEqual([]);
    await fixture.call(
      storage.holdFiles,
      { transferId: 't2', fileIds: [uploadId], until: inFuture(40 * day).toISOString() },
      ann,
    );
    await fixture.call(storage.deleteFile, { fileId: uploadId }, ann);
    await fixture.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(50 * day));
    expect([await fixture.isThere(objectKey), await fixture.used(ann)]).toEqual([true, 600]);
    await fixture.call(storage.releaseFiles, { transferId: 't1' }, sender());
    await sweep(inFuture(50 * day));
    expect(await fixture.isThere(objectKey)).toBe(true);
    await fixture.call(storage.renewHold, { transferId: 't2', until }, ann);
    await fixture.call(storage.releaseFiles, { transferId: 't1' }, ann);
    await sweep(inFuture(50 * day));
    expect(await fixture.isThere(objectKey)).toBe(true);
    await sweep(inFuture(61 * day));
    expect([await fixture.isThere(objectKey), await fixture.used(ann)]).toEqual([false, 0]);
    await expect(fixture.call(storage.renewHold, { transferId: 't2', until }, ann)).rejects.toMatchObject({
      code: 'FILES_GONE',
    });
  });
});

describe('many files', () => {
  it('are deleted together or not at all', async () => {
    const ann = sender();
    const folders = [await fixture.folder(ann), await fixture.folder(ann)];
    const files = await Promise.all(
      folders.flatMap(({ id }) => ['a.csv', 'b.csv'].map((name) => fixture.upload(ann, id, name))),
    );
    const fileIds = files.map(({ id }) => id);
    for (const bad of [[...fileIds, uuidv7()], ['no-uuid']])
      await expect(fixture.call(storage.deleteFiles, { fileIds: bad }, ann)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    for (const bad of [[], undefined, Array(501).fill(fileIds[0])])
      await expect(fixture.call(storage.deleteFiles, { fileIds: bad }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 4 });
    expect(await fixture.call(storage.deleteFiles, { fileIds }, ann)).toEqual({ message: '4 files deleted' });
    expect(await fixture.call(storage.stats, {}, ann)).toMatchObject({ files: 0, usedStorage: 2400 });
    expect(
      (await fixture.published(storageEvents.fileDeleted)).filter(({ fileId }) => fileIds.includes(fileId)),
    ).toHaveLength(4);
  });

  it('move to another folder, and get a number if their name exists there', async () => {
    const ann = sender();
    const [from, to] = [await fixture.folder(ann, 'From'), await fixture.folder(ann, 'To')];
    const [a, b] = [await fixture.upload(ann, from.id, 'a.csv'), await fixture.upload(ann, from.id, 'b.csv')];
    const stays = await fixture.upload(ann, to.id, 'A.csv');
    const { files } = await fixture.call(storage.moveFiles, { fileIds: [a.id, b.id, stays.id], folderId: to.id }, ann);
    expect(files.map(({ name }) => name).sort()).toEqual(['A.csv', 'a (2).csv', 'b.csv']);
    expect(await names(ann, from.id)).toEqual([]);
    expect((await fixture.call(storage.openFile, { folderId: to.id, fileId: a.id }, ann)).sha256).toBe(a.sha256);
    expect(await fixture.published(storageEvents.fileMoved)).toContainEqual(
      expect.objectContaining({ fileId: a.id, folderName: 'To', previousFolderName: 'From' }),
    );
    await fixture.call(storage.deleteFolder, { name: 'From' }, ann);
    await expect(fixture.call(storage.moveFiles, { fileIds: [a.id], folderId: from.id }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await miscounted(ann)).toEqual([]);
  });

  it('are counted exactly during concurrent moves, deletions and restores', async () => {
    const ann = sender();
    const folders = await Promise.all(Array.from({ length: 3 }, () => fixture.folder(ann)));
    const files = await Promise.all(
      Array.from({ length: 18 }, (_, i) => fixture.upload(ann, folders[i % 3]!.id, 'a.csv')),
    );
    const id = (i: number) => files[i % files.length]!.id;
    await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => [
        fixture.call(storage.moveFiles, { fileIds: [id(i), id(i + 1)], folderId: folders[i % 3]!.id }, ann),
        fixture.call(storage.deleteFiles, { fileIds: [id(i * 2), id(i + 5)] }, ann),
        fixture.call(storage.restore, { fileIds: [id(i + 3)] }, ann),
        ...(i % 5 ? [] : [fixture.upload(ann, folders[i % 3]!.id, 'a.csv')]),
      ]).flat(),
    );
    expect(await miscounted(ann)).toEqual([]);
    expect(await fixture.drift(ann)).toBe(0);
    const listed = await Promise.all(
      folders.map(
        async ({ id }) => (await fixture.call(storage.files, { folderId: id, pageSize: 200 }, ann)).items.length,
      ),
    );
    expect((await fixture.call(storage.stats, {}, ann)).files).toBe(listed.reduce((sum, n) => sum + n, 0));
  });

  it('cannot be changed by other companies, receivers and unapproved senders', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const [live, binned] = [
      await fixture.upload(ann, folder.id, 'a.csv'),
      await fixture.upload(ann, folder.id, 'b.csv'),
    ];
    await fixture.call(storage.deleteFile, { fileId: binned.id }, ann);
    const bob = sender();
    const calls = (folderId: string) =>
      [
        [storage.deleteFiles, { fileIds: [live.id] }],
        [storage.moveFiles, { fileIds: [live.id], folderId }],
        [storage.restore, { fileIds: [binned.id] }],
        [storage.restore, { folderId: folder.id }],
        [storage.describeFolder, { id: folder.id, description: 'x' }],
        [storage.changeAccess, { id: folder.id, email: 'rita@example.com', until: null }],
        [storage.file, { folderId: folder.id, fileId: live.id }],
        [storage.versions, { folderId: folder.id, fileId: live.id }],
        [storage.openVersion, { folderId: folder.id, fileId: live.id, version: 1 }],
        [storage.beginUpload, { folderId: folder.id, fileId: live.id, fileName: 'a.csv', expectedBytes: 1 }],
      ] as const;
    const own = await fixture.folder(bob);
    for (const [command, input] of calls(own.id)) {
      const met = (actor: Parameters<Fixture['call']>[2]) => expect(fixture.call(command, input, actor)).rejects;
      await met(bob).toMatchObject({ code: 'NOT_FOUND' });
      await met(receiver()).toMatchObject({ code: 'NOT_ALLOWED' });
      await met(publicActor).toMatchObject({ code: 'UNAUTHENTICATED' });
      await met(sender({ ...ann, kycStatus: 'Pending' })).toMatchObject({ code: 'KYC_PENDING' });
    }
    for (const command of [storage.bin, storage.emptyBin]) {
      await expect(fixture.call(command, {}, receiver())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(fixture.call(command, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(fixture.call(command, {}, sender({ ...ann, kycStatus: 'Pending' }))).rejects.toMatchObject({
        code: 'KYC_PENDING',
      });
    }
    await fixture.call(storage.emptyBin, { fileIds: [binned.id] }, bob);
    expect((await bin(ann)).total).toBe(1);
    expect(await names(ann, folder.id)).toEqual(['a.csv']);
  });
});
