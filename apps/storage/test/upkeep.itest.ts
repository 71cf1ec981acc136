import { storage } from '@tradepost/contracts/storage';
import { v7 as uuidv7 } from 'uuid';
import { ObjectGarbageCollector } from '../src/bin/object-garbage-collector';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { FileRow } from '../src/file/file.entity';
import { UploadRow } from '../src/upload/upload.entity';
import { sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const minute = 60_000;
const day = 24 * 60 * minute;
const inFuture = (ms: number) => new Date(Date.now() + ms);

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const put = (key: string) => fixture.put(key);
const isThere = (key: string) => fixture.isThere(key);

describe('the sweeper', () => {
  const sweep = (now?: Date) => fixture.app.get(RetentionSweeper).sweep(now);

  it('ends uploads past their lease: returns the quota, deletes the bytes, refuses the commit', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const [stale, running] = [await fixture.begin(ann, folder.id), await fixture.begin(ann, folder.id)];
    await put(stale.objectKey);
    await sweep();
    expect(await fixture.used(ann)).toBe(2000);
    await sql(fixture.db.read).update(UploadRow, stale.uploadId, { leaseUntil: new Date(Date.now() - 1) });
    await expect(fixture.commit(ann, stale.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await Promise.all([sweep(), sweep()]);
    expect(await isThere(stale.objectKey)).toBe(false);
    await expect(fixture.commit(ann, stale.uploadId)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    expect(await fixture.used(ann)).toBe(1000);
    await fixture.commit(ann, running.uploadId);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('empties the bin after 30 days and not before', async () => {
    const ann = sender();
    const [live, deleted] = [await fixture.folder(ann, 'Retained'), await fixture.folder(ann, 'Deleted')];
    const stay = await fixture.upload(ann, live.id, 'stay.csv');
    const files = [await fixture.upload(ann, live.id, 'go.csv'), await fixture.upload(ann, deleted.id, 'go.csv')];
    const keys = files.map(({ id }, i) => `${ann.companyId}/${i ? deleted.id : live.id}/${id}`);
    for (const key of keys) await put(key);
    await fixture.call(storage.deleteFile, { fileId: files[0]!.id }, ann);
    await fixture.call(storage.deleteFolder, { name: 'Deleted' }, ann);
    await sweep(inFuture(29 * day));
    expect(await fixture.used(ann)).toBe(1800);
    expect(await Promise.all(keys.map(isThere))).toEqual([true, true]);
    await sweep(inFuture(31 * day));
    expect(await fixture.used(ann)).toBe(600);
    expect(await Promise.all(keys.map(isThere))).toEqual([false, false]);
    expect((await fixture.call(storage.files, { folderId: live.id }, ann)).items.map(({ id }) => id)).toEqual([
      stay.id,
    ]);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('sweeps more than one batch', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    await fixture.room(ann, 1e9);
    await sql(fixture.db.read).query(
      `WITH given AS MATERIALIZED (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 450) n),
       files AS (
         INSERT INTO file (id, company_id, folder_id, name, category, currency, price, number_of_records, total_amount, created_at, updated_at)
         SELECT id, $1, $2, n::text, '', '', 0, 0, 0, now(), now() FROM given)
       INSERT INTO upload (id, company_id, file_id, version, object_key, original_name, lease_until, size, category, currency, price, number_of_records, total_amount, created_at)
       SELECT id, $1, id, 1, concat($1::uuid, '/x/', n), '', now(), 10, '', '', 0, 0, 0, now() FROM given`,
      [ann.companyId, folder.id],
    );
    await sql(fixture.db.read).query('UPDATE account SET used_bytes = 4500 WHERE company_id = $1', [ann.companyId]);
    expect(await sweep(inFuture(1000))).toBeGreaterThanOrEqual(450);
    expect(await fixture.used(ann)).toBe(0);
  });
});

describe('the collector', () => {
  const collect = (now?: Date) => fixture.app.get(ObjectGarbageCollector).sweep(now);

  it('removes objects without a row after a day, and nothing else', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const [ready, running] = [await fixture.begin(ann, folder.id), await fixture.begin(ann, folder.id)];
    await fixture.commit(ann, ready.uploadId);
    const binned = await fixture.begin(ann, folder.id);
    await fixture.commit(ann, binned.uploadId);
    await fixture.call(storage.deleteFile, { fileId: binned.uploadId }, ann);
    const orphan = `${ann.companyId}/${folder.id}/${uuidv7()}`;
    const foreign = [`kyc/${ann.companyId}/${uuidv7()}`, `transfers/${uuidv7()}/1.zip`];
    const known = [ready.objectKey, running.objectKey, binned.objectKey, ...foreign];
    for (const key of [orphan, ...known]) await put(key);

    expect((await collect(inFuture(day - 60 * minute))).garbage).toEqual([]);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([orphan]);
    expect(await isThere(orphan)).toBe(false);
    for (const key of known) expect(await isThere(key)).toBe(true);
  });

  it('keeps the parts of a running upload, and removes those of a finished one', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id, { resumable: true });
    await put(`${objectKey}.part-1`);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([]);
    await put(objectKey);
    await fixture.commit(ann, uploadId);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([`${objectKey}.part-1`]);
  });

  it('finds bytes that an aborted upload stored after its row was deleted', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id);
    await fixture.call(storage.abortUpload, { uploadId }, ann);
    await put(objectKey);
    expect((await collect(inFuture(day + minute))).garbage).toEqual([objectKey]);
  });

  it('reports files with lost bytes, and does not delete their rows', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann);
    const { uploadId, objectKey } = await fixture.begin(ann, folder.id);
    await put(objectKey);
    await fixture.commit(ann, uploadId);
    expect((await collect()).missing).not.toContain(objectKey);
    await fixture.store.remove(objectKey);
    expect((await collect()).missing).toContain(objectKey);
    expect(await sql(fixture.db.read).existsBy(FileRow, { id: uploadId })).toBe(true);
  });
});
