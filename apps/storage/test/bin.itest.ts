import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { Sweeper } from '../src/sweeper';
import { FolderRow } from '../src/workspace.entity';
import { receiver, sender, startStage, type Stage } from './stage';

const day = 24 * 3_600_000;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

type Sender = ReturnType<typeof sender>;
const sweep = (now?: Date) => stage.app.get(Sweeper).sweep(now);
const bin = (by: Sender, query: Record<string, unknown> = {}) => stage.call(storage.bin, query, by);
const names = async (by: Sender, folderId: string) =>
  (await stage.call(storage.files, { folderId, sort: 'name' }, by)).items.map(({ name }) => name);
/** What a folder says it has, less what is there. */
const miscounted = async (by: Sender) => {
  const folders = await stage.db.read.findBy(FolderRow, { companyId: by.companyId! });
  const there = await stage.db.read.query(
    "SELECT folder_id, count(*)::int AS n FROM file WHERE company_id = $1 AND state = 'ready' AND deleted_at IS NULL GROUP BY folder_id",
    [by.companyId],
  );
  return folders.filter(
    ({ id, fileCount }) => fileCount !== (there.find((row: { folder_id: string }) => row.folder_id === id)?.n ?? 0),
  );
};

describe('the bin', () => {
  it('lists what was deleted, newest first, and gives it back under a free name', async () => {
    const ann = sender();
    const folder = await stage.folder(ann, 'Prices');
    const [a, b] = [await stage.upload(ann, folder.id, 'a.csv'), await stage.upload(ann, folder.id, 'b.csv')];
    await stage.call(storage.deleteFile, { fileId: a.id }, ann);
    await stage.call(storage.deleteFiles, { fileIds: [b.id] }, ann);
    const { items, total } = await bin(ann);
    expect([total, items.map(({ name }) => name)]).toEqual([2, ['b.csv', 'a.csv']]);
    expect(items[1]).toMatchObject({ id: a.id, folderId: folder.id, folderName: 'Prices', size: 600 });
    expect(Date.parse(items[1]!.purgeAt) - Date.parse(items[1]!.deletedAt)).toBe(30 * day);
    expect((await bin(ann, { q: 'A.', pageSize: 1 })).total).toBe(1);
    expect((await bin(sender())).total).toBe(0);

    await stage.upload(ann, folder.id, 'A.csv');
    const { files } = await stage.call(storage.restore, { fileIds: [a.id] }, ann);
    expect(files).toEqual([expect.objectContaining({ id: a.id, name: 'a (2).csv', deleteFile: false })]);
    expect(await names(ann, folder.id)).toEqual(['a (2).csv', 'A.csv']);
    expect((await bin(ann)).total).toBe(1);
    expect(await stage.published(storageEvents.fileRestored)).toContainEqual(
      expect.objectContaining({ fileId: a.id, name: 'a (2).csv' }),
    );
    expect(await miscounted(ann)).toEqual([]);
  });

  it('gives a deleted folder back, whole or with one file, without the access it had', async () => {
    const [ann, rita] = [sender(), receiver()];
    await stage.partner(ann, rita);
    const folder = await stage.folder(ann, 'Gone');
    const files = [await stage.upload(ann, folder.id, 'a.csv'), await stage.upload(ann, folder.id, 'b.csv')];
    await stage.call(storage.deleteFile, { fileId: files[0]!.id }, ann);
    const again = await stage.upload(ann, folder.id, 'a.csv');
    await stage.call(storage.deliver, { id: folder.id, email: rita.email }, ann);
    await stage.call(storage.deleteFolder, { name: 'Gone' }, ann);
    await stage.folder(ann, 'gone');
    await stage.call(storage.restore, { folderId: folder.id }, ann);
    expect(await names(ann, folder.id)).toEqual(['a.csv', 'b.csv']);
    const back = (await stage.call(storage.folders, {}, ann)).find(({ id }) => id === folder.id);
    expect(back).toMatchObject({ name: 'Gone (2)', count: 2, access: [] });
    expect(await stage.call(storage.received, {}, rita)).toEqual([]);
    await expect(stage.call(storage.restore, { folderId: folder.id }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    await stage.call(storage.deleteFolder, { name: folder.id }, ann);
    await stage.call(storage.restore, { fileIds: [again.id] }, ann);
    expect(await names(ann, folder.id)).toEqual(['a.csv']);
    expect((await bin(ann)).items.map(({ id }) => id).sort()).toEqual(files.map(({ id }) => id).sort());
    expect(await miscounted(ann)).toEqual([]);
  });

  it('is emptied for good: quota and bytes with the next sweep, nothing to restore before', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const [a, b] = [await stage.begin(ann, folder.id), await stage.begin(ann, folder.id)];
    for (const { uploadId, objectKey } of [a, b]) {
      await stage.put(objectKey);
      await stage.commit(ann, uploadId);
    }
    await stage.call(storage.deleteFiles, { fileIds: [a.uploadId, b.uploadId] }, ann);
    expect(await stage.call(storage.emptyBin, { fileIds: [a.uploadId] }, ann)).toEqual({
      message: '1 file removed for good',
    });
    expect((await bin(ann)).items.map(({ id }) => id)).toEqual([b.uploadId]);
    await expect(stage.call(storage.restore, { fileIds: [a.uploadId] }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await sweep(inFuture(1000));
    expect([await stage.isThere(a.objectKey), await stage.isThere(b.objectKey), await stage.used(ann)]).toEqual([
      false,
      true,
      600,
    ]);
    expect(await stage.call(storage.emptyBin, {}, sender())).toEqual({ message: '0 files removed for good' });
    await stage.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(1000));
    expect([await stage.isThere(b.objectKey), await stage.used(ann)]).toEqual([false, 0]);
  });

  it('keeps the bytes a live transfer needs, through an emptied bin, until it ends', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    await stage.call(storage.describeFolder, { id: folder.id, licence: 'Internal use' }, ann);
    const { uploadId, objectKey } = await stage.begin(ann, folder.id);
    await stage.put(objectKey);
    await stage.commit(ann, uploadId);
    const until = inFuture(60 * day).toISOString();
    const held = await stage.call(storage.holdFiles, { transferId: 't1', fileIds: [uploadId, uuidv7()], until }, ann);
    expect(held).toMatchObject({
      files: [{ fileId: uploadId, objectKey }],
      licences: [{ folderId: folder.id, terms: 'Internal use' }],
    });
    expect(
      (await stage.call(storage.holdFiles, { transferId: 't1', fileIds: [uploadId], until }, sender())).files,
    ).toEqual([]);
    await stage.call(
      storage.holdFiles,
      { transferId: 't2', fileIds: [uploadId], until: inFuture(40 * day).toISOString() },
      ann,
    );
    await stage.call(storage.deleteFile, { fileId: uploadId }, ann);
    await stage.call(storage.emptyBin, {}, ann);
    await sweep(inFuture(50 * day));
    expect([await stage.isThere(objectKey), await stage.used(ann)]).toEqual([true, 600]);
    await stage.call(storage.releaseFiles, { transferId: 't1' }, sender());
    await sweep(inFuture(50 * day));
    expect(await stage.isThere(objectKey)).toBe(true);
    await stage.call(storage.renewHold, { transferId: 't2', until }, ann);
    await stage.call(storage.releaseFiles, { transferId: 't1' }, ann);
    await sweep(inFuture(50 * day));
    expect(await stage.isThere(objectKey)).toBe(true);
    await sweep(inFuture(61 * day));
    expect([await stage.isThere(objectKey), await stage.used(ann)]).toEqual([false, 0]);
    await expect(stage.call(storage.renewHold, { transferId: 't2', until }, ann)).rejects.toMatchObject({
      code: 'FILES_GONE',
    });
  });
});

describe('many files', () => {
  it('are deleted all or none', async () => {
    const ann = sender();
    const folders = [await stage.folder(ann), await stage.folder(ann)];
    const files = await Promise.all(
      folders.flatMap(({ id }) => ['a.csv', 'b.csv'].map((name) => stage.upload(ann, id, name))),
    );
    const fileIds = files.map(({ id }) => id);
    for (const bad of [[...fileIds, uuidv7()], ['no-uuid']])
      await expect(stage.call(storage.deleteFiles, { fileIds: bad }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const bad of [[], undefined, Array(501).fill(fileIds[0])])
      await expect(stage.call(storage.deleteFiles, { fileIds: bad }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 4 });
    expect(await stage.call(storage.deleteFiles, { fileIds }, ann)).toEqual({ message: '4 files deleted' });
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 0, usedStorage: 2400 });
    expect(
      (await stage.published(storageEvents.fileDeleted)).filter(({ fileId }) => fileIds.includes(fileId)),
    ).toHaveLength(4);
  });

  it('move to another folder, numbered where their names are taken', async () => {
    const ann = sender();
    const [from, to] = [await stage.folder(ann, 'From'), await stage.folder(ann, 'To')];
    const [a, b] = [await stage.upload(ann, from.id, 'a.csv'), await stage.upload(ann, from.id, 'b.csv')];
    const stays = await stage.upload(ann, to.id, 'A.csv');
    const { files } = await stage.call(storage.moveFiles, { fileIds: [a.id, b.id, stays.id], folderId: to.id }, ann);
    expect(files.map(({ name }) => name).sort()).toEqual(['A.csv', 'a (2).csv', 'b.csv']);
    expect(await names(ann, from.id)).toEqual([]);
    expect((await stage.call(storage.openFile, { folderId: to.id, fileId: a.id }, ann)).sha256).toBe(a.sha256);
    expect(await stage.published(storageEvents.fileMoved)).toContainEqual(
      expect.objectContaining({ fileId: a.id, folderName: 'To', previousFolderName: 'From' }),
    );
    await stage.call(storage.deleteFolder, { name: 'From' }, ann);
    await expect(stage.call(storage.moveFiles, { fileIds: [a.id], folderId: from.id }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await miscounted(ann)).toEqual([]);
  });

  it('are counted exactly while everything happens at once', async () => {
    const ann = sender();
    const folders = await Promise.all(Array.from({ length: 3 }, () => stage.folder(ann)));
    const files = await Promise.all(
      Array.from({ length: 18 }, (_, i) => stage.upload(ann, folders[i % 3]!.id, 'a.csv')),
    );
    const id = (i: number) => files[i % files.length]!.id;
    await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => [
        stage.call(storage.moveFiles, { fileIds: [id(i), id(i + 1)], folderId: folders[i % 3]!.id }, ann),
        stage.call(storage.deleteFiles, { fileIds: [id(i * 2), id(i + 5)] }, ann),
        stage.call(storage.restore, { fileIds: [id(i + 3)] }, ann),
        ...(i % 5 ? [] : [stage.upload(ann, folders[i % 3]!.id, 'a.csv')]),
      ]).flat(),
    );
    expect(await miscounted(ann)).toEqual([]);
    expect(await stage.drift(ann)).toBe(0);
    const listed = await Promise.all(
      folders.map(
        async ({ id }) => (await stage.call(storage.files, { folderId: id, pageSize: 200 }, ann)).items.length,
      ),
    );
    expect((await stage.call(storage.stats, {}, ann)).files).toBe(listed.reduce((sum, n) => sum + n, 0));
  });

  it("are nobody else's to touch", async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const [live, binned] = [await stage.upload(ann, folder.id, 'a.csv'), await stage.upload(ann, folder.id, 'b.csv')];
    await stage.call(storage.deleteFile, { fileId: binned.id }, ann);
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
    const own = await stage.folder(bob);
    for (const [command, input] of calls(own.id)) {
      const met = (actor: Parameters<Stage['call']>[2]) => expect(stage.call(command, input, actor)).rejects;
      await met(bob).toMatchObject({ code: 'NOT_FOUND' });
      await met(receiver()).toMatchObject({ code: 'NOT_ALLOWED' });
      await met(publicActor).toMatchObject({ code: 'UNAUTHENTICATED' });
      await met(sender({ ...ann, kycStatus: 'Pending' })).toMatchObject({ code: 'KYC_PENDING' });
    }
    for (const command of [storage.bin, storage.emptyBin]) {
      await expect(stage.call(command, {}, receiver())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(stage.call(command, {}, publicActor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(stage.call(command, {}, sender({ ...ann, kycStatus: 'Pending' }))).rejects.toMatchObject({
        code: 'KYC_PENDING',
      });
    }
    await stage.call(storage.emptyBin, { fileIds: [binned.id] }, bob);
    expect((await bin(ann)).total).toBe(1);
    expect(await names(ann, folder.id)).toEqual(['a.csv']);
  });
});
