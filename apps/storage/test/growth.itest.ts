import { storage } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import { grow } from '@tradepost/testing/database/grown';
import { plannedWorkOf, type PlannedWork } from '@tradepost/testing/database/plans';
import { userActor } from '@tradepost/testing/service-harness';
import { FileRow } from '../src/file/file.entity';
import { FolderRow } from '../src/folder/folder.entity';
import { startFixture } from './fixture';

/** 10,000 of the files are in one folder, and one in a hundred is an image. */
const growth = { companies: 2_000, files: 20_000, entries: 0 };

/** A page of 100 files: each is found in two indexes and read from two tables. */
const pageOf100 = 800;
/** The most pages of memory or disk that a command may read; those that write are not counted. */
const mostPages: Record<string, number> = {
  stats: 10,
  'files, newest first': pageOf100,
  'files after some': pageOf100,
  'files by name': pageOf100,
  'files of a type': pageOf100,
  'files of a rare type': pageOf100,
  // all names of the folder are read from its index
  search: 1_500,
  openFile: 15,
  beginUpload: 0,
  commitUpload: 20,
};

describe('a database of many companies', () => {
  let fixture: Awaited<ReturnType<typeof startFixture>>;
  beforeAll(async () => {
    fixture = await startFixture();
    await grow(fixture.ownerUrl, growth, ['storage']);
  });
  afterAll(() => fixture.stop());

  const largest = async () => {
    const [folder] = await sql(fixture.db.read).find(FolderRow, { order: { fileCount: 'DESC' }, take: 1 });
    const { id, companyId } = folder as FolderRow;
    return { folderId: id, ann: userActor({ companyId, companyName: 'Ann' }) };
  };
  const workOf = (command: () => Promise<unknown>) => plannedWorkOf(fixture.ownerUrl, 'storage', command);

  it('answers frequent commands from indexes, with few pages', async () => {
    const { call } = fixture;
    const { ann, folderId } = await largest();
    const { id: fileId } = (await sql(fixture.db.read).findOneByOrFail(FileRow, { folderId })) as FileRow;
    const files = (given: Record<string, unknown>) => call(storage.files, { folderId, pageSize: 100, ...given }, ann);
    const { next } = await files({ page: 50 });
    let uploadId = '';
    const work: Record<string, PlannedWork> = {
      stats: await workOf(() => call(storage.stats, {}, ann)),
      'files, newest first': await workOf(() => files({})),
      'files after some': await workOf(() => files({ after: next })),
      'files by name': await workOf(() => files({ sort: 'name' })),
      'files of a type': await workOf(() => files({ type: 'document' })),
      'files of a rare type': await workOf(() => files({ type: 'image' })),
      search: await workOf(() => call(storage.search, { q: 'report 77' }, ann)),
      openFile: await workOf(() => call(storage.openFile, { folderId, fileId }, ann)),
      beginUpload: await workOf(async () => ({ uploadId } = await fixture.begin(ann, folderId, { fileName: 'n.csv' }))),
      commitUpload: await workOf(() => fixture.commit(ann, uploadId)),
    };
    const tooMany = Object.entries(work).filter(([name, { pages }]) => pages > (mostPages[name] as number));
    expect(tooMany).toEqual([]);
    expect(Object.keys(work)).toEqual(Object.keys(mostPages));
    expect(Object.entries(work).filter(([, { readWhole }]) => readWhole.length > 0)).toEqual([]);
  });

  it('reads no more for a page of one type in a folder of 10,000 files than in one of 100', async () => {
    const { ann, folderId } = await largest();
    const small = await fixture.folder(ann);
    for (let n = 0; n < 100; n += 1) await fixture.upload(ann, small.id, `${n}.png`, {}, { mimetype: 'image/png' });
    const page = (of: string) =>
      workOf(() => fixture.call(storage.files, { folderId: of, type: 'image', pageSize: 100 }, ann));
    const [inLarge, inSmall] = [await page(folderId), await page(small.id)];
    expect(inLarge.pages).toBeLessThanOrEqual(inSmall.pages / 0.9);
  });

  it('counts the files of each type in every folder', async () => {
    const { call } = fixture;
    const ann = userActor({ companyName: 'Ann' });
    const [one, other] = [await fixture.folder(ann), await fixture.folder(ann)];
    const totals = async () =>
      Promise.all(
        [one, other].map(async ({ id: folderId }) => [
          (await call(storage.files, { folderId, type: 'image' }, ann)).total,
          (await call(storage.files, { folderId, type: 'spreadsheet' }, ann)).total,
          (await call(storage.files, { folderId }, ann)).total,
        ]),
      );
    const image = await fixture.upload(ann, one.id, 'a.png', {}, { mimetype: 'image/png' });
    await fixture.upload(ann, one.id, 'b.png', {}, { mimetype: 'image/png' });
    const sheet = await fixture.upload(ann, one.id, 'c.csv');
    expect(await totals()).toEqual([
      [2, 1, 3],
      [0, 0, 0],
    ]);
    await call(storage.moveFiles, { fileIds: [image.id, sheet.id], folderId: other.id }, ann);
    expect(await totals()).toEqual([
      [1, 0, 1],
      [1, 1, 2],
    ]);
    await call(storage.deleteFiles, { fileIds: [image.id] }, ann);
    expect(await totals()).toEqual([
      [1, 0, 1],
      [0, 1, 1],
    ]);
  });
});
