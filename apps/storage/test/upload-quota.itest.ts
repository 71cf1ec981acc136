import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { StorageAccountRow } from '../src/account/account.entity';
import { sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
const rejections = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));

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
