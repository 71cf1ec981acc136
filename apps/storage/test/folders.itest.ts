import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { FolderRow } from '../src/workspace.entity';
import { receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls))
    .map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code))
    .sort();

describe('folders', () => {
  it('lists newest first, with the true count and at most 100 newest files', async () => {
    const ann = sender();
    const [empty, full] = [await stage.folder(ann, 'Empty'), await stage.folder(ann, 'Full')];
    await stage.db.read.query(
      `INSERT INTO file (id, company_id, folder_id, name, object_key, state, mimetype, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, n || '.csv', 'k', 'ready', 'text/csv', 1, 'Personal', 'USD', 0, 0, 0, now() + n * interval '1 second', now() FROM generate_series(1, 120) n`,
      [ann.companyId, full.id],
    );
    await stage.begin(ann, full.id, { fileName: 'unfinished.csv' });
    const folders = await stage.call(storage.folders, {}, ann);
    expect(folders.map(({ id, count }) => [id, count])).toEqual([
      [full.id, 120],
      [empty.id, 0],
    ]);
    expect(folders[0]?.files.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, i) => `${120 - i}.csv`));
    expect(folders[1]).toEqual({
      id: empty.id,
      name: 'Empty',
      files: [],
      count: 0,
      emails: [],
      access: [],
      description: '',
      licence: '',
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect(await stage.call(storage.folders, {}, sender())).toEqual([]);
  });

  it('stays small however much there is, and counts it all', async () => {
    const ann = sender();
    const folders = 660;
    await stage.db.read.query(
      `INSERT INTO folder (id, company_id, name, created_at) SELECT gen_random_uuid(), $1, n::text, now() FROM generate_series(1, ${folders}) n`,
      [ann.companyId],
    );
    await stage.db.read.query(
      `INSERT INTO file (id, company_id, folder_id, name, object_key, state, mimetype, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
       SELECT gen_random_uuid(), $1, f.id, n || '.csv', 'k', 'ready', 'text/csv', 1, 'Personal', 'USD', 0, 0, 0, now(), now() FROM folder f CROSS JOIN generate_series(1, 20) n WHERE f.company_id = $1`,
      [ann.companyId],
    );
    const listed = await stage.call(storage.folders, {}, ann);
    expect(listed).toHaveLength(folders);
    expect(listed.every(({ files, count }) => files.length === 1 && count === 20)).toBe(true);
  });

  it('keeps a name once for a company, whatever its case, and frees it on deletion', async () => {
    const ann = sender();
    await stage.folder(ann, 'Préçios');
    await expect(stage.folder(ann, 'PRÉÇIOS')).rejects.toMatchObject({ code: 'FOLDER_EXISTS', status: 409 });
    await stage.folder(sender(), 'Préçios');
    await stage.call(storage.deleteFolder, { name: 'préçios' }, ann);
    expect((await stage.folder(ann, 'PRÉÇIOS')).name).toBe('PRÉÇIOS');
  });

  it('makes one folder of many that ask for one name at once', async () => {
    const ann = sender();
    const race = Array.from({ length: 8 }, (_, i) => stage.folder(ann, i % 2 ? 'Race' : 'RACE'));
    expect(await outcomes(race)).toEqual([...Array<string>(7).fill('FOLDER_EXISTS'), 'done']);
    expect(await stage.call(storage.folders, {}, ann)).toHaveLength(1);
  });

  it('answers a repeated creation with the first folder, at once or later', async () => {
    const ann = sender();
    const create = () => stage.call(storage.createFolder, { name: 'Once' }, ann, { idempotencyKey: 'k' });
    const answers = await Promise.all([create(), create(), create()]);
    answers.push(await create());
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('renames by the current name; one of two that race for a name gets it', async () => {
    const ann = sender();
    const [one, two] = [await stage.folder(ann, 'One'), await stage.folder(ann, 'Two')];
    const race = ['one', two.id].map((name) => stage.call(storage.renameFolder, { name, newName: 'Three' }, ann));
    expect(await outcomes(race)).toEqual(['FOLDER_EXISTS', 'done']);
    const names = (await stage.call(storage.folders, {}, ann)).map(({ name }) => name);
    expect(names.filter((name) => name === 'Three')).toHaveLength(1);
    const other = await stage.folder(ann, 'Case');
    expect(await stage.call(storage.renameFolder, { name: 'Case', newName: 'CASE' }, ann)).toMatchObject({
      id: other.id,
      name: 'CASE',
    });
    await expect(stage.call(storage.renameFolder, { name: one.id, newName: 'case' }, ann)).rejects.toMatchObject({
      code: 'FOLDER_EXISTS',
    });
    expect(await stage.published(storageEvents.folderRenamed)).toContainEqual(
      expect.objectContaining({
        folderId: other.id,
        folderName: 'CASE',
        previousName: 'Case',
        companyId: ann.companyId,
      }),
    );
  });

  it('finds a folder by its name in another normal form', async () => {
    const ann = sender();
    await stage.folder(ann, 'Café');
    expect(await stage.call(storage.renameFolder, { name: 'Cafe\u0301 ', newName: 'Bar' }, ann)).toMatchObject({
      name: 'Bar',
    });
  });

  it('refuses names that are none', async () => {
    const ann = sender();
    for (const name of ['', '   ', '..', 'a/b', 'a\\b', 'a\u0000b', '\u202egnp.exe', 'x'.repeat(256), 7, null]) {
      await expect(stage.call(storage.createFolder, { name }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    }
    expect(await stage.call(storage.folders, {}, ann)).toEqual([]);
  });

  it("hides one company's folders from everybody else", async () => {
    const ann = sender();
    const folder = await stage.folder(ann, 'Mine');
    const bob = sender();
    for (const name of ['Mine', folder.id]) {
      await expect(stage.call(storage.renameFolder, { name, newName: 'Stolen' }, bob)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(stage.call(storage.deleteFolder, { name }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(stage.call(storage.files, { folderId: folder.id }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(storage.files, { folderId: 'no-uuid' }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stage.db.read.findOneBy(FolderRow, { id: folder.id })).toMatchObject({
      name: 'Mine',
      deletedAt: null,
    });
  });

  it('is closed to receivers, strangers, companies not yet registered and senders without a company', async () => {
    const refusals = [
      [receiver(), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
      [sender({ kycStatus: 'Pending' }), 'KYC_PENDING'],
      [sender({ scope: 'onboarding' }), 'NOT_ALLOWED'],
      [sender({ companyId: null, companyName: null }), 'COMPANY_MISSING'],
    ] as const;
    for (const [actor, code] of refusals) {
      await expect(stage.call(storage.createFolder, { name: 'No' }, actor)).rejects.toMatchObject({ code });
    }
  });

  it('stays open, but for delivery, to a company whose registration was sent back', async () => {
    const ann = sender({ kycStatus: 'Rejected' });
    expect(await stage.folder(ann, 'Still mine')).toMatchObject({ name: 'Still mine' });
  });
});

it('has entities that agree with its migrations', async () => {
  const { upQueries } = await stage.db.source.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});
