import { storage } from '@tradepost/contracts/storage';
import { v7 as uuidv7 } from 'uuid';
import { Collector } from '../src/collector';
import { Sweeper } from '../src/sweeper';
import { FileRow } from '../src/workspace.entity';
import { sender, startStage, type Stage } from './stage';

const minute = 60_000;
const day = 24 * 60 * minute;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const put = (key: string) => stage.put(key);
const isThere = (key: string) => stage.isThere(key);

describe('the sweeper', () => {
  const sweep = (now?: Date) => stage.app.get(Sweeper).sweep(now);

  it('ends uploads whose lease ran out: room back, bytes gone, commit refused', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const [stale, fresh] = [await stage.begin(ann, folder.id), await stage.begin(ann, folder.id)];
    await put(stale.objectKey);
    await sweep();
    expect(await stage.used(ann)).toBe(2000);
    await stage.db.read.update(FileRow, stale.uploadId, { leaseUntil: new Date(Date.now() - 1) });
    await expect(stage.commit(ann, stale.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await Promise.all([sweep(), sweep()]);
    expect(await isThere(stale.objectKey)).toBe(false);
    await expect(stage.commit(ann, stale.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    expect(await stage.used(ann)).toBe(1000);
    await stage.commit(ann, fresh.uploadId);
    expect(await stage.drift(ann)).toBe(0);
  });

  it('empties the bin after 30 days and not before', async () => {
    const ann = sender();
    const [kept, deleted] = [await stage.folder(ann, 'Kept'), await stage.folder(ann, 'Deleted')];
    const stay = await stage.upload(ann, kept.id, 'stay.csv');
    const files = [await stage.upload(ann, kept.id, 'go.csv'), await stage.upload(ann, deleted.id, 'go.csv')];
    const keys = files.map(({ id }, i) => `${ann.companyId}/${i ? deleted.id : kept.id}/${id}`);
    for (const key of keys) await put(key);
    await stage.call(storage.deleteFile, { fileId: files[0]!.id }, ann);
    await stage.call(storage.deleteFolder, { name: 'Deleted' }, ann);
    await sweep(inFuture(29 * day));
    expect(await stage.used(ann)).toBe(1800);
    expect(await Promise.all(keys.map(isThere))).toEqual([true, true]);
    await sweep(inFuture(31 * day));
    expect(await stage.used(ann)).toBe(600);
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false]);
    expect((await stage.call(storage.files, { folderId: kept.id }, ann)).items.map(({ id }) => id)).toEqual([stay.id]);
    expect(await stage.drift(ann)).toBe(0);
  });

  it('sweeps more than one batch', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    await stage.room(ann, 1e9);
    await stage.db.read.query(
      `INSERT INTO file (id, company_id, folder_id, name, object_key, state, size, category, currency, price, number_of_records, total_amount, created_at, updated_at, lease_until)
       SELECT gen_random_uuid(), $1::uuid, $2, n::text, concat($1::uuid, '/x/', n), 'uploading', 10, '', '', 0, 0, 0, now(), now(), now() FROM generate_series(1, 450) n`,
      [ann.companyId, folder.id],
    );
    await stage.db.read.query('UPDATE account SET used_bytes = 4500 WHERE company_id = $1', [ann.companyId]);
    expect(await sweep(inFuture(1000))).toBeGreaterThanOrEqual(450);
    expect(await stage.used(ann)).toBe(0);
  });
});

describe('the collector', () => {
  const collect = (now?: Date) => stage.app.get(Collector).sweep(now);

  it('removes bytes that no row knows after a day, and nothing else', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const [ready, running] = [await stage.begin(ann, folder.id), await stage.begin(ann, folder.id)];
    await stage.commit(ann, ready.uploadId);
    const binned = await stage.begin(ann, folder.id);
    await stage.commit(ann, binned.uploadId);
    await stage.call(storage.deleteFile, { fileId: binned.uploadId }, ann);
    const orphan = `${ann.companyId}/${folder.id}/${uuidv7()}`;
    const foreign = [`kyc/${ann.companyId}/${uuidv7()}`, `transfers/${uuidv7()}/1.zip`];
    const known = [ready.objectKey, running.objectKey, binned.objectKey, ...foreign];
    for (const key of [orphan, ...known]) await put(key);

    expect((await collect(inFuture(day - 60 * minute))).garbage).toEqual([]);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([orphan]);
    expect(await isThere(orphan)).toBe(false);
    for (const key of known) expect(await isThere(key)).toBe(true);
  });

  it('leaves the parts of an upload under way, and takes those of one that is over', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { uploadId, objectKey } = await stage.begin(ann, folder.id, { resumable: true });
    await put(`${objectKey}.part-1`);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([]);
    await put(objectKey);
    await stage.commit(ann, uploadId);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([`${objectKey}.part-1`]);
  });

  it('finds what an abandoned upload stored after its row had gone', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { uploadId, objectKey } = await stage.begin(ann, folder.id);
    await stage.call(storage.abortUpload, { uploadId }, ann);
    await put(objectKey);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([objectKey]);
  });

  it('names files whose bytes are lost, and leaves their rows for a person', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const { uploadId, objectKey } = await stage.begin(ann, folder.id);
    await put(objectKey);
    await stage.commit(ann, uploadId);
    expect((await collect()).missing).not.toContain(objectKey);
    await stage.store.remove(objectKey);
    expect((await collect()).missing).toContain(objectKey);
    expect(await stage.db.read.existsBy(FileRow, { id: uploadId })).toBe(true);
  });
});
